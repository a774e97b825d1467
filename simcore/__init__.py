"""Numba kernels that deal, play and score; no pandas, no printing."""
