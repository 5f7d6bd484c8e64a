"""The figures of a report: each has a title, a sentence that says what it shows, and a drawing.

A function returns a Drawn, or None if the study has nothing of that kind.
"""

import io
import re
from collections import namedtuple

import matplotlib

matplotlib.use("svg")  # draws without a window, on any machine
from sqlite3 import Connection
from typing import TYPE_CHECKING, Literal

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import MaxNLocator  # noqa: E402

from sim.study import boards, findings, stats  # noqa: E402
from sim.study.play import TENTHS, WIN  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from sim.study.plan import Cell

Drawn = namedtuple("Drawn", "name title sentence svg")

SEATS = ("#b8383d", "#2f66a8", "#2f7d4f", "#a8780c")  # as on the table: red, blue, green, gold
_PAPER = "#fbf9f4"  # the page's colour, so that a figure can also be read on its own
_INK = "#2b2a27"
_QUIET = "#8a857b"
_BAR = "#5b7f95"
_WIDE = 7.6  # inches
_HOPE = 0.05  # with a smaller chance to win a seat counts as out
_OPTIONS = 80  # options in a figure
_SELDOM = 0.01  # of the times when an option was possible
_OPENINGS = 24
_KINDS = 16  # kinds of openings
_MAPS = 9
_NUMBERS = 9

pyplot.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "leyboard", "font.size": 9.5,
    "font.family": "DejaVu Sans", "text.color": _INK, "axes.edgecolor": _QUIET,
    "axes.labelcolor": _INK, "xtick.color": _INK, "ytick.color": _INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 10,
    "axes.titleweight": "bold", "axes.titlelocation": "left", "legend.frameon": False,
    "figure.constrained_layout.use": True, "figure.constrained_layout.wspace": 0.05,
    "grid.color": "#ddd8cc", "axes.axisbelow": True,
    "xtick.major.size": 3, "ytick.major.size": 3, "figure.facecolor": _PAPER,
    "axes.facecolor": "none", "savefig.facecolor": _PAPER,
})  # fmt: skip


def by_seat(db: Connection, cells: "list[Cell]", labels: dict[int, str]) -> "Drawn":
    """Victories by seat, with intervals, for every cell."""
    figure, axes = _figure(0.9 + 0.42 * len(cells) + 0.06 * sum(cell.seats for cell in cells))
    sentences = []
    for row, cell in enumerate(cells):
        rates = findings.victories(db, cell)
        for seat, (rate, low, high) in enumerate(rates):
            y = row + (seat - (cell.seats - 1) / 2) * 0.18
            axes.errorbar(
                rate, y, xerr=[[rate - low], [high - rate]], fmt="o", color=SEATS[seat], ms=5,
                capsize=2.5, label="seat %d" % seat,
            )  # fmt: skip
        fair = 1 / cell.seats
        axes.plot([fair, fair], [row - 0.45, row + 0.45], color=_QUIET, ls=":", lw=1.2)
        sentences.append("%s: %s" % (labels[cell.index], _seat_sentence(rates, fair)))
    axes.set_yticks(range(len(cells)), [labels[cell.index] for cell in cells])
    axes.set_ylim(len(cells) - 0.4, -0.6)
    _percent(axes.xaxis)
    axes.set_xlabel("victories, shared ones in parts (dotted: equal seats; bars: 95 %)")
    named = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    axes.legend(named.values(), named.keys(), loc="upper left", bbox_to_anchor=(1, 1))
    _grid(axes, "x")
    sentence = "Dots are the share of games that a seat won. " + " ".join(sentences[:3])
    return _drawn("seats", "Who wins, by seat", sentence, figure)


def _seat_sentence(rates: list[tuple[float, float, float]], fair: float) -> str:
    text = ", ".join("seat %d won %s" % (seat, interval(rate)) for seat, rate in enumerate(rates))
    off = [rate for rate in rates if not rate[1] <= fair <= rate[2]]
    return text + ("; that is more than chance." if off else "; that may be chance.")


def interval(rate: tuple[float, float, float]) -> str:
    """Return (rate, low, high) in words."""
    return "%.1f %% (%.1f to %.1f)" % tuple(100 * part for part in rate)


def lengths(db: Connection, cells: "list[Cell]", labels: list[str] | dict) -> "Drawn":
    """Turns and decisions of every cell: median, and from the 5th to the 95th percentile."""
    figure, both = pyplot.subplots(
        1, 2, figsize=(_WIDE, 1.0 + 0.36 * len(cells)), sharey=True, width_ratios=(1, 1)
    )
    said = {}
    for axes, what in zip(both, ("turns", "decisions"), strict=True):
        for row, cell in enumerate(cells):
            found = findings.histogram(db, cell, what)
            low, middle, high = (stats.quantile(found, part) for part in (0.05, 0.5, 0.95))
            axes.plot([low, high], [row, row], color=_BAR, lw=5, alpha=0.45, solid_capstyle="butt")
            axes.plot(middle, row, "|", color=_INK, ms=13, mew=2.2)
            axes.annotate(
                "%d" % middle, (middle, row), (0, 8), textcoords="offset points", ha="center",
                fontsize=8,
            )  # fmt: skip
            said.setdefault(what, (middle, low, high))
        axes.set_xlim(left=0)
        axes.set_xlabel(what)
        _grid(axes, "x")
    both[0].set_yticks(range(len(cells)), [labels[cell.index] for cell in cells])
    both[0].set_ylim(len(cells) - 0.4, -0.7)
    sentence = (
        "Half of the games of the first row take at least %d turns and %d decisions; nine in ten "
        "%d to %d turns and %d to %d decisions. A turn is a run of decisions of one seat."
        % (said["turns"][0], said["decisions"][0], *said["turns"][1:], *said["decisions"][1:])
    )
    return _drawn("lengths", "How long games last", sentence, figure)


def points(db: Connection, cell: "Cell") -> "Drawn":
    """Scores of winners and losers, and the margin."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(_WIDE, 2.6), width_ratios=(3, 2))
    rows = findings.scores(db, cell)
    values = [score for score, _, _ in rows]
    games = findings.played(db, cell)
    wide = _bin(values)
    won = _binned([(score, count) for score, count, _ in rows], wide)
    lost = _binned([(score, count) for score, _, count in rows], wide)
    for found, colour, label, sign in ((won, "#c9941a", "won", 1), (lost, _BAR, "did not", -1)):
        left.bar([x for x, _ in found], [sign * n / games for _, n in found], wide * 0.92,
                 color=colour, label=label, align="edge")  # fmt: skip
    left.axhline(0, color=_QUIET, lw=0.8)
    left.set_xlabel("final points of a seat")
    left.set_ylabel("seats a game")
    left.yaxis.set_major_formatter(lambda value, _: "%.2g" % abs(value))
    _legend(left)
    margins = findings.histogram(db, cell, "margin")
    wide = _bin([value for value, _ in margins])
    found = _binned(margins, wide)
    right.bar([x for x, _ in found], [n / games for _, n in found], wide * 0.92, color=_BAR,
              align="edge")  # fmt: skip
    right.set_xlabel("points between first and second")
    right.xaxis.set_major_locator(MaxNLocator(integer=True))
    _percent(right.yaxis)
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
    return _drawn("points", "Points and the winner's margin", sentence, figure)


def lead(db: Connection, cell: "Cell") -> "Drawn":
    """How often the lead changes, what a lead is worth, and when losers were last in the lead."""
    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(_WIDE, 2.7))
    games = findings.played(db, cell)
    changes = findings.histogram(db, cell, "lead_changes")
    wide = _bin([value for value, _ in changes])
    found = _binned(changes, wide)
    left.bar([x for x, _ in found], [n / games for _, n in found], wide * 0.92, color=_BAR)
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    _percent(left.yaxis)
    left.set_xlabel("changes of the lead")
    left.set_ylabel("games")
    chances = findings.chances(db, cell)
    for tenth, colour in ((2, "#b9c9d3"), (5, "#6f98b0"), (8, "#234a63")):
        row = [(ahead, rate) for ahead, seats, rate in _pooled(chances[tenth]) if seats >= 10]
        middle.plot([x for x, _ in row], [y for _, y in row], color=colour, lw=2,
                    marker="o", ms=2.5, label="%d %%" % (100 * tenth / TENTHS))  # fmt: skip
    middle.set_xlabel("points ahead of the best other")
    middle.set_ylabel("victories")
    middle.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    _percent(middle.yaxis)
    middle.set_ylim(-0.03, 1.03)
    _legend(middle, title="of the game over:")
    _grid(middle, "both")
    out = findings.beaten(db, cell, _HOPE)
    right.plot([100 * tenth / TENTHS for tenth, _ in out], [part for _, part in out], color=_INK,
               lw=2)  # fmt: skip
    right.set_ylim(0, 1 - 1 / cell.seats + 0.05)
    right.axhline(1 - 1 / cell.seats, color=_QUIET, ls=":", lw=1.2)
    right.set_xlim(0, 100)
    right.set_xticks([0, 50, 100], ["0 %", "50 %", "100 %"])
    _percent(right.yaxis)
    right.set_xlabel("of the game is over")
    right.set_ylabel("seats out of the race")
    _grid(right, "both")
    late = dict(out)
    sentence = (
        "The lead changes %.1f times a game. In the middle: what a lead is worth, early and late. "
        "On the right: seats so far behind that at most one in twenty of them still won; halfway "
        "it is %.0f %% of all, after four fifths %.0f %% (dotted: all who will lose)."
        % (findings.mean(db, cell, "lead_changes")[0], 100 * late[5], 100 * late[8])
    )
    return _drawn("lead", "The lead, and who is out of the race when", sentence, figure)


def branching(db: Connection, cell: "Cell") -> "Drawn":
    """Legal actions, and decisions without a choice, over the course of a game."""
    rows = findings.choices(db, cell)
    figure, axes = _figure(2.4)
    where = [100 * (tenth + 0.5) / TENTHS for tenth, _, _ in rows]
    axes.bar(where, [actions for _, actions, _ in rows], 92 / TENTHS, color=_BAR)
    axes.set_ylabel("legal actions, mean")
    axes.set_xlabel("of the game is over")
    axes.set_xticks(range(0, 101, 20), ["%d %%" % part for part in range(0, 101, 20)])
    axes.set_xlim(0, 100)
    other = axes.twinx()
    other.spines["right"].set_visible(True)
    other.plot(where, [single for _, _, single in rows], "o-", color="#b8383d", lw=1.6, ms=4)
    other.set_ylim(0, 1)
    _percent(other.yaxis)
    other.set_ylabel("decisions with one action only", color="#b8383d")
    most = max(rows, key=lambda row: row[1])
    least = min(rows, key=lambda row: row[1])
    sentence = (
        "Bars: between %.0f and %.0f actions are legal on average. Red: in %.0f %% of decisions "
        "there is nothing to decide, since just one action is legal."
        % (least[1], most[1], 100 * sum(row[2] for row in rows) / len(rows))
    )
    return _drawn("choices", "How much there is to choose from", sentence, figure)


def uses(db: Connection, cell: "Cell", player: str) -> "Drawn | None":
    """How often each option is taken when possible, and whether taking it wins."""
    every = findings.uses(db, cell, player)
    rows = every[:_OPTIONS]
    if not rows:
        return None
    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(_WIDE, 1.0 + 0.21 * len(rows)), sharey=True
    )
    left.barh(range(len(rows)), [row[2] / row[1] for row in rows], color=_BAR, height=0.7)
    dead = [y for y, row in enumerate(rows) if not row[2]]
    left.plot([0] * len(dead), dead, "x", color="#b8383d", ms=5, clip_on=False)
    who_did = [(y - 0.16, row[5]) for y, row in enumerate(rows) if row[4]]
    who_could = [(y + 0.16, row[6]) for y, row in enumerate(rows) if row[3] > row[4]]
    _rates(right, who_could, "#b9b3a6")
    _rates(right, who_did, _INK)
    left.set_yticks(range(len(rows)), [row[0].replace("_", " ") for row in rows], fontsize=8)
    left.set_ylim(len(rows) - 0.4, -0.6)
    left.set_xscale("symlog", linthresh=0.001, linscale=0.4)
    left.set_xlim(0, 1.2)
    left.set_xticks([0, 0.01, 0.1, 1], ["0", "1 %", "10 %", "100 %"])
    left.minorticks_off()
    left.set_xlabel("taken, of the times\nwhen it was possible")
    right.axvline(1 / cell.seats, color=_QUIET, ls=":", lw=1.2)
    right.set_xlim(0, 1)
    _percent(right.xaxis)
    right.set_xlabel("victories of seats that did (dark)\nand of those that only could (pale)")
    _grid(left, "x")
    _grid(right, "x")
    never = [row[0].replace("_", " ") for row in every if not row[2]]
    seldom = [row[0].replace("_", " ") for row in every if 0 < row[2] < _SELDOM * row[1]]
    sentence = (
        "How often %s takes each of %d options when it may, and how seats fared that took it once "
        "or more. Never taken: %s. Taken less than once in a hundred: %s. A difference in "
        "victories does not prove a cause: a player who is ahead can do more."
        % (player, len(every), _listed(never) or "none", _listed(seldom) or "none")
    )
    return _drawn("options", "Which options are used, and by whom", sentence, figure)


def numbers(db: Connection, cell: "Cell") -> "Drawn | None":
    """The numbers that actions name: bids, values, slots."""
    found = findings.numbers(db, cell)
    found = {key: rows for key, rows in found.items() if len(rows) > 1}
    shown = []  # at most two of each kind of action, the most frequent ones
    for key in sorted(found, key=lambda key: (-sum(row[1] for row in found[key]), key)):
        word = key[0].split()[0]
        if sum(other[0].split()[0] == word for other in shown) < 2:
            shown.append(key)
    del shown[_NUMBERS:]
    if not shown:
        return None
    across = min(3, len(shown))
    down = -(-len(shown) // across)
    figure, grid = pyplot.subplots(down, across, figsize=(_WIDE, 0.5 + 1.7 * down), squeeze=False)
    for axes in grid.flat[len(shown) :]:
        axes.axis("off")
    for axes, key in zip(grid.flat, shown, strict=False):
        rows = found[key]
        total = sum(times for _, times, _ in rows)
        axes.bar([value for value, _, _ in rows], [times / total for _, times, _ in rows],
                 color=_BAR)  # fmt: skip
        axes.set_title("%s, word %d" % (key[0].replace("_", " "), key[1]), fontsize=8.5)
        _percent(axes.yaxis)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.tick_params(labelsize=7.5)
    key = shown[0]
    common = max(found[key], key=lambda row: row[1])
    sentence = (
        "The numbers that actions name in a record, by the place of the number among its words. "
        "For “%s” the most frequent is %d, %.0f %% of the time."
        % (key[0], common[0], 100 * common[1] / sum(row[1] for row in found[key]))
    )
    return _drawn("numbers", "Which numbers are chosen", sentence, figure)


def maps(db: Connection, cell: "Cell") -> "Drawn | None":
    """Where on the board things happen."""
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
    figure, grid = pyplot.subplots(down, across, figsize=(_WIDE, 2.35 * down), squeeze=False)
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
    return _drawn("maps", "Where on the board", sentence, figure)


def openings(db: Connection, cell: "Cell") -> "Drawn | None":
    """First decisions by kind and one by one, and how they fared."""
    kinds = findings.opening_kinds(db, cell)
    rows, different = findings.openings(db, cell, _OPENINGS)
    if not 2 * cell.seats <= len(kinds) <= _KINDS:
        kinds = []  # a single kind says nothing, and too many are no kinds
    rows = [(seat, "any " + word, *rest) for seat, word, *rest in kinds] + rows
    if len(rows) < 2:
        return None
    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(_WIDE, 1.0 + 0.21 * len(rows)), sharey=True, width_ratios=(1, 2)
    )
    base = findings.victories(db, cell)
    for y, (seat, _, games, _, _) in enumerate(rows):
        left.barh(y, games, color=SEATS[seat], height=0.7, alpha=0.8)
        right.plot([base[seat][0]] * 2, [y - 0.4, y + 0.4], color=_INK, lw=1)
    for seat, colour in enumerate(SEATS):
        _rates(right, [(y, row[3]) for y, row in enumerate(rows) if row[0] == seat], colour)
    left.set_yticks(range(len(rows)), ["%s (seat %d)" % (row[1], row[0]) for row in rows],
                    fontsize=8)  # fmt: skip
    left.set_ylim(len(rows) - 0.4, -0.6)
    left.set_xlabel("games")
    right.set_xlim(0, 1)
    _percent(right.xaxis)
    right.set_xlabel("victories (dark stroke: all games of that seat)")
    _grid(right, "x")
    better = [row for row in rows if row[3][1] > base[row[0]][0]]
    worse = [row for row in rows if row[3][2] < base[row[0]][0]]
    sentence = (
        "The first decisions of seats that had a choice, %d different ones; the most frequent are "
        "shown%s. " % (different, ", below what is alike in kind" if kinds else "")
    )
    sentence += "Better than the seat's usual, by more than its interval: %s. Worse: %s. " % (
        _listed(["%s (seat %d)" % (row[1], row[0]) for row in better]) or "none",
        _listed(["%s (seat %d)" % (row[1], row[0]) for row in worse]) or "none",
    )
    sentence += "One interval in twenty misses by chance."
    return _drawn("openings", "Which openings pay", sentence, figure)


def effects(db: Connection, cells: "list[Cell]") -> "Drawn | None":
    """What each varied option changes, from games of equal seeds."""
    pairs = findings.pairs(cells)
    if not pairs:
        return None
    rows = list(pairs)
    measures = findings.MEASURES
    figure, grid = pyplot.subplots(
        2, 3, figsize=(_WIDE, 1.2 + 0.62 * len(rows)), sharey=True, squeeze=False
    )
    notable = []
    for axes, measure in zip(grid.flat, measures, strict=True):
        axes.axvline(0, color=_QUIET, lw=1)
        for y, key in enumerate(rows):
            middle, low, high, _ = findings.effect(db, pairs[key], measure)
            sure = low > 0 or high < 0
            axes.errorbar(middle, y, xerr=[[middle - low], [high - middle]], fmt="o", ms=4.5,
                          color=_INK if sure else "#b9b3a6", capsize=2.5)  # fmt: skip
            if sure and measure is measures[0]:
                notable.append("%s by %+.1f (%.1f to %.1f)" % (_change(key), middle, low, high))
        axes.set_title(measure[0], fontsize=8.5)
        axes.tick_params(labelsize=8)
        _grid(axes, "x")
    for axes in grid[:, 0]:
        axes.set_yticks(range(len(rows)), [_change(key) for key in rows], fontsize=8)
        axes.set_ylim(len(rows) - 0.4, -0.6)
    sentence = (
        "What changes against the first value of an option, game by game from equal seeds, with "
        "intervals of 95 %; pale dots may be chance. "
    )
    sentence += (
        "Victories of seat 0, in points of a hundred: %s." % _listed(notable)
        if notable
        else "No option is sure to change the victories of seat 0."
    )
    return _drawn("effects", "What the options change", sentence, figure)


def _change(key: str) -> str:
    return "%s %s → %s" % key


def ladder(db: Connection, cells: "list[Cell]") -> "Drawn | None":
    """Elo of the players that met."""
    matches = findings.matches(db, cells)
    if not matches:
        return None
    ratings = stats.elo(matches)
    lowest = min(ratings, key=lambda name: ratings[name][0])
    names = sorted(ratings, key=lambda name: ratings[name][0])
    figure, axes = _figure(0.9 + 0.34 * len(names))
    for y, name in enumerate(names):
        points, low, high = ratings[name]
        axes.errorbar(points, y, xerr=[[points - low], [high - points]], fmt="o", color=_INK,
                      capsize=2.5)  # fmt: skip
        axes.annotate("%.0f" % points, (points, y), (0, 6), textcoords="offset points",
                      ha="center", fontsize=8)  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.3)
    anchor = next(iter(ratings))
    axes.set_xlabel("Elo points above %s, 95 %%" % anchor)
    _grid(axes, "x")
    met = []
    for seats, won in matches:
        games = sum(won.values())
        first = next(iter(seats))
        met.append(
            "%s won %s of %d games against %s"
            % (first, interval(stats.share(WIN * won[first], games)), games,
               " and ".join(name for name in seats if name != first))
        )  # fmt: skip
    sentence = (
        "How much skill decides: 400 points multiply the odds by ten. %s. The range from %s up to "
        "%s is %.0f points." % ("; ".join(met), lowest, names[-1],
                                ratings[names[-1]][0] - ratings[lowest][0])
    )  # fmt: skip
    return _drawn("ladder", "How much skill decides", sentence, figure)


def _rates(axes: "Axes", rows: list, colour: int | str) -> None:
    """Draw [(y, (rate, low, high)), ...] as dots with their intervals."""
    if rows:
        below = [rate - low for _, (rate, low, _) in rows]
        above = [high - rate for _, (rate, _, high) in rows]
        axes.errorbar([rate for _, (rate, _, _) in rows], [y for y, _ in rows],
                      xerr=[below, above], fmt="o", color=colour, ms=3.5, lw=1.1,
                      clip_on=False)  # fmt: skip


def _figure(height: float) -> tuple:
    return pyplot.subplots(figsize=(_WIDE, height))


def _grid(axes: "Axes", which: Literal["both", "x", "y"]) -> None:
    axes.grid(True, axis=which, lw=0.7)


def _percent(axis: "Axis") -> None:
    """Write fractions as percentages, at steps that need no rounding."""
    axis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10)))
    axis.set_major_formatter(lambda value, _: "%g %%" % round(100 * value, 3))


def _legend(axes: "Axes", title: str | None = None) -> None:
    """Put the legend above the axes, where it covers no mark."""
    axes.legend(
        title=title, title_fontsize=8, fontsize=8, loc="lower left", bbox_to_anchor=(-0.02, 1),
        ncols=3, handlelength=1.2, columnspacing=1.2, borderaxespad=0.2,
    )  # fmt: skip


def _bin(values: list[int]) -> int:
    """Return a whole bin width, so that about 40 bins hold all values."""
    return max(1, -(-(max(values) - min(values) + 1) // 40)) if values else 1


def _binned(rows: list, wide: int) -> list[tuple]:
    found = {}
    for value, count in rows:
        found[value // wide * wide] = found.get(value // wide * wide, 0) + count
    return sorted(found.items())


def _pooled(rows: list) -> list[tuple]:
    """Pool leads into about 25 steps, so that each has enough games."""
    wide = max(1, -(-(rows[-1][0] - rows[0][0] + 1) // 25))
    found = {}
    for ahead, seats, rate in rows:
        entry = found.setdefault(ahead // wide * wide + wide // 2, [0, 0.0])
        entry[0] += seats
        entry[1] += seats * rate
    return [(ahead, seats, won / seats) for ahead, (seats, won) in sorted(found.items())]


def _listed(names: list[str], most: int = 8) -> str:
    if len(names) > most:
        return ", ".join(names[:most]) + " and %d more" % (len(names) - most)
    return ", ".join(names)


def _drawn(name: str, title: str, sentence: str, figure: "Figure") -> "Drawn":
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    svg = out.getvalue()
    svg = re.sub("<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, Arial, sans-serif")
    # all drawings share one page, so the names of marks and clips are renumbered in each
    svg = re.sub(r'(id="|url\(#|href="#)', lambda match: match.group(1) + name + "-", svg)
    return Drawn(name, title, sentence, svg)
