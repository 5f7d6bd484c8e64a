"""Development cards: the decks, what each card does and what it can be aimed at."""
