"""The jobs of a page on a board: one at a time, request by request, in JSON.

Whole files go another way: a job finds its input files in the folder `BUILD` of the interpreter,
and puts those that it makes into the folder `MADE`.
"""

import json
import os

from games.texts import LANGUAGE
from host_tools.core import (
    CommandError,
    Sentence,
    answers,
    backup,
    doctor,
    files,
    flashing,
    imaging,
    onboard,
    records,
    settings,
    tags,
    told,
    walk,
)
from host_tools.core.pads import LinkPad
from host_tools.core.watching import Watching
from sim.window.page_texts import read as patterns_in
from table.settings import profile as wiring_of

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json
    from host_tools.core import Patterns, Work

BUILD = "/build"
MADE = "/made"
TEXTS = "/code/host_tools/texts"
PROBES = "/code/probes/"  # what boards run to be examined: drivers.json, and PROFILE.txt
_SCRATCH = "/scratch"
_watching: "list[Watching]" = []  # the one there is, from look to look
_FILES = ("build", "image", "archive")  # requests whose answers lie in `BUILD`


def identify() -> "Work":
    """Return the facts of a board at MicroPython's prompt; `problem` says why it is unsuitable."""
    about = yield from files.facts()
    problem: "CommandError | str" = ""
    try:
        flashing.check(about)
    except CommandError as error:
        problem = error
    chosen = yield from settings.read()
    version = ".".join([str(number) for number in about.version])
    return {"machine": about.machine, "version": version, "problem": problem,
            "profile": chosen.get("profile", "")}


def meet() -> "Work":
    """Return the facts of a running table; `problem` says why only its files are usable."""
    try:
        hello = yield "link", {"do": "hello"}
    except CommandError as error:
        return {"problem": error, "profile": ""}
    return dict(hello, problem="")


def flash(
    known: "list[str]", profile: str | None, removed: "list[str] | tuple[str, ...]" = (),
    given: "dict[str, str] | None" = None
) -> "Work":
    """Flash a board, with the games of others on it except for those `removed`, and with the
    package `given`, {path as fox/game.py: text}."""
    return flashing.flash(known, profile, False, removed,
                          lambda which: _with_others(which, removed, given or {}))


def _with_others(
    profile: str, removed: "list[str] | tuple[str, ...]", given: "dict[str, str]"
) -> "Work":
    """Return the build for a board, with the packages of others in it."""
    build = yield "build", profile
    there = yield from flashing.packages()
    taken = {flashing.OTHERS + path: given[path].encode() for path in given}
    gone = list(removed) + [flashing.game_of(path) for path in taken]
    taken.update({path: there[path] for path in there if flashing.game_of(path) not in gone})
    if not taken:
        return build
    from host_tools.core.joining import joined  # the page loads it for a flash alone

    return (yield from joined(profile, build, taken))


def list_others() -> "Work":
    """Return [game, bytes] of each package of others on a board."""
    sizes = (yield from files.files()).sizes
    games = sorted(set([flashing.game_of(path) for path in sizes]) - {""})
    return [[game, sum([sizes[path] for path in sizes if flashing.game_of(path) == game])]
            for game in games]


def list_settings() -> "Work":
    """Return [name, value, its choices in words, the value in words] of each setting."""
    chosen = yield from settings.read()
    return [
        (name, json.dumps(chosen.get(name, value)).strip('"'), settings.choices(name),
         settings.SAYS[name])
        for name, value in sorted(settings.DEFAULTS.items())
    ]


def change(name: str, text: str) -> "Work":
    """Change a setting, given as text."""
    yield from settings.change(name, settings.value_of(name, text))
    yield "say", Sentence("%s is %s from now on", name, text)


def list_records() -> "Work":
    """Return [which, game, seats, actions, state, names] of each game on a board."""
    found = []
    for which, data in (yield from records.kept()):
        session = records.opened(which, data, _scratch())
        found.append((which,) + records.described(session))
    return found


def fetch(which: str) -> "Work":
    """Return (game, the lines of its record)."""
    data = yield from records.keep(which)
    session = records.opened(which, data, _scratch())
    lines = records.record(which, session)
    return session.game.NAME, lines


def examine() -> "Work":
    """Report the state of each reader; raise CommandError if something is not well."""
    said, rows, has_supply = yield from doctor.examine()
    yield "say", said
    for name, reads, errors, state, cure in rows:
        yield "say", Sentence("%s: %s, %d reads, %d errors. %s" if cure
                              else "%s: %s, %d reads, %d errors",
                              name, Sentence(state), reads, errors, *([cure] if cure else []))
    for line in doctor.TRIED:
        yield "say", line
    doctor.judge(rows, has_supply)


def make_image(profile: str, name: str) -> "Work":
    """Make one file of the image in the file `name` that people give, and a board's file
    system."""
    given = yield "image", profile
    made = imaging.one_file(given["/base"], name, given["/files"])
    _lay(MADE, {"/leyboard.uf2": made})


def back_up() -> "Work":
    """Copy all files of a board into `MADE`; return the board's profile from its settings."""
    chosen = yield from settings.read()
    _lay(MADE, (yield from backup.backup()))
    return chosen.get("profile", "board")


def restore(name: str) -> "Work":
    """Give a board the files of the archive `name`."""
    data = yield "archive", name
    backup.check_backup(data, name)
    yield from backup.restore(data)


def walk_through(profile: str) -> "Work":
    """Walk through a board of this profile, or of the one in its settings, with people; return the
    lines of the report. Raises CommandError if something is not well."""
    chosen = yield from settings.read()
    profile = chosen.get("profile", profile)
    with open(PROBES + "drivers.json") as file:
        sources = json.load(file)
    try:
        with open("%s%s.txt" % (PROBES, profile)) as file:
            sources.append(file.read())
    except OSError:
        raise CommandError("the page does not know the board %s: use leyboard doctor --walk",
                           profile) from None
    wiring = wiring_of(profile)
    parts = onboard.OnBoard()
    yield from parts.begin(sources)
    tour = yield from walk.on_board(wiring, parts, True, chosen)
    if tour.faults:
        yield "say", Sentence("not well: %s", tour.faults)
    else:
        yield "say", Sentence("Everything that was tested is well.")
    return tuple(tour.lines)


def write_tags(
    game: str, kinds: bool, overwrite: bool, language: str, known: "Json | None"
) -> "Work":
    """Write the tags of a set; `known` is the last value of "keep" for it, None if there is none.
    """
    made, pieces = tags.pieces_of(game, kinds, language)
    done = tags.Done(made.SET, known["tags"] if known else None)
    pad = LinkPad()
    yield from pad.begin()
    try:
        yield from tags.Writing(pad, made, done, overwrite).all(pieces)
    except tags.EndedError:
        pass
    count = len([piece for piece in pieces if done.has_piece(piece)])
    if count < len(pieces):
        yield "say", Sentence("%d of %d are written already", count, len(pieces))
    else:
        yield "say", Sentence("all %d tags are written", len(pieces))


def check_tags(game: str, kinds: bool, language: str) -> "Work":
    """Check the tags of a set."""
    made, pieces = tags.pieces_of(game, kinds, language)
    pad = LinkPad()
    yield from pad.begin()
    found = tags.Found(made, pieces)
    yield "say", Sentence("Lay all %d tags of the set on the pad, one after the other.",
                          len(pieces))
    try:
        yield from found.collect(pad)
    except tags.EndedError:
        pass
    yield from found.judge()


def look(
    hello: "Json", pictures: "Json", language: str, seat: int,
    events: "list[Json]", is_first: bool,
) -> "Work":
    """Look at a running table for a second display; see Watching."""
    if is_first:
        _watching.clear()
        _watching.append(Watching(hello, pictures, language))
    return (yield from _watching[0].look(seat, events))


def read_tag() -> "Work":
    """Say what is on a tag."""
    pad = LinkPad()
    yield from pad.begin()
    try:
        yield from tags.read(pad)
    except tags.EndedError:
        pass


ERRANDS: "dict[str, Any]" = {
    "identify": identify, "meet": meet, "flash": flash, "others": list_others,
    "settings": list_settings,
    "change": change, "records": list_records, "fetch": fetch, "doctor": examine,
    "image": make_image, "backup": back_up, "restore": restore, "walk": walk_through,
    "write_tags": write_tags, "check_tags": check_tags, "read_tag": read_tag, "look": look,
}


class BoardJob:
    """One of ERRANDS, with its values as JSON; it speaks `language`."""

    def __init__(self, name: str, values: str, language: str = LANGUAGE):
        self._work = ERRANDS[name](**json.loads(values))
        self._patterns = patterns_in("%s/%s.txt" % (TEXTS, language))
        self._asked = ""
        self._value: Any = None

    def go_on(self, text: str) -> str:
        """Take the answer to the last request, "null" at first; return the next request, [name,
        value], or ["done", result] or ["failed", why]."""
        try:
            self._asked, self._value = self._next(json.loads(text))
        except StopIteration as end:
            self._asked, self._value = "done", end.value
        except CommandError as error:
            self._asked, self._value = "failed", error
        return json.dumps([self._asked, _plain(self._value, self._patterns)])

    def _next(self, answer: "Any") -> "Any":
        if self._asked in _FILES:
            answer = files_in(BUILD)
        elif self._asked == "link":
            try:
                answers.checked(self._value["do"], answer)
            except CommandError as error:
                return self._work.throw(error)
        return self._work.send(answer)


def _plain(value: "object", patterns: "Patterns") -> "Any":
    """Return a value in a form for JSON, with its sentences as text."""
    if isinstance(value, dict):
        return {name: _plain(one, patterns) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one, patterns) for one in value]
    return told(value, patterns)


def files_in(folder: str, path: str = "") -> "Json":
    """Return {path in the folder: bytes} of all files in it."""
    found = {}
    for name in sorted(os.listdir(folder + path)):
        inside = path + "/" + name
        if os.stat(folder + inside)[0] & 0x4000:
            found.update(files_in(folder, inside))
        else:
            with open(folder + inside, "rb") as file:
                found[inside] = file.read()
    return found


def _lay(folder: str, data: "Json") -> None:
    """Write {path in the folder: bytes} into a folder that is new, or empty."""
    for path, content in data.items():
        at = 0
        while at >= 0:
            _make(folder + path[:at])
            at = path.find("/", at + 1)
        with open(folder + path, "wb") as file:
            file.write(content)


def _make(folder: str) -> None:
    """Make a folder, unless it is there."""
    try:
        os.stat(folder)
    except OSError:
        os.mkdir(folder)


def _scratch() -> str:
    """Return an empty folder."""
    if "scratch" not in os.listdir("/"):
        os.mkdir(_SCRATCH)
    for name in os.listdir(_SCRATCH):
        os.remove(_SCRATCH + "/" + name)
    return _SCRATCH
