"""Cards under a trump: renumbered, divided, thrown, followed, compared.

`frame` renumbers cards so that a suit lies together and a level is one bit; `planes` counts and
moves them; `parts` divides a lead; `throws` tests it; `duty` and `listing` say how it may be
followed; `fit` says who wins; `declare` and `bury` belong to what comes before.
"""
