"""The plans of computer players, and the reasons of hints."""
