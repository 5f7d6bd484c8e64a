"""Development cards: the decks, the effects of the cards and their aims."""
