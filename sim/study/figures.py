"""The figures of a report that look at one row of a study: its points, lead, choices and places.

A function returns a Drawn, or None if the study has nothing of that kind.
"""

from sqlite3 import Connection
from typing import TYPE_CHECKING, Any

from matplotlib import pyplot
from matplotlib.ticker import MaxNLocator

from sim.study import boards, drawing, findings, stats
from sim.study.drawing import BAR, INK, QUIET, SEATS, WIDE, Drawn
from sim.study.play import TENTHS

if TYPE_CHECKING:
    from sim.study.plan import Cell

_HOPE = 0.05  # a seat with a smaller chance to win counts as beaten
_OPTIONS = 80  # options in a figure
_SELDOM = 0.01  # of the times that an option was possible
_OPENINGS = 24
_KINDS = 16  # kinds of openings
_MAPS = 9
_NUMBERS = 9


def points(db: Connection, cell: "Cell") -> "Drawn":
    """Scores of winners and losers, and the margin."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(WIDE, 2.6), width_ratios=(3, 2))
    rows = findings.scores(db, cell)
    values = [score for score, _, _ in rows]
    games = findings.played(db, cell)
    wide = _bin(values)
    won = _binned([(score, count) for score, count, _ in rows], wide)
    lost = _binned([(score, count) for score, _, count in rows], wide)
    for found, colour, label, sign in ((won, "#c9941a", "won", 1), (lost, BAR, "did not", -1)):
        left.bar([x for x, _ in found], [sign * n / games for _, n in found], wide * 0.92,
                 color=colour, label=label, align="edge")
    left.axhline(0, color=QUIET, lw=0.8)
    left.set_xlabel("final points of a seat")
    left.set_ylabel("seats a game")
    left.yaxis.set_major_formatter(lambda value, _: "%.2g" % abs(value))
    drawing.legend(left)
    margins = findings.histogram(db, cell, "margin")
    wide = _bin([value for value, _ in margins])
    found = _binned(margins, wide)
    right.bar([x for x, _ in found], [n / games for _, n in found], wide * 0.92, color=BAR,
              align="edge")
    right.set_xlabel("points between first and second")
    right.xaxis.set_major_locator(MaxNLocator(integer=True))
    drawing.percent(right.yaxis)
    right.set_ylabel("games")
    close = sum(count for value, count in margins if value <= 2) / games
    sentence = (
        "Above the line seats that won, below it those that did not; on the right the winner's "
        "margin. Winners have %s points in the median, the others %s; the margin is %s, and "
        "%.0f %% of games end within two points."
        % (
            stats.quantile([(s, n) for s, n, _ in rows], 0.5),
            stats.quantile([(s, n) for s, _, n in rows], 0.5),
            stats.quantile(margins, 0.5),
            100 * close,
        )
    )
    return drawing.drawn("points", "Points and the winner's margin", sentence, figure)


def lead(db: Connection, cell: "Cell") -> "Drawn":
    """The changes of the lead, the worth of a lead, and the last moments in which losers led.
    """
    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(WIDE, 2.7))
    games = findings.played(db, cell)
    changes = findings.histogram(db, cell, "lead_changes")
    wide = _bin([value for value, _ in changes])
    found = _binned(changes, wide)
    left.bar([x for x, _ in found], [n / games for _, n in found], wide * 0.92, color=BAR)
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    drawing.percent(left.yaxis)
    left.set_xlabel("changes of the lead")
    left.set_ylabel("games")
    chances = findings.chances(db, cell)
    for tenth, colour in ((2, "#b9c9d3"), (5, "#6f98b0"), (8, "#234a63")):
        row = [(ahead, rate) for ahead, seats, rate in _pooled(chances[tenth]) if seats >= 10]
        middle.plot([x for x, _ in row], [y for _, y in row], color=colour, lw=2,
                    marker="o", ms=2.5, label="%d %%" % (100 * tenth / TENTHS))
    middle.set_xlabel("points ahead of the best other")
    middle.set_ylabel("victories")
    middle.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    drawing.percent(middle.yaxis)
    middle.set_ylim(-0.03, 1.03)
    drawing.legend(middle, title="of the game over:")
    drawing.grid(middle, "both")
    out = findings.beaten(db, cell, _HOPE)
    right.plot([100 * tenth / TENTHS for tenth, _ in out], [part for _, part in out], color=INK,
               lw=2)
    right.set_ylim(0, 1 - 1 / cell.seats + 0.05)
    right.axhline(1 - 1 / cell.seats, color=QUIET, ls=":", lw=1.2)
    right.set_xlim(0, 100)
    right.set_xticks([0, 50, 100], ["0 %", "50 %", "100 %"])
    drawing.percent(right.yaxis)
    right.set_xlabel("of the game is over")
    right.set_ylabel("seats out of the race")
    drawing.grid(right, "both")
    late = dict(out)
    sentence = (
        "The lead changes %.1f times a game, and in %.1f of these for a tenth of it or longer. In "
        "the middle: what a lead is worth, early and late. On the right: seats so far behind that "
        "at most one in twenty of them still won; halfway it is %.0f %% of all, after four fifths "
        "%.0f %% (dotted: all who will lose)."
        % (findings.mean(db, cell, "lead_changes")[0], findings.mean(db, cell, "lasting")[0],
           100 * late[5], 100 * late[8])
    )
    return drawing.drawn("lead", "The lead, and who is out of the race when", sentence, figure)


def branching(db: Connection, cell: "Cell") -> "Drawn":
    """Legal actions, and decisions without a choice, over the course of a game."""
    rows = findings.choices(db, cell)
    figure, axes = drawing.figure(2.4)
    where = [100 * (tenth + 0.5) / TENTHS for tenth, _, _ in rows]
    axes.bar(where, [actions for _, actions, _ in rows], 92 / TENTHS, color=BAR)
    axes.set_ylabel("legal actions, mean")
    axes.set_xlabel("of the game is over")
    axes.set_xticks(range(0, 101, 20), ["%d %%" % part for part in range(0, 101, 20)])
    axes.set_xlim(0, 100)
    other = axes.twinx()
    other.spines["right"].set_visible(True)
    other.plot(where, [single for _, _, single in rows], "o-", color="#b8383d", lw=1.6, ms=4)
    other.set_ylim(0, 1)
    drawing.percent(other.yaxis)
    other.set_ylabel("decisions with one action only", color="#b8383d")
    most = max(rows, key=lambda row: row[1])
    least = min(rows, key=lambda row: row[1])
    sentence = (
        "Bars: between %.0f and %.0f actions are legal on average. Red: in %.0f %% of decisions "
        "there is nothing to decide, since just one action is legal."
        % (least[1], most[1], 100 * sum(row[2] for row in rows) / len(rows))
    )
    return drawing.drawn("choices", "How much there is to choose from", sentence, figure)


def uses(db: Connection, cell: "Cell", player: str) -> "Drawn | None":
    """How often each option is taken when possible, and whether taking it wins."""
    every = findings.uses(db, cell, player)
    rows = every[:_OPTIONS]
    if not rows:
        return None
    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(WIDE, 1.0 + 0.21 * len(rows)), sharey=True
    )
    left.barh(range(len(rows)), [row[2] / row[1] for row in rows], color=BAR, height=0.7)
    dead = [y for y, row in enumerate(rows) if not row[2]]
    left.plot([0] * len(dead), dead, "x", color="#b8383d", ms=5, clip_on=False)
    who_did = [(y - 0.16, row[5]) for y, row in enumerate(rows) if row[4]]
    who_could = [(y + 0.16, row[6]) for y, row in enumerate(rows) if row[3] > row[4]]
    drawing.rates(right, who_could, "#b9b3a6")
    drawing.rates(right, who_did, INK)
    left.set_yticks(range(len(rows)), [row[0].replace("_", " ") for row in rows], fontsize=8)
    left.set_ylim(len(rows) - 0.4, -0.6)
    left.set_xscale("symlog", linthresh=0.001, linscale=0.4)
    left.set_xlim(0, 1.2)
    left.set_xticks([0, 0.01, 0.1, 1], ["0", "1 %", "10 %", "100 %"])
    left.minorticks_off()
    left.set_xlabel("taken, of the times\nwhen it was possible")
    right.axvline(1 / cell.seats, color=QUIET, ls=":", lw=1.2)
    right.set_xlim(0, 1)
    drawing.percent(right.xaxis)
    right.set_xlabel("victories of seats that did (dark)\nand of those that only could (pale)")
    drawing.grid(left, "x")
    drawing.grid(right, "x")
    never = [row[0].replace("_", " ") for row in every if not row[2]]
    seldom = [row[0].replace("_", " ") for row in every if 0 < row[2] < _SELDOM * row[1]]
    sentence = (
        "How often %s takes each of %d options when it may, and how seats fared that took it once "
        "or more. Never taken: %s. Taken less than once in a hundred: %s. A difference in "
        "victories does not prove a cause: a player who is ahead can do more."
        % (player, len(every), drawing.listed(never) or "none", drawing.listed(seldom) or "none")
    )
    return drawing.drawn("options", "Which options are used, and by whom", sentence, figure)


def numbers(db: Connection, cell: "Cell") -> "Drawn | None":
    """The numbers that actions name: bids, values, slots."""
    found = findings.numbers(db, cell)
    found = {key: rows for key, rows in found.items() if len(rows) > 1}
    shown: list[tuple[Any, ...]] = []  # at most two of each kind of action, the most frequent ones
    for key in sorted(found, key=lambda key: (-sum(row[1] for row in found[key]), key)):
        word = key[0].split()[0]
        if sum(other[0].split()[0] == word for other in shown) < 2:
            shown.append(key)
    del shown[_NUMBERS:]
    if not shown:
        return None
    across = min(3, len(shown))
    down = -(-len(shown) // across)
    figure, grid = pyplot.subplots(down, across, figsize=(WIDE, 0.5 + 1.7 * down), squeeze=False)
    for axes in grid.flat[len(shown) :]:
        axes.axis("off")
    for axes, key in zip(grid.flat, shown, strict=False):
        rows = found[key]
        total = sum(times for _, times, _ in rows)
        axes.bar([value for value, _, _ in rows], [times / total for _, times, _ in rows],
                 color=BAR)
        axes.set_title("%s, word %d" % (key[0].replace("_", " "), key[1]), fontsize=8.5)
        drawing.percent(axes.yaxis)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.tick_params(labelsize=7.5)
    key = shown[0]
    common = max(found[key], key=lambda row: row[1])
    sentence = (
        "The numbers that actions name in a record, by the place of the number among its words. "
        "For “%s” the most frequent is %d, %.0f %% of the time."
        % (key[0], common[0], 100 * common[1] / sum(row[1] for row in found[key]))
    )
    return drawing.drawn("numbers", "Which numbers are chosen", sentence, figure)


def maps(db: Connection, cell: "Cell") -> "Drawn | None":
    """The events on the board, by spot."""
    places = findings.places(db, cell)
    games = findings.played(db, cell)
    if not places:
        return None
    board = boards.Board(cell)
    layers = []
    for what, rows in places.items():
        total = sum(times for _, times, _ in rows)
        often = {spot: times / games for spot, times, _ in rows}
        layers.append((total, what, "a game", often))
        if not what.startswith("*") and sum(gain for _, _, gain in rows) > 0:
            gains = {spot: gain / times for spot, times, gain in rows if times >= 10}
            if gains:
                layers.append((total, what, "points each", gains))
    layers = sorted(layers, key=lambda layer: (-layer[0], layer[1]))[:_MAPS]
    layers.sort(key=lambda layer: layer[1].startswith("*"))
    across = min(3, len(layers))
    down = -(-len(layers) // across)
    figure, grid = pyplot.subplots(down, across, figsize=(WIDE, 2.35 * down), squeeze=False)
    for axes in grid.flat[len(layers) :]:
        axes.axis("off")
    for axes, (_, what, unit, values) in zip(grid.flat, layers, strict=False):
        board.draw(figure, axes, values)
        what = "then “%s”" % what[2:] if what.startswith("*") else "“%s”" % what
        axes.set_title("%s: %s" % (what.replace("_", " "), unit), fontsize=8.5)
    _, what, unit, values = layers[0]
    hottest = max(values, key=lambda spot: (values[spot], -spot))
    sentence = (
        "The board %s (%s), a map for each kind of action: how often it was done on a spot, and "
        "how many points it gained there at once. “Then” maps show where actions were done that "
        "an event came of. “%s” is done most often on %s, %.2f times a game."
        % (board.name, board.title, what, board.spot_name(hottest), values[hottest])
        if unit == "a game"
        else "A map for each kind of action and event."
    )
    if board.lacks:
        sentence += " %d spots of the game have no place on this board." % board.lacks
    return drawing.drawn("maps", "Where on the board", sentence, figure)


def openings(db: Connection, cell: "Cell") -> "Drawn | None":
    """First decisions, by kind and single, and their success."""
    kinds = findings.opening_kinds(db, cell)
    rows, different = findings.openings(db, cell, _OPENINGS)
    if not 2 * cell.seats <= len(kinds) <= _KINDS:
        kinds = []  # neither a single kind nor too many kinds say anything
    rows = [(seat, "any " + word, *rest) for seat, word, *rest in kinds] + rows
    if len(rows) < 2:
        return None
    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(WIDE, 1.0 + 0.21 * len(rows)), sharey=True, width_ratios=(1, 2)
    )
    base = findings.victories(db, cell)
    for y, (seat, _, games, _, _) in enumerate(rows):
        left.barh(y, games, color=SEATS[seat], height=0.7, alpha=0.8)
        right.plot([base[seat][0]] * 2, [y - 0.4, y + 0.4], color=INK, lw=1)
    for seat, colour in enumerate(SEATS):
        drawing.rates(right, [(y, row[3]) for y, row in enumerate(rows) if row[0] == seat], colour)
    left.set_yticks(range(len(rows)), ["%s (seat %d)" % (row[1], row[0]) for row in rows],
                    fontsize=8)
    left.set_ylim(len(rows) - 0.4, -0.6)
    left.set_xlabel("games")
    right.set_xlim(0, 1)
    drawing.percent(right.xaxis)
    right.set_xlabel("victories (dark stroke: all games of that seat)")
    drawing.grid(right, "x")
    better = [row for row in rows if row[3][1] > base[row[0]][0]]
    worse = [row for row in rows if row[3][2] < base[row[0]][0]]
    sentence = (
        "The first decisions of seats that had a choice, %d different ones; the most frequent are "
        "shown%s. " % (different, ", below what is alike in kind" if kinds else "")
    )
    sentence += "Better than the seat's usual, by more than its interval: %s. Worse: %s. " % (
        drawing.listed(["%s (seat %d)" % (row[1], row[0]) for row in better]) or "none",
        drawing.listed(["%s (seat %d)" % (row[1], row[0]) for row in worse]) or "none",
    )
    sentence += "One interval in twenty misses by chance."
    return drawing.drawn("openings", "Which openings pay", sentence, figure)


def _bin(values: list[int]) -> int:
    """Return a whole bin width, so that about 40 bins hold all values."""
    return max(1, -(-(max(values) - min(values) + 1) // 40)) if values else 1


def _binned(rows: list[Any], wide: int) -> list[tuple[Any, ...]]:
    found: dict[int, Any] = {}
    for value, count in rows:
        found[value // wide * wide] = found.get(value // wide * wide, 0) + count
    return sorted(found.items())


def _pooled(rows: list[Any]) -> list[tuple[Any, ...]]:
    """Pool leads into about 25 steps, so that each has enough games."""
    wide = max(1, -(-(rows[-1][0] - rows[0][0] + 1) // 25))
    found: dict[int, list[Any]] = {}
    for ahead, seats, rate in rows:
        entry = found.setdefault(ahead // wide * wide + wide // 2, [0, 0.0])
        entry[0] += seats
        entry[1] += seats * rate
    return [(ahead, seats, won / seats) for ahead, (seats, won) in sorted(found.items())]
