"""Ley of the Land, the market: seats bid in secret, buy tiles, work their own boards."""
