"""The options of a game (rules: landover 21).

The functions' first argument `g` is the game.
"""

from games.base import Game

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position


OPTIONS: "tuple[Any, ...]" = (
    ("map", ("A", "B", "C")),
    ("target", range(8, 26)),
    ("immunity_vp", range(11)),
    ("numbers", ("random", "reference")),
    ("terrain", ("fixed", "shuffled")),
    ("setup_route", ("road", "any")),
    ("start_cards", ("type", "tile")),
    ("gold_city", ("r2c1", "r2", "r4")),
    ("moved_immune", (0, 1)),
    ("wall_rule", ("seed", "guard")),
    ("raze", ("city", "wall")),
    ("barb_skip", (0, 1)),
    ("win_time", ("any", "own")),
    ("piece_limits", (1, 0)),
    ("engineer", (0, 1)),
    ("reveal_card", (1, 0)),
    ("island_bonus", ("off", "once", "each")),
    ("max_offers", range(21)),
    ("ranked", (0, 1)),
)


def default(g: "Position", name: str) -> str | int:
    if name in ("target", "setup_route", "island_bonus"):
        from games.landover.map.maps import default as default_of

        return default_of(name, g.options["map"])
    if name == "immunity_vp":
        return 3
    return 5 if name == "max_offers" else Game.default(g, name)


def check(g: "Position") -> None:
    options = g.options
    if options["terrain"] == "shuffled" and options["map"] == "C":
        raise ValueError("terrain is shuffled on maps A and B only")
    if options["island_bonus"] != "off" and options["map"] != "B":
        raise ValueError("only map B has an island bonus")
    if options["raze"] == "wall" and options["wall_rule"] == "guard":
        raise ValueError("raze=wall and wall_rule=guard do not go together")
    if options["ranked"]:
        if len(options) > len(OPTIONS):
            raise ValueError("a ranked game has the usual numbers")
        for name, _ in OPTIONS:
            if name not in ("map", "ranked") and options[name] != default(g, name):
                raise ValueError("a ranked game has the default of %s" % name)
