"""Queries of a study's file: each function answers one question and returns plain numbers.

The database computes all sums and counts, so memory does not grow with the games. `db` is the
connection, `cell` a Cell of the plan.
"""

from sqlite3 import Connection
from typing import TYPE_CHECKING, Any

from games import make
from sim import intervals
from sim.study import stats
from sim.study.play import WIN

if TYPE_CHECKING:
    from sim.study.plan import Cell

# Measures of an option's effect: name, table, expression over a row.
MEASURES = (
    ("victories of seat 0, %", "seats", "case when seat = 0 then 100.0 * won / %d end" % WIN),
    ("decisions", "games", "decisions"),
    ("turns", "games", "turns"),
    ("changes of the lead", "games", "lead_changes"),
    ("margin of the winner", "games", "margin"),
    ("points of a seat", "seats", "score"),
)


def played(db: Connection, cell: "Cell") -> float:
    """Return the number of games of a cell."""
    return _one(db, "select count(*) from games where cell = ?", cell.index)[0]


def different(db: Connection, cell: "Cell") -> float:
    """Return the number of games of a cell without those that repeat another one."""
    return _one(db, "select count(distinct log) from games where cell = ?", cell.index)[0]


def victories(db: Connection, cell: "Cell") -> list[tuple[float, float, float]]:
    """Return (rate, low, high) of victories by seat."""
    rows = db.execute(
        "select sum(won), count(*) from seats where cell = ? group by seat order by seat",
        (cell.index,),
    )
    return [stats.share(*row) for row in rows]


def shared(db: Connection, cell: "Cell") -> tuple[float, float, float]:
    """Return (rate, low, high) of games with several winners."""
    games = played(db, cell)
    found = _one(
        db,
        "select count(distinct number) from seats where cell = ? and won > 0 and won < %d" % WIN,
        cell.index,
    )
    return stats.share(WIN * found[0], games)


def histogram(db: Connection, cell: "Cell", what: str) -> list[tuple[Any, ...]]:
    """Return [(value, games), ...] of a column of `games`."""
    question = "select %s, count(*) from games where cell = ? group by 1 order by 1" % what
    return db.execute(question, (cell.index,)).fetchall()


def mean(db: "Any", cell: "Cell", what: str) -> tuple[float, float, float]:
    """Return (mean, low, high) of a column of `games`."""
    question = "select count(*), total(%s), total(%s * %s) from games where cell = ?"
    return intervals.mean(*_one(db, question % (what, what, what), cell.index))


def scores(db: Connection, cell: "Cell") -> list[tuple[Any, ...]]:
    """Return [(score, seats that won with it, seats that did not), ...]."""
    return db.execute(
        "select score, sum(won > 0), sum(won = 0) from seats where cell = ? group by 1 order by 1",
        (cell.index,),
    ).fetchall()


def chances(db: Connection, cell: "Cell") -> dict[int, list[tuple[Any, ...]]]:
    """Return {tenth: [(lead, seats, rate of victories), ...]}: the worth of a lead at that
    time."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for tenth, lead, seats, won in db.execute(
        "select tenth, lead, seats, won from leads where cell = ? order by tenth, lead",
        (cell.index,),
    ):
        found.setdefault(tenth, []).append((lead, seats, won / WIN / seats))
    return found


def beaten(db: Connection, cell: "Cell", hope: float) -> list[tuple[int, float]]:
    """Return [(tenth, share of seats), ...]: seats so far behind that at most the fraction `hope`
    of all seats at least as far behind won."""
    result = []
    for tenth, row in chances(db, cell).items():
        out = seats = won = 0
        for _, count, rate in row:  # furthest behind first
            seats += count
            won += count * rate
            if won <= hope * seats:
                out = seats
        total = sum(count for _, count, _ in row)
        result.append((tenth, out / total))
    return result


def choices(db: Connection, cell: "Cell") -> list[tuple[Any, ...]]:
    """Return [(tenth, mean of legal actions, share of decisions with just one), ...]."""
    return db.execute(
        "select tenth, 1.0 * sum(actions) / sum(decisions), 1.0 * sum(single) / sum(decisions)"
        " from choices where cell = ? group by 1 order by 1",
        (cell.index,),
    ).fetchall()


def uses(db: Connection, cell: "Cell", player: str) -> list[tuple[Any, ...]]:
    """Return [(option, possible, taken, could, did, victories of seats that did, of seats that
    could but did not), ...], the last two as (rate, low, high); most taken first."""
    rows = db.execute(
        "select option, possible, taken, could, did, could_won, did_won from uses"
        " where cell = ? and player = ? order by taken desc, option",
        (cell.index, player),
    )
    return [
        (*row[:5], stats.share(row[6], row[4]), stats.share(row[5] - row[6], row[3] - row[4]))
        for row in rows
    ]


def events(db: Connection, cell: "Cell") -> list[tuple[Any, ...]]:
    """Return [(event, times, games), ...], the rarest first."""
    return db.execute(
        "select event, times, games from events where cell = ? order by games, times, event",
        (cell.index,),
    ).fetchall()


def numbers(db: Connection, cell: "Cell") -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
    """Return {(option, place): [(value, times, rate of victories), ...]}."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for option, place, value, times, won in db.execute(
        "select option, place, value, times, won from numbers where cell = ?"
        " order by option, place, value",
        (cell.index,),
    ):
        found.setdefault((option, place), []).append((value, times, won / WIN / times))
    return found


def places(db: Connection, cell: "Cell") -> dict[str, list[tuple[Any, ...]]]:
    """Return {what: [(spot, times, points gained), ...]}; events begin with "* "."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for what, spot, times, gain in db.execute(
        "select what, spot, times, gain from places where cell = ? order by what, spot",
        (cell.index,),
    ):
        found.setdefault(what, []).append((spot, times, gain))
    return found


def openings(db: Connection, cell: "Cell", most: int) -> tuple[list[tuple[Any, ...]], float]:
    """Return [(seat, words, games, (rate, low, high), mean final lead), ...], most played first,
    and the number of different openings."""
    found = _openings(db, cell, "words", "3 desc, 1, 2", most)
    count = _one(
        db, "select count(*) from (select distinct seat, words from openings where cell = ?)",
        cell.index,
    )
    return found, count[0]


def opening_kinds(db: Connection, cell: "Cell") -> list[tuple[Any, ...]]:
    """Return the same for the first words of openings, over all seats."""
    word = "substr(words, 1, instr(words || ' ', ' ') - 1)"
    return _openings(db, cell, word, "1, 3 desc, 2", -1)


def _openings(
    db: Connection, cell: "Cell", by: str, order: str, most: int
) -> list[tuple[Any, ...]]:
    rows = db.execute(
        "select seat, %s, sum(games), sum(won), sum(lead) from openings where cell = ?"
        " group by 1, 2 order by %s limit ?" % (by, order),
        (cell.index, most),
    )
    return [
        (seat, words, games, stats.share(won, games), lead / games)
        for seat, words, games, won, lead in rows
    ]


def matches(db: Connection, cells: "list[Cell]") -> list[tuple[Any, ...]]:
    """Return [(seats by player, wins by player), ...] of cells where different players met."""
    found = []
    for cell in cells:
        if len(set(cell.players)) > 1 and played(db, cell):
            seats = {name: cell.players.count(name) for name in cell.players}
            rows = db.execute(
                "select player, sum(won) from seats where cell = ? group by player", (cell.index,)
            )
            found.append((seats, {name: won / WIN for name, won in rows}))
    return found


def pairs(cells: "list[Cell]") -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
    """Return {(what, base, other): [(cell, cell), ...]}: pairs of cells that differ only in the
    seats or in one option, and in defaults that follow from it; `base` is the value named
    first."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for one in cells:
        for two in cells[one.index + 1 :]:
            lineup = one.players == two.players or len({*one.players, *two.players}) == 1
            key = _difference(one, two)
            if lineup and key:
                found.setdefault(key, []).append((one, two))
    firsts: dict[str, Any] = {}
    for what, base, _ in found:
        firsts.setdefault(what, base)
    return {key: pairs for key, pairs in found.items() if firsts[key[0]] == key[1]}


def _difference(one: "Cell", two: "Cell") -> tuple[Any, ...] | None:
    """Return (what, value, other value) if two cells differ in only one thing, else None.

    Other options may differ if each cell has the default that follows from that thing.
    """
    differ = [name for name in one.options if one.options[name] != two.options[name]]
    if one.seats != two.seats:
        key = ("seats", one.seats, two.seats)
    elif differ:
        key = (differ[0], one.options[differ[0]], two.options[differ[0]])
    else:
        return None
    others = [name for name in differ if name != key[0]]
    for cell in (one, two):
        given = {name: cell.options[name] for name in cell.options if name not in others}
        follows = make(cell.game, cell.seats, given).options
        if any(cell.options[name] != follows[name] for name in others):
            return None
    return key


def effect(
    db: Connection, pairs: "list[tuple[Cell, Cell]]", measure: tuple[str, str, str]
) -> tuple[float, float, float, int]:
    """Return (mean difference, low, high, games) of a measure, game by game of equal seeds."""
    _, table, expression = measure
    count = total = squares = 0
    for one, two in pairs:
        side = "(select number, avg(%s) as x from %s where cell = ? group by number)"
        side %= (expression, table)
        row = db.execute(
            "select count(*), total(b.x - a.x), total((b.x - a.x) * (b.x - a.x)) from %s as a"
            " join %s as b using (number)" % (side, side),
            (one.index, two.index),
        ).fetchone()
        count += row[0]
        total += row[1]
        squares += row[2]
    return (*intervals.mean(count, total, squares), count)


def _one(db: Connection, question: str, *values: int) -> tuple[float, ...]:
    row: tuple[float, ...] = db.execute(question, values).fetchone()
    return row
