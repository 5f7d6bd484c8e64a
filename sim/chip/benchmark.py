"""The runs of `make chip`: each starts its own board and compares its figures with their budgets.
"""

import json
import shutil
import tempfile
from collections import namedtuple
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from games import make, names, source
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.rng import Rng
from sim.chip import budgets, image, measure
from sim.chip.desk import Desk
from sim.chip.evening import go_on, lit_after, play_alone, written
from sim.chip.pico import Pico
from sim.chip.table import Host, Played, TableError
from sim.chip.uf2 import OLDEST, version
from sim.window import geometry

if False:  # only mypy reads this: the names of types
    from games.types import Json, Words

# A figure: `value` and its `budget`, a maximum, or a minimum if `least`.
Figure = namedtuple("Figure", "what where value budget unit least", defaults=("ms", False))

REACTIONS = (("mars", "grid3"), ("mars", "grid6"), ("land", "grid9"), ("market", "grid9"),
             ("leylines", "grid9"), ("leylines", "isles12"))
CALIBRATED = (("mars", "grid3"), ("mars", "grid6"), ("land", "grid9"))  # by the virtual clock
OPTIONS: dict[tuple[Any, ...], dict[str, Any]] = {
    ("leylines", "grid9"): {"map": "compact"},
    ("landover", "hex37"): {"target": 8},  # shorter
}
WHOLE = (("mars", "grid6"), ("land", "grid9"), ("market", "grid9"), ("leylines", "grid9"),
         ("landover", "hex37"))
EVENING = ("hex37", "landover", 4)  # profile, game, seats: the largest
ROW = ("landover", "mars", "landover", "land", "landover")  # one after the other in an evening
_OF_EACH = 24  # their actions
PROFILES = ("grid3", "grid6", "grid9")
LONGEST = "longest tick, or step of long work in one; collections and the flash apart"
# The number of actions before the measured ones: then hands are full of dev cards, or the game
# nears its end.
LATE = (720, 960)
_LONG = 2000  # actions of the longest games
_SETTLE_MS = 1500
_ANEW_MS = 3000  # for the table to start itself anew
_A_CUT = 24  # the most erases and programs in which the power is cut


class BoardMaker:
    """Makes boards to measure: `uf2` and `bootrom` are paths, `build(profile, folder)` compiles
    the firmware into a folder."""

    def __init__(
        self,
        uf2: Path,
        bootrom: Path,
        build: Callable[..., Any],
        actions: int = 10,
        evening: int = 60,
        games: int = 1,
    ):
        self.uf2 = uf2
        self.bootrom = bootrom
        self.actions = actions  # by hand in each game
        self.games = games  # by hand of each kind, each on a board just switched on
        self.evening = evening  # of computer players on the board
        self.version = version(image.read_uf2(uf2), str(uf2)) if uf2 else OLDEST
        self._build = build
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-boards-")
        self._building = Lock()

    def close(self) -> None:
        self._folder.cleanup()

    def board(self, profile: str, more: dict[str, bytes] | None = None) -> Pico:
        """Return a board of a profile, switched on; `more` files lie on its flash, {name: bytes}.
        """
        files = self.files(profile)
        if more:
            files = Path(tempfile.mkdtemp(dir=self._folder.name)) / profile
            shutil.copytree(self.files(profile), files)
            for name, data in more.items():
                (files / name).write_bytes(data)
        return Pico(profile, self.uf2, self.bootrom, files)

    def files(self, profile: str) -> Path:
        """Return the folder of a profile's files, built once for all runs."""
        folder = Path(self._folder.name) / profile
        with self._building:  # runs begin side by side
            if not folder.exists():
                self._build(profile, folder)
        return folder


def is_met(figure: "Figure") -> bool | None:
    """Does a figure keep its budget? None if it has no budget."""
    if figure.budget is None or figure.value is None:
        return None
    if figure.least:
        return bool(figure.value >= figure.budget)
    return bool(figure.value <= figure.budget)


@contextmanager
def settled(boards: BoardMaker, profile: str) -> "Iterator[Pico]":
    """A board that has sent hello and come to rest, so that its start is not measured."""
    with boards.board(profile) as pico:
        Host(pico).hello()
        pico.run(_SETTLE_MS)
        pico.measures(reset=True)
        yield pico


# ---- the runs -----------------------------------------------------------------------------


def start(boards: BoardMaker, profile: str) -> list[Figure]:
    """From power-on to hello, and until every reader has been asked."""
    with boards.board(profile) as pico:
        hello, looked = measure.start(pico)
        heap = pico.measures()["heap"]
    budget = budgets.START if profile == "grid9" else None
    return [
        Figure("power-on to hello", profile, hello, None),
        Figure("power-on, every reader asked once", profile, looked, budget),
        Figure("heap free before a game", profile, heap["free"] / 1024, None, "KB", True),
    ]


def sweep(boards: BoardMaker, profile: str, tags: int, budget: int) -> list[Figure]:
    """A sweep of all readers without a game."""
    with boards.board(profile) as pico:
        Host(pico).hello()
        found = measure.sweep(pico, tags)
        ticks = sorted(pico.measures()["ticks"])
    return [
        Figure("sweep, %d tags" % tags, profile, found["sweep"], budget),
        Figure("tick while sweeping, p50", profile, ticks[len(ticks) // 2] / 1000, None),
    ]


def reaction(boards: BoardMaker, name: str, profile: str) -> list[Figure]:
    """Games by hand: the times from a piece to its lights, of all games together, since the p95 of
    a few pieces would be just the slowest one."""
    where = "%s, %s" % (profile, name)
    options = OPTIONS.get((name, profile))
    found: dict[str, Any] = {}
    counts = []
    for seed in range(1, 1 + boards.games):
        with settled(boards, profile) as pico:
            found = measure.play(pico, name, boards.actions, options, seed, found)
            counts.append(pico.measures())
    figures = [Figure("pieces placed", where, found["pieces"], None, "")]
    for part, what, (p50, p95) in (
        ("lit", "piece placed -> first light", budgets.FIRST_LIGHT),
        ("settled", "piece placed -> all lights stand", budgets.ALL_LIGHTS),
    ):
        values = found[part]
        if values:
            figures.append(Figure(what + ", p50", where, measure.median(values), p50))
            figures.append(Figure(what + ", p95", where, measure.percentile(values, 0.95), p95))
    if found["mistake"]:
        figures.append(
            Figure("piece taken away -> missing lit", where, max(found["mistake"]),
                   budgets.REMOVAL)
        )
    figures.append(
        Figure("lights dark between", where, max(found["dark"], default=0), budgets.DARK)
    )
    if found["tick"]:
        figures.append(
            Figure("longest tick while a hand waits for lights", where, max(found["tick"]),
                   budgets.STEP)
        )
    return figures + board_figures(boards, where, *counts)


def board_figures(boards: BoardMaker, where: str, *counts: "Json") -> list[Figure]:
    """Return the figures of one board, or of several together."""
    free, block = budgets.heap_kb(boards.version)
    ticks = sorted(tick for counted in counts for tick in counted["ticks"])
    works = [work for counted in counts for work in counted["works"]]
    heaps = [counted["heap"] for counted in counts]
    return [
        Figure(LONGEST, where, max(works) / 1000, budgets.STEP),
        Figure("the same with them", where, ticks[-1] / 1000, None),
        Figure("tick, p99", where, measure.percentile(ticks, 0.99) / 1000, None),
        Figure("flash busy, in all", where, sum(counted["flash_us"] for counted in counts) / 1000,
               None),
        Figure("collections", where, sum(heap["collections"] for heap in heaps), None, ""),
        Figure("heap free after a collection, least", where, _least(heaps, "least_free"), free,
               "KB", True),
        Figure("largest free block, least", where, _least(heaps, "least_block"), block, "KB",
               True),
        Figure("names in memory", where, max(heap["names"] for heap in heaps), budgets.NAMES, ""),
        Figure("stack never used", where, min(counted["stack"] for counted in counts) / 1024,
               budgets.STACK_KB, "KB", True),
    ]


def _least(heaps: "list[Json]", what: str) -> float | None:
    """Return the least of these sizes in KB; None if no board has collected."""
    return min((heap[what] / 1024 for heap in heaps if heap[what] is not None), default=None)


def frames(boards: BoardMaker, profile: str = "grid9", name: str = "land") -> list[Figure]:
    """Frames per second while two pieces blink."""
    with settled(boards, profile) as pico:
        rate = measure.frames_a_second(pico, name)
    return [Figure("frames while anything moves", profile, rate, budgets.FRAMES, "a second", True)]


def evening(boards: BoardMaker, actions: int | None = None) -> list[Figure]:
    """Computer players on the board and a host that asks everything; then a restart and another
    game. `actions` None: as many as the bench plays."""
    where = "%s, %s, %d seats" % EVENING
    profile, name, seats = EVENING
    with settled(boards, profile) as pico:
        played = play_alone(pico, name, actions or boards.evening, seats)
        counted = pico.measures()
        pico.restart()
        ready = lit_after(pico, pico.now)
        host = Host(pico)
        host.hello()
        resumed = host.ask("state")["view"]["actions"]
        if resumed < played["actions"]:
            raise TableError("%d of %d actions came back" % (resumed, played["actions"]))
        host.ask("new", game="mars", seed=1)
        host.ask("state")
    return _evening(boards, where, played, counted, ready)


def row(boards: BoardMaker) -> list[Figure]:
    """The games of an evening one after the other: the table starts itself anew for another
    game."""
    profile, _, most = EVENING
    figures = []
    with settled(boards, profile) as pico:
        for number, name in enumerate(ROW, 1):
            seats = most if name == "landover" else 2
            Host(pico).ask("new", game=name, seats=seats, players=["greedy"] * seats, seed=1)
            pico.run(_ANEW_MS)
            pico.measures(reset=True)
            go_on(pico, make(name, seats), _OF_EACH)
            where = "%s, %s, game %d of an evening" % (profile, name, number)
            figures += board_figures(boards, where, pico.measures())
    return figures


def late(boards: BoardMaker, before: int) -> list[Figure]:
    """The evening's game after `before` actions, which the desktop simulator has played: the board
    resumes it, and plays as many actions as `evening` does, or to its end."""
    profile, name, seats = EVENING
    where = "%s, %s, %d seats, after %d" % (*EVENING, before)
    with Desk(profile) as desk:
        files = written(desk, name, seats, before)
    with boards.board(profile, files) as pico:
        ready = lit_after(pico, 0)
        host = Host(pico)
        host.hello()
        count = host.ask("state")["view"]["actions"]
        if count < before:
            raise TableError("%d of %d actions came back" % (count, before))
        pico.measures(reset=True)
        played = go_on(pico, make(name, seats), before + boards.evening, count)
        counted = pico.measures()
    return _evening(boards, where, played, counted, ready)


def _evening(
    boards: BoardMaker, where: str, played: "Json", counted: "Json", ready: float
) -> list[Figure]:
    return [
        Figure("actions played", where, played["actions"], None, ""),
        Figure("an action of a player", where, played["ms_an_action"], None),
        Figure("frames while players think", where, played["frames"], budgets.FRAMES_THINKING,
               "a second", True),
        *board_figures(boards, where, counted),
        Figure("power-on, the game resumed and lit", where, ready, budgets.RESUME),
    ]


def whole_game(boards: BoardMaker, name: str, profile: str) -> list[Figure]:
    """A whole game with tags, and by the host for spots without a reader; its record must equal
    that of the rules."""
    with settled(boards, profile) as pico:
        played = Played(pico, name, options=OPTIONS.get((name, profile)))
        rng = Rng(1)
        played.tidy()
        while played.game.current() != OVER:
            by = played.game.current()[0]
            action = (
                played.game.sample(rng) if by == CHANCE else decide(greedy, played.game, by, rng)
            )
            played.play(by, action)
            played.tidy()
            pico.run(150)
        played.check_record()
        counted = pico.measures()
        where = "%s, %s" % (profile, name)
        return [
            Figure("whole game by tags: actions", where, len(played.game.log), None, ""),
            Figure("of these by the host", where, played.by_host, None, ""),
            Figure(LONGEST, where, max(counted["works"]) / 1000, budgets.STEP),
        ]


def power_cuts(boards: BoardMaker, profile: str = "grid3", name: str = "mars") -> list[Figure]:
    """Power cuts before, during and after each erase and program of an action. Confirmed actions
    are kept; the interrupted one may be kept or not."""
    tried = lost = 0
    with settled(boards, profile) as pico:
        played = Played(pico, name)
        for _ in range(2):
            next_action(played)
        before = pico.flash()
        confirmed = len(played.game.log)
        for at in range(1, _A_CUT + 1):
            ended = True
            for how in ("before", "half", "after"):
                pico.restart(before)
                host = Host(pico)
                host.hello()
                pico.run(_SETTLE_MS)
                pico.cut_at(at, how)
                by, words = _an_action(played)
                pico.send(json.dumps({"id": 1, "do": "do", "by": by, "words": words}) + "\n")
                if pico.run(_SETTLE_MS) != "cut":
                    continue
                ended = False
                tried += 1
                pico.restart()
                host = Host(pico)
                host.hello()
                count = host.ask("state")["view"]["actions"]
                lost += count not in (confirmed, confirmed + 1)
            if ended:
                break
    where = "%s, %s" % (profile, name)
    return [
        Figure("power cuts tried", where, tried, 1, "", True),
        Figure("games that were not as before or one action on", where, lost, 0, ""),
    ]


def next_action(played: Played) -> str:
    """Take a legal action, always the same; return how it was taken (see Played.play)."""
    by, words = _an_action(played)
    how = played.play(by, played.game.parse(words))
    played.tidy()
    played.pico.run(300)
    return how


def _an_action(played: Played) -> tuple[int, list[Any]]:
    """Return (by, words) of a legal action, always the same."""
    game = played.game
    by = game.current()[0]
    return by, game.text(game.legal(by)[0])


def _smallest(name: str) -> str:
    """Return the smallest board that has the spots of a game."""
    return geometry.fitting(geometry.profiles(), make(name))[0]


def runs() -> list[tuple[str, Callable[["BoardMaker"], list["Figure"]], bool]]:
    """Return the runs as (name, function of a BoardMaker, whether it takes hours)."""
    made = [("start " + profile, _run(start, profile)) for profile in PROFILES]
    made += [("sweep " + one[0], _run(sweep, *one)) for one in budgets.SWEEPS]
    for name, profile in REACTIONS:
        made.append(("reaction %s %s" % (profile, name), _run(reaction, name, profile)))
    made += [("frames", frames), ("evening", evening), ("row", row), ("cuts", power_cuts)]
    made += [("late %d" % before, _run(late, before)) for before in LATE]
    made += [("whole " + name, _run(whole_game, name, _smallest(name)))
             for name in names() if source(name)]
    hours = [("long game", _run(evening, _LONG))]
    hours += [("whole " + name, _run(whole_game, name, profile)) for name, profile in WHOLE]
    return [(*one, False) for one in made] + [(*one, True) for one in hours]


def _run(
    function: Callable[..., list["Figure"]], *values: object
) -> Callable[["BoardMaker"], list["Figure"]]:
    return lambda boards: function(boards, *values)


def measure_all(
    boards: BoardMaker, chosen: "Words", told: Callable[..., object], workers: int
) -> dict[str, list["Figure"]]:
    """Run (name, function) pairs in parallel; call `told(name, figures or error)` as each ends.
    Returns {name: figures} without failed runs."""
    found = {}

    def one(run: tuple[Any, ...]) -> tuple[str, Any]:
        name, function = run
        try:
            return name, function(boards)
        except Exception as error:  # a failed run is a result; the others continue
            return name, error

    with ThreadPoolExecutor(workers) as pool:
        for name, result in pool.map(one, chosen):
            told(name, result)
            if not isinstance(result, Exception):
                found[name] = result
    return found


def as_json(found: "Json") -> "dict[str, list[Json]]":
    """Return the figures of `measure_all` as values for JSON."""
    return {
        name: [{**figure._asdict(), "met": is_met(figure)} for figure in figures]
        for name, figures in found.items()
    }
