"""The seats of a table, and who speaks for each (docs/seats.md)."""
