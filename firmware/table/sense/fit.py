"""Pack hot cells into visits. `Plan.hot` waits for this while a person waits for a light."""

from micropython import const

from table.drivers.viper import ptr8, viper

_CELLS = const(9)
_NOBODY = const(255)
_NOWHERE = const(255)
# Fields this far apart do not disturb each other: the distance in pitches, squared.
_APART = const(9)


@viper
def fit(visits, hot, places, blocks: int, width: int) -> int:
    """Put each reader under a `hot` place into the first of `visits` where it disturbs no other;
    return the number of visits needed.

    `visits` has room for nine visits with one byte a block: the cell to ask, or _NOBODY. `places`
    has the place of each reader; `width` places make a row.
    """
    cells = ptr8(visits)
    wanted = ptr8(hot)
    place_of = ptr8(places)
    made = 0
    for at in range(_CELLS * blocks):
        cells[at] = _NOBODY
    for cell in range(_CELLS):  # cell by cell, as in whole visits, which always fit
        for block in range(blocks):
            here = place_of[_CELLS * block + cell]
            if here == _NOWHERE or not wanted[here]:
                continue
            row = here // width
            column = here - row * width
            at = 0
            fits = 0
            while not fits and at < _CELLS * blocks:
                fits = 1
                for other in range(blocks):
                    there = cells[at + other]
                    if there != _NOBODY:
                        there = place_of[_CELLS * other + there]
                        along = there // width
                        across = there - along * width - column
                        along -= row
                        if other == block or across * across + along * along < _APART:
                            fits = 0
                if fits:
                    cells[at + block] = cell
                at += blocks
            if fits and at > made:
                made = at
    return made // blocks
