"""The games and pieces that have drawings, for the fact `hello`."""


import os

from games import names, path_of
from hardware.artwork import pieces
from sim.window import bundle

if False:  # only mypy reads this: the names of types
    from games.types import Json


def pictures() -> "Json":
    """Return {"drawn": the games that the page draws, "printed": the sets whose pieces makers
    print and cut}."""
    ours = {path.stem for path in (bundle.PAGE / "games").glob("*.js")}
    others = {name for name in names() if os.path.isfile(path_of(name, bundle.DRAWING))}
    return {
        "drawn": sorted(ours | others),
        "printed": sorted({number for number, _ in pieces.faces()}),
    }
