"""Tests of Sheng Ji's kernels."""
