"""Ley Lines: druidic orders lead energy from cairns to tors (rules: leylines)."""

from games.late import fetch_parts

fetch_parts("games.leylines", ("maps", "pieces", "energy", "spaces", "reasons", "show"))

from games.leylines.game import LeyLines as GAME  # noqa: E402

__all__ = ("GAME",)
