"""The points from closing territories with one tile, for hints of Ley of the Land and its market.
"""

from games.pauses import pause
from games.tiles import turns_of

if False:  # only mypy reads this: the names of types
    from games.tiles import TileGame


def threat(
    game: "TileGame", seat: int, held: bytearray, start: int, end: int, owners: tuple[int, int]
) -> int:
    """Return the most points, or cubes, that a seat gains with one of the tiles that `held` counts
    by token, on a cell from `start` up to `end` (excluded). `owners` are those of the green and
    the yellow territories, as in `TileGame.lay`."""
    tiles = turns_of(held)
    most = 0
    before = game.snapshot()
    for cell in game.almost(tiles, start, end):
        for tile in tiles:
            if game.can_lie(cell, tile):
                gain = 0
                for _, region, owner in game.lay(cell, tile, owners):
                    if owner == seat:
                        gain += game.worth(region)
                game.restore(before)
                pause()
                most = max(most, gain)
    return most
