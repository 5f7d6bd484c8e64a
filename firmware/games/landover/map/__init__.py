"""The island: its maps, the buildings on it, the routes, and the set-up."""
