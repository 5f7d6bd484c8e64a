"""The pay of a variant; loaded only for one (see `games/numbers.py`)."""

from games.landover.common import (
    BOAT_COST,
    CARDS,
    CITY_COST,
    MEDICINE_COST,
    MILITARY_COST,
    ROAD_COST,
    VILLAGE_COST,
    WALL_COST,
)

if False:  # only mypy reads this: the names of types
    from games.types import Options

_COSTS = (
    ("road", ROAD_COST), ("boat", BOAT_COST), ("village", VILLAGE_COST), ("city", CITY_COST),
    ("wall", WALL_COST), ("military", MILITARY_COST), ("medicine", MEDICINE_COST),
)


def changed(options: "Options", cost: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is paid in the place of a usual cost."""
    [name] = [name for name, usual in _COSTS if usual == cost]
    return tuple([options.get("%s_%s" % (name, CARDS[card]), cost[card])
                  for card in range(len(CARDS))])
