"""What a page has done on a board: one errand at a time, request by request, in JSON.

Whole files do not go through it: those that are given lie in the folder `BUILD` of the
interpreter.
"""

import json
import os

from host_tools.core import CommandError, doctor, files, flashing, imaging, records, settings

if False:  # only mypy reads this: the names of types
    from typing import Any

    from host_tools.core import Work

BUILD = "/build"
IMAGE = "/leyboard.uf2"
_SCRATCH = "/scratch"


def identify() -> "Work":
    """Return what a board at MicroPython's prompt is, and in `problem` why it will not do."""
    about = yield from files.facts()
    problem = ""
    try:
        flashing.check(about)
    except CommandError as error:
        problem = str(error)
    chosen = yield from settings.read()
    version = ".".join([str(number) for number in about.version])
    return {"machine": about.machine, "version": version, "problem": problem,
            "profile": chosen.get("profile", "")}  # fmt: skip


def list_settings() -> "Work":
    """Return [name, value, in words what it can be, in words what it is] of each setting."""
    chosen = yield from settings.read()
    return [
        (name, json.dumps(chosen.get(name, value)).strip('"'), settings.choices(name),
         settings.SAYS[name])
        for name, value in settings.DEFAULTS.items()
    ]  # fmt: skip


def change(name: str, text: str) -> "Work":
    """Change a setting, given as text."""
    yield from settings.change(name, settings.value_of(name, text))
    yield "say", "%s is %s from now on" % (name, text)


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
    """Say how each reader is, and raise CommandError if something is not well."""
    said, rows, has_supply = yield from doctor.examine()
    yield "say", said
    for name, reads, errors, state, cure in rows:
        yield "say", "%s: %s, %d reads, %d errors%s" % (
            name, state, reads, errors, ". " + cure if cure else ""
        )  # fmt: skip
    yield "say", doctor.TRIED
    doctor.judge(rows, has_supply)


def make_image(profile: str, name: str) -> "Work":
    """Make one file of the image in the file `name` that people give, and a board's file system;
    return where it lies."""
    given = yield "image", profile
    with open(IMAGE, "wb") as file:
        file.write(imaging.one_file(given["/base"], name, given["/files"]))
    return IMAGE


ERRANDS: "dict[str, Any]" = {
    "identify": identify, "flash": flashing.flash, "settings": list_settings, "change": change,
    "records": list_records, "fetch": fetch, "doctor": examine,
    "image": make_image,
}  # fmt: skip


class Errand:
    """One of ERRANDS, with its values as JSON."""

    def __init__(self, name: str, values: str):
        self._work = ERRANDS[name](**json.loads(values))
        self._asked = ""

    def go_on(self, text: str) -> str:
        """Take the answer to the last request, "null" at first; return the next request, [name,
        value], or ["done", result] or ["failed", why]."""
        answer = json.loads(text)
        if self._asked in ("build", "image"):
            answer = files_in(BUILD)
        elif self._asked == "link" and not answer["ok"]:
            return json.dumps(["failed", answer["why"]])
        try:
            self._asked, value = self._work.send(answer)
        except StopIteration as end:
            return json.dumps(["done", end.value])
        except CommandError as error:
            return json.dumps(["failed", str(error)])
        return json.dumps([self._asked, value])


def files_in(folder: str, path: str = "") -> "dict[str, Any]":
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


def _scratch() -> str:
    """Return an empty folder."""
    if "scratch" not in os.listdir("/"):
        os.mkdir(_SCRATCH)
    for name in os.listdir(_SCRATCH):
        os.remove(_SCRATCH + "/" + name)
    return _SCRATCH
