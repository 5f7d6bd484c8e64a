"""Ley of the Land, the market: seats bid in secret, buy tiles, work their own boards."""

# Each after those that it imports, as in games/landover/__init__.py.
for _name in ("common", "reasons"):
    __import__("games.market." + _name)

from games.market.game import Market as GAME  # noqa: E402

__all__ = ("GAME",)
