"""The maps of Ley Lines as drawings: north at the top, a1 at the bottom left."""

from games.grid import Grid

# By name: seats, spaces along the side of a tile, and the tiles, "." for none (rules: leylines D1
# D2 D3).
MAPS = {
    "albion": (
        3,
        2,
        (
            ".##.",
            "###.",
            ".##.",
            ".###",
            "####",
            "####",
        ),
    ),
    "isles": (
        4,
        2,
        (
            "...##.",
            "#####.",
            "##.##.",
            "##.###",
            "..####",
            "..####",
        ),
    ),
    "compact": (
        3,
        1,
        (
            "..#####..",
            "#########",
            "#########",
            "#########",
            "####.####",
            "#########",
            "#########",
            "#########",
            "..#####..",
        ),
    ),
}


def grid(name: str) -> Grid:
    """Return the grid of a map."""
    _, side, drawing = MAPS[name]
    rows, width = len(drawing) * side, len(drawing[0]) * side
    missing = []
    for row in range(rows):
        line = drawing[(rows - 1 - row) // side]
        for column in range(width):
            if line[column // side] == ".":
                missing.append(row * width + column)
    return Grid(width, rows, missing)
