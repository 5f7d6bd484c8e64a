"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

from games.landover.game import Landover

GAME = Landover
