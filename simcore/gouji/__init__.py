"""Gou Ji: the same rooms as every game; `game` is the door."""
