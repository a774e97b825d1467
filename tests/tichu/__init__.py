"""Tests of Tichu's kernels."""
