"""Board profiles: data only."""
