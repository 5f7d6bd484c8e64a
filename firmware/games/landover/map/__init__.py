"""The island: its maps, what is built on it, the routes, and how it is settled."""
