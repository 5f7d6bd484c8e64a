"""Selects records of a study: typical games and extreme ones."""

import json
import zlib
from collections import namedtuple
from pathlib import Path
from sqlite3 import Connection
from typing import TYPE_CHECKING

from games import make
from games.record import lines
from sim.study import findings
from sim.study.plan import seated

if TYPE_CHECKING:
    from games.base import Game
    from sim.study.plan import Cell

Pick = namedtuple("Pick", "file why figure cell number players decisions scores")

# Why a game is picked, the figure it belongs to ("" for none), and the order that puts it first.
_REASONS = (
    ("typical in length and margin", "",
     "abs(decisions - :decisions) / :decisions + abs(margin - :margin) / (1 + :margin)"),
    ("the shortest", "lengths", "decisions"),
    ("the longest", "lengths", "-decisions"),
    ("the narrowest, with most changes of the lead", "points", "margin, -lead_changes"),
    ("the clearest", "points", "-margin"),
    ("with most changes of the lead", "lead", "-lead_changes"),
    ("decided last: a seat that lost led almost to the end", "lead",
     "-coalesce((select max(last_led) from seats as s where s.cell = g.cell"
     " and s.number = g.number and won = 0), 0)"),
)


def write(db: Connection, cell: "Cell", folder: Path) -> "list[Pick]":
    """Write the records of the picked games of a cell into a folder; return the list of Picks."""
    folder.mkdir(parents=True, exist_ok=True)
    usual = {what: findings.mean(db, cell, what)[0] for what in ("decisions", "margin")}
    picks: list[Pick] = []
    for why, figure, order in _REASONS:
        number, seed, log, decisions = db.execute(
            "select number, seed, log, decisions from games as g where cell = :cell"
            " order by %s, number limit 1" % order,
            {"cell": cell.index, **usual},
        ).fetchone()
        all_equal = figure == "lengths" and decisions == usual["decisions"]
        if all_equal or any(pick.number == number for pick in picks):
            continue
        game = _played(cell, log)
        path = folder / ("%s-%d-%d.jsonl" % (cell.game, cell.index, number))
        text = "".join(line + "\n" for line in lines(game, seed))
        path.write_text(text, "utf-8", newline="\n")
        picks.append(Pick(path.name, why, figure, cell, number, seated(cell, number), decisions,
                          game.scores()))
    return picks


def _played(cell: "Cell", log: bytes) -> "Game":
    """Return the game of a row's `log`."""
    game = make(cell.game, cell.seats, cell.options)
    for by, *action in json.loads(zlib.decompress(log)):
        game.apply(by, tuple(action))
    return game
