"""Counts, estimates, reports: everything that turns records into answers; no kernels."""
