"""Ley of the Land, the market: seats bid in secret, buy tiles, work their own boards."""

from games.late import fetch_parts

fetch_parts("games", ("grid", "tiles"))
fetch_parts("games.market", ("common", "reasons"))

from games.market.game import Market as GAME  # noqa: E402

__all__ = ("GAME",)
