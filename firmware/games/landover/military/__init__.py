"""Military power: raids, and the barbarians."""
