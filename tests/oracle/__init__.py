"""Plain-Python oracles, one package a game, written from the rule pages alone."""
