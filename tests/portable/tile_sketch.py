"""Draws boards of tiles as text, each triangle of a tile by its letter."""

from games.tiles import word


def board(game, first):
    """Return the lines of the board whose first cell is `first`, north on top."""
    grid = game.grid
    lines = []
    for row in range(grid.height - 1, -1, -1):
        start = first + row * grid.width
        tiles = [game.cells[start + column] for column in range(grid.width)]
        words = [word(tile) if tile else "    " for tile in tiles]
        lines.append("    " + " ".join([" %s " % w[0] for w in words]))
        middle = ["%s.%s" % (w[3], w[1]) if w[0] != " " else " . " for w in words]
        lines.append("%3d " % (row + 1) + " ".join(middle))
        lines.append("    " + " ".join([" %s " % w[2] for w in words]))
    lines.append("    " + " ".join([" %s " % chr(97 + c) for c in range(grid.width)]))
    return [line.rstrip() for line in lines]


def beside(boards):
    """Return the lines of several boards side by side."""
    width = max([len(line) for lines in boards for line in lines]) + 4
    shown = []
    for i in range(len(boards[0])):
        line = ""
        for lines in boards:
            line += lines[i] + " " * (width - len(lines[i]))
        shown.append(line.rstrip())
    return shown
