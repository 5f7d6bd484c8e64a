"""The settings on a board: their possible values, and the repair of those that no table can use.
"""

import json

from games.jsonline import parse, plain_text
from host_tools.core import CommandError, Sentence, files
from table import settings

if False:  # only mypy reads this: the names of types
    from typing import Any

    from host_tools.core import Work

FILE = "/settings.json"
DEFAULTS = dict(settings.DEFAULTS)
SAYS = {
    "profile": Sentence("the board that this is"),
    "theme": Sentence("colours and motions of the lights"),
    "brightness": Sentence("the lights' maximum"),
    "hear_all": Sentence("true: slower, for readers that lose answers"),
    "language": Sentence("of everything that the table says"),
    "knob": Sentence("cycles of its two contacts from click to click"),
    "lights": Sentence("the order of a pixel's colours"),
    "playtest": Sentence("on, or questions such as Fun?: notes how people play; off: nothing"),
}
# Runs on the board; prints which of some profiles it has.
_HAS_PROFILES = """
try:
    import pack
    begins = pack.Pack(open(pack.FILE, "rb")).begins
except (ImportError, OSError, ValueError):  # a build of single files, or a copy cut short
    begins = lambda path: -1
there = []
for name in %r:
    try:
        if begins("/table/wiring/" + name + ".mpy") > 0 or __import__("table.wiring." + name):
            there.append(name)
    except (ImportError, ValueError):
        pass
import json
print(json.dumps(there))
"""


def value_of(name: str, text: str) -> bool | int | str:
    """Return the value of a setting given as text; raises CommandError."""
    found: bool | int | str = text
    if isinstance(DEFAULTS[name], bool):
        found = {"true": True, "false": False}.get(text, text)
    elif isinstance(DEFAULTS[name], int) and 0 < len(text) < 9:
        if all([letter in "0123456789" for letter in text]):
            found = int(text)
    wrong = refusal(name, found, text)
    if wrong:
        raise CommandError("%s", wrong)
    return found


def refusal(name: str, value: "Any", said: str) -> Sentence | None:
    """Return the reason why a setting cannot have a value, `said` in words; None if it can."""
    if name not in DEFAULTS:
        return Sentence("there is no setting %s; there are: %s", name, list(DEFAULTS))
    if not settings.is_usable(name, value):
        return Sentence("%s cannot be %s; it can be %s", name, said, choices(name))
    return None


def choices(name: str) -> Sentence:
    """Return the possible values of a setting in words; "" if they are not listed."""
    allowed = settings.choices(name)
    if name == "lights":
        return Sentence("auto, or R, G and B in the order of the strip, with its W if it has one")
    if isinstance(allowed, range):
        return Sentence("a whole number from %d to %d", allowed[0], allowed[-1])
    return Sentence("%s", [json.dumps(one).strip('"') for one in allowed or ()])


def read() -> "Work":
    """Return the usable settings of a board as a dict, {} if they cannot be read."""
    return usable((yield from files.read(FILE)))[0]


def usable(data: bytes) -> "tuple[dict[str, Any], list[Sentence]]":
    """Return (the settings in the bytes of a file that a table can use, sentences on those that
    it cannot)."""
    try:
        said = parse(plain_text(data)) if data else {}
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return {}, [Sentence("the settings on the board cannot be read: it gets the defaults")]
    chosen, wrong = {}, []
    for name, found in said.items():
        if name not in DEFAULTS:
            wrong.append(Sentence("there is no setting %s: it is left out", name))
        elif not settings.is_usable(name, found):
            wrong.append(Sentence("%s cannot be %s: it is %s from now on", name,
                                  json.dumps(found), json.dumps(DEFAULTS[name])))
        else:
            chosen[name] = found
    return chosen, wrong


def as_file(chosen: "dict[str, Any]") -> bytes:
    """Return the file of these settings."""
    return (json.dumps(chosen) + "\n").encode()


def change(name: str, value: "Any") -> "Work":
    """Change one setting of a board; its others stay."""
    if name == "profile" and not (yield from _profiles_on([value])):
        raise CommandError("the board has no profile %s; leyboard flash --profile %s puts it "
                           "there", value, value)
    chosen = yield from read()
    chosen[name] = value
    yield from files.write(FILE, as_file(chosen))


def profile_for(chosen: "dict[str, Any]", known: "list[str]") -> "Work":
    """Return the profile of a board among those `known`: from its settings, or, if these are lost,
    from its firmware; grid3 for a new board. Raises CommandError if only people can tell."""
    name = chosen.get("profile")
    if name in known:
        return name
    there = yield from _profiles_on(known)
    if len(there) == 1:
        return there[0]
    if name or there:
        raise CommandError(
            "the settings on the board do not say which board it is; name it, such as --profile "
            "grid3 (there are: %s)", known
        )
    return "grid3"


def _profiles_on(names: "list[str]") -> "Work":
    """Return which of some profiles the firmware on a board has."""
    return files.listed((yield "run", _HAS_PROFILES % (names,)))
