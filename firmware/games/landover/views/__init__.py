"""The views of people, hosts and records of a game."""
