"""Environments: games for the libraries of researchers, PettingZoo and OpenSpiel.

    numbering a number for each action of a game
    position  a game as both libraries see it: numbers, tensors, utilities
    zoo       the environment of PettingZoo
    spiel     the games of OpenSpiel: importing it registers them
    traces    records as trajectories of OpenSpiel, and back
"""

import sim.paths  # noqa: F401  puts the firmware on the path
