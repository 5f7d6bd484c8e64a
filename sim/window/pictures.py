"""The games and pieces that have drawings, for the fact `hello`."""


import os

from hardware.artwork import pieces
from sim.window import bundle, gallery

if False:  # only mypy reads this: the names of types
    from games.types import Json


def pictures() -> "Json":
    """Return {"drawn": the games that the page draws, "printed": the sets whose pieces makers
    print and cut}."""
    ours = {path.stem for path in (bundle.PAGE / "games").glob("*.js")}
    others = {name for name in gallery.every()
              if os.path.isfile(gallery.home(name) + bundle.DRAWING)}
    return {
        "drawn": sorted(ours | others),
        "printed": sorted({number for number, _ in pieces.faces()}),
    }
