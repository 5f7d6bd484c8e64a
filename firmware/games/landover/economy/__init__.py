"""The sources and uses of cards: dice and production, trade, culture."""
