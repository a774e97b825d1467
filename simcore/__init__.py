"""Numba kernels that deal, play and score; no pandas, no printing."""

__version__ = "0.1.0"
