"""What people, hosts and records see of a game."""
