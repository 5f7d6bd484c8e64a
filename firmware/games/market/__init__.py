"""Ley of the Land, the market: seats bid in secret, buy tiles, work their own boards."""

# In the order of loading.
PARTS = ("common", "reasons", "moves", "game")
