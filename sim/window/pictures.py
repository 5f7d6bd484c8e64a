"""The games and pieces that have drawings, for the fact `hello`."""

from typing import Any

from hardware.artwork import pieces
from sim.window import bundle


def pictures() -> dict[str, Any]:
    """Return {"drawn": the games that the page draws, "printed": the sets whose pieces makers
    print and cut}."""
    return {
        "drawn": sorted(path.stem for path in (bundle.PAGE / "games").glob("*.js")),
        "printed": sorted({number for number, _ in pieces.faces()}),
    }
