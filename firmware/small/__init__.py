"""The code that only a stock RP2040 needs, so that the table fits its 264 KB
(docs/small-memory.md)."""
