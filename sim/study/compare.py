"""The figures of a report that compare the rows of a study: seats, lengths, options, players.

A function returns a Drawn, or None if the study has nothing of that kind.
"""

from sqlite3 import Connection
from typing import TYPE_CHECKING, Any

from matplotlib import pyplot

from sim.study import drawing, findings, stats
from sim.study.drawing import BAR, INK, QUIET, SEATS, WIDE, Drawn
from sim.study.play import WIN

if TYPE_CHECKING:
    from sim.study.plan import Cell


def by_seat(db: Connection, cells: "list[Cell]", labels: dict[int, str]) -> "Drawn":
    """Victories by seat, with intervals, for every cell."""
    seats = sum(cell.seats for cell in cells)
    figure, axes = drawing.figure(0.9 + 0.42 * len(cells) + 0.06 * seats)
    sentences = []
    for row, cell in enumerate(cells):
        rates = findings.victories(db, cell)
        for seat, (rate, low, high) in enumerate(rates):
            y = row + (seat - (cell.seats - 1) / 2) * 0.18
            axes.errorbar(
                rate, y, xerr=[[rate - low], [high - rate]], fmt="o", color=SEATS[seat], ms=5,
                capsize=2.5, label="seat %d" % seat,
            )
        fair = 1 / cell.seats
        axes.plot([fair, fair], [row - 0.45, row + 0.45], color=QUIET, ls=":", lw=1.2)
        sentences.append("%s: %s" % (labels[cell.index], _seat_sentence(rates, fair)))
    axes.set_yticks(range(len(cells)), [labels[cell.index] for cell in cells])
    axes.set_ylim(len(cells) - 0.4, -0.6)
    drawing.percent(axes.xaxis)
    axes.set_xlabel("victories, shared ones in parts (dotted: equal seats; bars: 95 %)")
    named = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    axes.legend(named.values(), named.keys(), loc="upper left", bbox_to_anchor=(1, 1))
    drawing.grid(axes, "x")
    sentence = "Dots are the share of games that a seat won. " + " ".join(sentences[:3])
    return drawing.drawn("seats", "Who wins, by seat", sentence, figure)


def _seat_sentence(rates: list[tuple[float, float, float]], fair: float) -> str:
    text = ", ".join("seat %d won %s" % (seat, interval(rate)) for seat, rate in enumerate(rates))
    off = [rate for rate in rates if not rate[1] <= fair <= rate[2]]
    return text + ("; that is more than chance." if off else "; that may be chance.")


def interval(rate: tuple[float, float, float]) -> str:
    """Return (rate, low, high) in words."""
    return "%.1f %% (%.1f to %.1f)" % tuple(100 * part for part in rate)


def lengths(db: Connection, cells: "list[Cell]", labels: dict[int, str]) -> "Drawn":
    """Turns and decisions of every cell: median, and from the 5th to the 95th percentile."""
    figure, both = pyplot.subplots(
        1, 2, figsize=(WIDE, 1.0 + 0.36 * len(cells)), sharey=True, width_ratios=(1, 1)
    )
    said: dict[str, Any] = {}
    for axes, what in zip(both, ("turns", "decisions"), strict=True):
        for row, cell in enumerate(cells):
            found = findings.histogram(db, cell, what)
            low, middle, high = (stats.quantile(found, part) for part in (0.05, 0.5, 0.95))
            axes.plot([low, high], [row, row], color=BAR, lw=5, alpha=0.45, solid_capstyle="butt")
            axes.plot(middle, row, "|", color=INK, ms=13, mew=2.2)
            axes.annotate(
                str(middle), (middle, row), (0, 8), textcoords="offset points", ha="center",
                fontsize=8,
            )
            said.setdefault(what, (middle, low, high))
        axes.set_xlim(left=0)
        axes.set_xlabel(what)
        drawing.grid(axes, "x")
    both[0].set_yticks(range(len(cells)), [labels[cell.index] for cell in cells])
    both[0].set_ylim(len(cells) - 0.4, -0.7)
    sentence = (
        "Half of the games of the first row take at least %d turns and %d decisions; nine in ten "
        "%d to %d turns and %d to %d decisions. A turn is a run of decisions of one seat."
        % (said["turns"][0], said["decisions"][0], *said["turns"][1:], *said["decisions"][1:])
    )
    return drawing.drawn("lengths", "How long games last", sentence, figure)


def effects(db: Connection, cells: "list[Cell]") -> "Drawn | None":
    """The effect of each varied option, from games of equal seeds."""
    pairs = findings.pairs(cells)
    if not pairs:
        return None
    rows = list(pairs)
    measures = findings.MEASURES
    figure, grid = pyplot.subplots(
        2, 3, figsize=(WIDE, 1.2 + 0.62 * len(rows)), sharey=True, squeeze=False
    )
    notable = []
    for axes, measure in zip(grid.flat, measures, strict=True):
        axes.axvline(0, color=QUIET, lw=1)
        for y, key in enumerate(rows):
            middle, low, high, _ = findings.effect(db, pairs[key], measure)
            sure = low > 0 or high < 0
            axes.errorbar(middle, y, xerr=[[middle - low], [high - middle]], fmt="o", ms=4.5,
                          color=INK if sure else "#b9b3a6", capsize=2.5)
            if sure and measure is measures[0]:
                notable.append("%s by %+.1f (%.1f to %.1f)" % (_change(key), middle, low, high))
        axes.set_title(measure[0], fontsize=8.5)
        axes.tick_params(labelsize=8)
        drawing.grid(axes, "x")
    for axes in grid[:, 0]:
        axes.set_yticks(range(len(rows)), [_change(key) for key in rows], fontsize=8)
        axes.set_ylim(len(rows) - 0.4, -0.6)
    sentence = (
        "What changes against the first value of an option, game by game from equal seeds, with "
        "intervals of 95 %; pale dots may be chance. "
    )
    sentence += (
        "Victories of seat 0, in points of a hundred: %s." % drawing.listed(notable)
        if notable
        else "No option is sure to change the victories of seat 0."
    )
    return drawing.drawn("effects", "What the options change", sentence, figure)


def _change(key: tuple[Any, ...]) -> str:
    return "%s %s → %s" % key


def ladder(db: Connection, cells: "list[Cell]") -> "Drawn | None":
    """Elo of the players that met."""
    matches = findings.matches(db, cells)
    if not matches:
        return None
    ratings = stats.elo(matches)
    lowest = min(ratings, key=lambda name: ratings[name][0])
    names = sorted(ratings, key=lambda name: ratings[name][0])
    figure, axes = drawing.figure(0.9 + 0.34 * len(names))
    for y, name in enumerate(names):
        points, low, high = ratings[name]
        axes.errorbar(points, y, xerr=[[points - low], [high - points]], fmt="o", color=INK,
                      capsize=2.5)
        axes.annotate("%.0f" % points, (points, y), (0, 6), textcoords="offset points",
                      ha="center", fontsize=8)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.3)
    anchor = next(iter(ratings))
    axes.set_xlabel("Elo points above %s, 95 %%" % anchor)
    drawing.grid(axes, "x")
    met = []
    for seats, won in matches:
        games = sum(won.values())
        first = next(iter(seats))
        met.append(
            "%s won %s of %d games against %s"
            % (first, interval(stats.share(WIN * won[first], games)), games,
               " and ".join(name for name in seats if name != first))
        )
    sentence = (
        "How much skill decides: 400 points multiply the odds by ten. %s. The range from %s up to "
        "%s is %.0f points." % ("; ".join(met), lowest, names[-1],
                                ratings[names[-1]][0] - ratings[lowest][0])
    )
    return drawing.drawn("ladder", "How much skill decides", sentence, figure)
