"""The look of figures in a report: colours, axes, marks, and SVG output."""

import io
import re
from collections import namedtuple
from typing import TYPE_CHECKING, Any, Literal

import matplotlib

matplotlib.use("svg")  # needs no window system
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import MaxNLocator  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Drawn = namedtuple("Drawn", "name title sentence svg")

SEATS = (
    "#b8383d", "#2f66a8", "#2f7d4f", "#a8780c",  # as on the table: red, blue, green, gold
    "#7a4fa0", "#2a8a8a", "#c0668f", "#6b6761",  # games of others have up to eight seats
)
PAPER = "#fbf9f4"  # the page's colour, so that a figure can also be read on its own
INK = "#2b2a27"
QUIET = "#8a857b"
BAR = "#5b7f95"
WIDE = 7.6  # inches

pyplot.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "leyboard", "font.size": 9.5,
    "font.family": "DejaVu Sans", "text.color": INK, "axes.edgecolor": QUIET,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 10,
    "axes.titleweight": "bold", "axes.titlelocation": "left", "legend.frameon": False,
    "figure.constrained_layout.use": True, "figure.constrained_layout.wspace": 0.05,
    "grid.color": "#ddd8cc", "axes.axisbelow": True,
    "xtick.major.size": 3, "ytick.major.size": 3, "figure.facecolor": PAPER,
    "axes.facecolor": "none", "savefig.facecolor": PAPER,
})


def figure(height: float) -> tuple[Any, ...]:
    """Return a figure of this height in inches, and its axes."""
    return pyplot.subplots(figsize=(WIDE, height))


def rates(axes: "Axes", rows: list[Any], colour: int | str) -> None:
    """Draw [(y, (rate, low, high)), ...] as dots with their intervals."""
    if rows:
        below = [rate - low for _, (rate, low, _) in rows]
        above = [high - rate for _, (rate, _, high) in rows]
        axes.errorbar([rate for _, (rate, _, _) in rows], [y for y, _ in rows],
                      xerr=[below, above], fmt="o", color=colour, ms=3.5, lw=1.1,
                      clip_on=False)


def grid(axes: "Axes", which: Literal["both", "x", "y"]) -> None:
    axes.grid(True, axis=which, lw=0.7)


def percent(axis: "Axis") -> None:
    """Write fractions as percentages, at steps that need no rounding."""
    axis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10)))
    axis.set_major_formatter(lambda value, _: "%g %%" % round(100 * value, 3))


def legend(axes: "Axes", title: str | None = None) -> None:
    """Put the legend above the axes, where it covers no mark."""
    axes.legend(
        title=title, title_fontsize=8, fontsize=8, loc="lower left", bbox_to_anchor=(-0.02, 1),
        ncols=3, handlelength=1.2, columnspacing=1.2, borderaxespad=0.2,
    )


def drawn(name: str, title: str, sentence: str, figure: "Figure") -> Drawn:
    """Return a finished figure as SVG, with its title and a sentence that explains it."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    svg = out.getvalue()
    svg = re.sub("<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, Arial, sans-serif")
    # all drawings share one page, so the names of marks and clips are renumbered in each
    svg = re.sub(r'(id="|url\(#|href="#)', lambda match: match.group(1) + name + "-", svg)
    return Drawn(name, title, sentence, svg)


def listed(names: list[str], most: int = 8) -> str:
    """Return at most `most` names in words."""
    if len(names) > most:
        return ", ".join(names[:most]) + " and %d more" % (len(names) - most)
    return ", ".join(names)
