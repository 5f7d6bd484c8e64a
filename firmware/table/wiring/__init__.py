"""Board profiles: data only."""

SPARE = "grid3"  # for a board whose settings name none; in a build, its profile
