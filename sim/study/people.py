"""The figures of people's games, from their records: thinking times, refusals, actions that were
taken back. Such records come from `leyboard play --log` and `leyboard host --log`.

Nobody is named: a player is a seat.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from statistics import mean, median
from typing import TYPE_CHECKING

from games.base import CHANCE
from games.texts import Texts
from sim.study.errors import StudyError
from sim.window import bundle
from table.session_record import UNDO

if TYPE_CHECKING:
    from games.types import Json

PHASES = ("opening", "middle", "end")  # thirds of a game's actions
_PEOPLE = ("hand", "knob", "phone", "page")  # how people act
_MOST = 12  # rows of a list
_WHY = re.compile(r"^<!-- why: ([^>]*) -->$")

Row = tuple[str, ...]


class People:
    """The figures of some games of one kind; `add` takes the lines of a record, as JSON values,
    that was checked (`notes.py`). Times are in ms."""

    def __init__(self, game: str):
        self.game = game
        self.games = 0
        self.seats = 0
        self.lengths: list[int] = []  # of whole games
        self.times: dict[tuple[int, int], list[int]] = defaultdict(list)  # by (seat, phase): sums
        self.thinking: dict[str, list[int]] = defaultdict(list)  # by kind of action: each time
        self.means: Counter[str] = Counter()  # how actions came
        self.refused: Counter[str] = Counter()  # by key
        self.undone: Counter[str] = Counter()  # by kind of action
        self.options: Counter[str] = Counter()
        self.marks: dict[str, list[int]] = defaultdict(list)  # by question: the answers

    def add(self, header: "Json", actions: "list[Json]", end: "Json | None" = None) -> None:
        """Take a game; one without times says only which options were chosen."""
        for question, marks in (end or {}).get("asked", ()):
            self.marks[question] += [mark for mark in marks if mark is not None]
        self.games += 1
        self.seats = max(self.seats, header["seats"])
        self.options.update("%s=%s" % one for one in header["options"].items())
        if not any("t" in action for action in actions):
            return
        self.lengths.append(sum(action.get("t", 0) for action in actions))
        times: Counter[tuple[int, int]] = Counter()
        for n, action in enumerate(actions):
            for words, key in action.get("tried", ()):
                if key != UNDO:
                    self.refused[key] += 1
                elif words:
                    self.undone[str(words[0])] += 1
            if action["by"] == CHANCE or action.get("how") not in _PEOPLE or "t" not in action:
                continue
            self.means[action["how"]] += 1
            times[action["by"], n * len(PHASES) // len(actions)] += action["t"]
            self.thinking[str(action["do"][0])].append(action["t"])
        for place, time in times.items():
            self.times[place].append(time)


def people(records: "Iterable[list[Json]]") -> list[People]:
    """Return the figures of records, each the JSON values of its lines, by game."""
    found: dict[str, People] = {}
    for header, *lines in records:
        name = header["game"]
        end = lines.pop() if lines and "end" in lines[-1] else None
        found.setdefault(name, People(name)).add(header, lines, end)
    return [found[name] for name in sorted(found)]


def tables(of: People) -> Iterator[tuple[str, Row, list[Row]]]:
    """Yield (title, head, rows) of each table of a report. Raises StudyError if no record has
    times."""
    if not of.lengths:
        raise StudyError("no record of %s has times: play with leyboard play --log FOLDER, or "
                         "write into Playtest in the settings of the page" % of.game)
    texts = Texts()
    title = "%s: %d game%s" % (of.game, of.games, "s" * (of.games > 1))
    yield (title, ("", "shortest", "median", "longest"), [
        ("minutes", *("%.1f" % (of_all(of.lengths) / 60000) for of_all in (min, median, max)))])
    yield ("Time by seat and part of the game, seconds a game", ("", *PHASES), [
        (texts.render("seat %d" % seat), *(_seconds(of.times.get((seat, phase), []))
                                           for phase in range(len(PHASES))))
        for seat in range(of.seats)])
    slow = sorted(of.thinking.items(), key=lambda one: -median(one[1]))
    yield ("Hesitation by kind of action, seconds", ("", "actions", "median", "longest"), [
        (word, str(len(times)), "%.1f" % (median(times) / 1000), "%.1f" % (max(times) / 1000))
        for word, times in slow[:_MOST]])
    headings = paragraphs(of.game)
    yield ("Refused, by paragraph of the rules", ("", "times", "why"), [
        (heading_of(headings, key), str(count), texts.render(key, of.game))
        for key, count in of.refused.most_common(_MOST)])
    yield ("Taken back, by kind of action", ("", "times"), _counted(of.undone))
    yield ("Answers after the game, 1 to 5", ("", *map(str, range(1, 6)), "mean"), [
        (question, *(str(marks.count(mark)) for mark in range(1, 6)), "%.1f" % mean(marks))
        for question, marks in sorted(of.marks.items()) if marks])
    yield ("How they acted", ("", "actions"), _counted(of.means))
    yield ("Options", ("", "games"), _counted(of.options))


def _seconds(times: list[int]) -> str:
    return "%.1f" % (mean(times) / 1000) if times else "-"


def _counted(counts: "Counter[str]") -> list[Row]:
    return [(word, str(count)) for word, count in counts.most_common(_MOST)]


def paragraphs(game: str) -> dict[str, str]:
    """Return {key of a refusal, or its beginning and *: heading} from the page of a game."""
    found = {}
    heading = ""
    for line in bundle.rules(game, "en").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif comment := _WHY.match(line):
            found.update(dict.fromkeys(re.split(r",\s+", comment[1]), heading))
    return found


def heading_of(headings: dict[str, str], key: str) -> str:
    """Return the heading of the paragraph that a refusal refers to, "-" if none does."""
    for known, heading in headings.items():
        if key == known or known.endswith("*") and key.startswith(known[:-1]):
            return heading
    return "-"
