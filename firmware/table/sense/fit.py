"""How hot cells fit into visits: see Plan.hot, which waits for it while a hand waits for a light.
"""

from micropython import const

from table.drivers.viper import ptr8, viper

_CELLS = const(9)
_NOBODY = const(255)
_NOWHERE = const(255)
_APART = const(9)  # the square of the distance, in pitches, from which fields do not disturb


@viper
def fit(visits, hot, places, blocks: int, width: int) -> int:
    """Put each reader under a place that is `hot` into the first of `visits` where it disturbs no
    other; return how many visits that makes.

    `visits` has a byte a block for each of nine: the cell that is asked, or _NOBODY. `places` has
    the place of each reader, `width` of them are a row.
    """
    cells = ptr8(visits)
    wanted = ptr8(hot)
    place_of = ptr8(places)
    made = 0
    for at in range(_CELLS * blocks):
        cells[at] = _NOBODY
    for cell in range(_CELLS):  # whole visits fit, so they come first
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
