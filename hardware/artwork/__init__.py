"""Drawings of all pieces, cards, boards and aids, in one style; no third-party import."""
