"""The report of a study: one self-contained HTML page, figures as files, and records."""

import html
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from games import game_class
from sim.study import compare, figures, findings, picks
from sim.study.course import POINT, WHOLE
from sim.study.errors import StudyError

if TYPE_CHECKING:
    from sim.study.drawing import Drawn
    from sim.study.plan import Cell
    from sim.study.store import Store

_PAGE = Path(__file__).parent / "page.html"
_MOST = 40  # rows in a table or a figure
WINDOW = "http://127.0.0.1:8137/"  # where `leyboard play` opens


def write(store: "Store", folder: Path) -> Path:
    """Write `report.html`, `figures/` and `records/` into a folder; return the page's path.

    Raises StudyError if there is nothing to report yet, or the folder is not writable.
    """
    db = store.db
    cells = [cell for cell in store.plan.cells if findings.played(db, cell)][:_MOST]
    if not cells:
        raise StudyError("no game has been played yet in %s" % folder)
    try:
        page = _Page(store, cells, folder)
        path = folder / "report.html"
        path.write_text(page.text(), "utf-8", newline="\n")
    except OSError as error:
        raise StudyError("cannot write the report to %s: %s" % (folder, error.strerror)) from None
    return path


class _Page:
    def __init__(self, store: "Store", cells: "list[Cell]", folder: Path):
        self.store = store
        self.db = store.db
        self.cells = cells
        self.folder = folder
        self.labels = _labels(cells)
        self.focus = _focus(cells)
        self.games = sum(findings.played(self.db, cell) for cell in cells)

    def text(self) -> str:
        name = game_class(self.store.plan.game).TITLE
        title = "%s: a study of %s games" % (name, _number(self.games))
        drawn = self._figures()
        found = picks.write(self.db, self.focus, self.folder / "records")
        sections = [self._summary()] + [_figure(one, found) for one in drawn]
        sections += [self._events(), self._records(found)]
        contents = [("cells", "What was played")] + [(one.name, one.title) for one in drawn]
        contents += [("rules", "What comes up how often"), ("records", "Games to look at")]
        return Template(_PAGE.read_text("utf-8")).substitute(
            title=html.escape(title),
            intro=self._intro(),
            contents="\n".join('<a href="#%s">%s</a>' % entry for entry in contents),
            body="\n".join(sections),
            foot="Version %s of rules and players, first seed %d. The numbers are in "
            "<code>%s</code>, tables and columns as <code>sim/study/store.py</code> tells."
            % (self.store.version, self.store.plan.seed, self.store.path.name),
        )

    def _figures(self) -> list[Any]:
        db, focus = self.db, self.focus
        drawn = [
            compare.by_seat(db, self.cells, self.labels),
            compare.lengths(db, self.cells, self.labels),
            compare.effects(db, self.cells),
            compare.ladder(db, self.cells),
            figures.points(db, focus),
            figures.lead(db, focus),
            figures.branching(db, focus),
            figures.uses(db, focus, focus.players[0]),
            figures.numbers(db, focus),
            figures.maps(db, focus),
            figures.openings(db, focus),
        ]
        made = [one for one in drawn if one is not None]
        folder = self.folder / "figures"
        folder.mkdir(exist_ok=True)
        for one in made:
            (folder / ("%s.svg" % one.name)).write_text(one.svg, "utf-8", newline="\n")
        return made

    def _intro(self) -> str:
        text = "<p>Computer players played this: %s. " % html.escape(
            _names(sorted({name for cell in self.cells for name in cell.players}))
        )
        text += (
            "Random takes any legal action, greedy looks one action ahead or follows a plan, "
            "search plays that many rounds before each decision. Their play does not prove what "
            "people do; what weak and strong players have in common comes from the game.</p>"
        )
        forced, forbidden = self.store.plan.openings
        for how, names in (("began with", forced), ("did not begin with", forbidden)):
            if names:
                text += "<p>By order the games %s: %s.</p>" % (
                    how, html.escape("; ".join(names)))
        if len(self.cells) > 1:
            text += "<p>Figures that show one row of the table only show <b>%s</b>.</p>" % (
                html.escape(self.labels[self.focus.index])
            )
        return text

    def _summary(self) -> str:
        rows = []
        for cell in self.cells:
            db = self.db
            games, different = findings.played(db, cell), findings.different(db, cell)
            cells = [_number(games)]
            if different < games:
                cells = ["%s, %s different" % (_number(games), _number(different))]
            cells += [_mean(findings.mean(db, cell, what)) for what in
                      ("turns", "decisions", "lead_changes", "lasting",
                       "1.0 * drama / %d" % POINT, "100.0 * decisive / %d" % WHOLE, "margin")]
            cells.append("%.1f %%" % (100 * findings.shared(db, cell)[0]))
            reasons = findings.histogram(db, cell, "reason")
            total = sum(count for _, count in reasons)
            ends = ", ".join("%s %.0f %%" % (why, 100 * n / total) for why, n in reasons)
            rows.append([self.labels[cell.index], *cells, ends])
        heads = ("", "games", "turns", "decisions", "lead changes", "that last", "drama",
                 "decided after, %", "margin", "shared", "ends")
        return (
            '<figure id="cells"><figcaption><h2>What was played</h2><p>A row is a setting with a '
            "line-up of players, who move on a seat each game. Means have 95 %% intervals; games "
            "of one number have the same seed in every row. Where players repeat whole games, "
            "intervals tell of these players alone. A lead lasts that is held for a tenth of the "
            "game. Drama: how many points the winner was behind, in the mean of all moments. "
            "A game is decided once its winner leads by more than any loser ever did.</p>"
            "</figcaption>%s</figure>" % _table(heads, rows, words=(0, 10))
        )

    def _events(self) -> str:
        events = findings.events(self.db, self.focus)
        games = findings.played(self.db, self.focus)
        rows = [
            [("chance: " + event[2:]) if event.startswith("~ ") else event,
             "%.1f %%" % (100 * count / games), "%.2f" % (times / games)]
            for event, times, count in events[:_MOST]
        ]
        rare = ": the rarest of %d" % len(events) if len(events) > _MOST else ", the rarest first"
        return (
            '<figure id="rules"><figcaption><h2>What comes up how often</h2><p>Events that the '
            "rules tell of, and what chance does%s. What is not here never happened.</p>"
            "</figcaption>%s</figure>"
            % (rare, _table(("", "of games", "times a game"), rows, words=(0,)))
        )

    def _records(self, found: list[Any]) -> str:
        rows = []
        for pick in found:
            rows.append([
                html.escape(pick.why),
                str(pick.number),
                html.escape(_names(pick.players)),
                str(pick.decisions),
                " : ".join(map(str, pick.scores)),
                _replay(pick, "replay"),
                '<a href="records/%s">%s</a>' % (pick.file, pick.file),
            ])
        heads = ("", "game", "players", "decisions", "points", "", "record")
        command = "leyboard play --records %s" % (self.folder / "records")
        return (
            '<figure id="records"><figcaption><h2>Games to look at</h2><p>Typical and extreme '
            "games. To replay them in the window, start <code>%s</code>, then follow the links."
            "</p></figcaption>%s</figure>"
            % (html.escape(command), _table(heads, rows, words=(0, 2, 5, 6), escaped=True))
        )


def _focus(cells: "list[Cell]") -> "Cell":
    """Return the cell shown in single figures: the first setting's last line-up of equals, or its
    last one."""
    first = [cell for cell in cells if cell[2:4] == cells[0][2:4]]
    equal = [cell for cell in first if len(set(cell.players)) == 1]
    return (equal or first)[-1]


def _labels(cells: "list[Cell]") -> dict[int, str]:
    """Return a short name for each cell by its index: only the parts that differ."""
    options: dict[str, set[Any]] = {}
    for cell in cells:
        for name, value in cell.options.items():
            options.setdefault(name, set()).add(value)
    varied = [name for name, values in options.items() if len(values) > 1]
    seats = len({cell.seats for cell in cells}) > 1
    lineups = len({cell.players for cell in cells}) > 1
    labels = {}
    for cell in cells:
        parts = ["%d seats" % cell.seats] if seats else []
        parts += ["%s %s" % (name, cell.options[name]) for name in varied]
        if lineups or not parts:
            parts.append(_names(cell.players))
        labels[cell.index] = ", ".join(parts)
    return labels


def _names(players: tuple[str, str] | list[Any]) -> str:
    """Return players in words: "greedy", or "search:30 : greedy"."""
    return players[0] if len(set(players)) == 1 else " : ".join(players)


def _figure(one: "Drawn", found: list[Any]) -> str:
    sentence = html.escape(one.sentence)
    games = [pick for pick in found if pick.figure == one.name] or found[:1]
    links = ", ".join(_replay(pick, html.escape(pick.why)) for pick in games)
    svg = one.svg.replace("<svg ", '<svg role="img" aria-label="%s" ' % html.escape(one.title), 1)
    return (
        '<figure id="%s"><figcaption><h2>%s</h2><p>%s</p></figcaption>%s'
        '<p class="games"><a href="#records">Games</a> to replay: %s</p></figure>'
        % (one.name, html.escape(one.title), sentence, svg, links)
    )


def _replay(pick: "picks.Pick", words: str) -> str:
    """Return a link that opens the record in the window."""
    return '<a href="%s?record=%s">%s</a>' % (WINDOW, pick.file, words)


def _table(
    heads: tuple[str, ...] | list[str], rows: list[Any], words: list[Any] | tuple[Any, ...],
    escaped: bool = False,
) -> str:
    """Return a table; columns in `words` hold text. Cells are escaped unless they are already."""
    def row(tag: str, cells: tuple[str, ...] | list[str]) -> str:
        return "<tr>%s</tr>" % "".join(
            "<%s%s>%s</%s>" % (tag, ' class="words"' if i in words else "", cell, tag)
            for i, cell in enumerate(cells)
        )

    if not escaped:
        rows = [[html.escape(cell) for cell in cells] for cells in rows]
    return '<div class="scroll"><table>%s%s</table></div>' % (
        row("th", heads), "".join(row("td", cells) for cells in rows))


def _mean(found: tuple[float, float, float]) -> str:
    middle, low, high = found
    return "%.1f ± %.1f" % (middle, (high - low) / 2)


def _number(count: "Any") -> str:
    return f"{count:,}".replace(",", " ")
