"""Ley Lines: druidic orders lead energy from cairns to tors (rules: leylines)."""

from games.leylines.game import LeyLines as GAME

__all__ = ("GAME",)
