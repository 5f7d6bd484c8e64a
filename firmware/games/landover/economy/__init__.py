"""What brings cards and what they buy: dice and production, trade, culture."""
