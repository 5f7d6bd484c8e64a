"""The seats of a table, and who speaks for them: docs/seats.md."""
