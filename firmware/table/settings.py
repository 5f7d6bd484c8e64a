"""The settings of a board: `settings.json` on its flash, written by `leyboard flash` and
`leyboard settings`, which check the values by the same list."""

import json
import os

from games.jsonline import parse, plain_text

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.types import Json


def _themes() -> list[str]:
    from table.theme import names  # loaded only for a file that names a theme

    return names()


def _languages() -> list[str]:
    from games.texts import languages

    return languages()


def _orders() -> list[str]:
    """Return the orders in which lights take their colours, with and without a white."""
    orders = [""]
    found = [AUTO]
    for size in range(1, 5):
        orders = [order + colour for order in orders for colour in "RGBW" if colour not in order]
        if size >= 3:
            found += [order for order in orders if size == 4 or "W" not in order]
    return found


_MOST = 4096  # bytes of the file
OFF = "off"
AUTO = "auto"  # a part is found out, or is as the profile says
# Each setting: its name, its default, and its other values of the same type: words, whole numbers,
# or a function that returns them. `profile` knows the possible profiles.
SETTINGS = (
    ("profile", "grid3", None),
    ("theme", "lively", _themes),
    ("brightness", 160, range(256)),
    ("hear_all", False, (False, True)),
    ("language", "en", _languages),
    ("knob", AUTO, (AUTO, "full", "half", "quarter")),  # cycles a detent
    ("lights", AUTO, _orders),
    ("playtest", OFF, None),  # any other text: note how people play, and ask its questions
)
DEFAULTS = tuple([(name, value) for name, value, _ in SETTINGS])


class SettingsError(Exception):
    """The settings file holds an impossible value; the text says which."""


def choices(name: str) -> "Any":
    """Return the possible values of a setting, words or whole numbers; None if they are not
    listed. Raises KeyError for an unknown name."""
    for known, _, allowed in SETTINGS:
        if known == name:
            return allowed() if callable(allowed) else allowed
    raise KeyError(name)


def is_usable(name: str, value: "object") -> bool:
    """Can a setting have this value? Raises KeyError for an unknown name."""
    default = dict(DEFAULTS).get(name)
    if value == default and type(value) is type(default):
        return True  # no module has to be loaded
    allowed = choices(name)
    return type(value) is type(default) and (allowed is None or value in allowed)


def read(
    path: str = "settings.json", unusable: "list[Any] | None" = None, board: str = ""
) -> "Json":
    """Return all settings as a dict, with defaults for a missing file or key, and for unusable
    values, such as the theme of another firmware; each of these is added to `unusable` as (name,
    value, default). `board` is the profile where the file names none. Raises SettingsError or
    OSError."""
    said = stored(path)
    if board and "profile" not in said:
        said["profile"] = board
    settings = {}
    for name, default in DEFAULTS:
        value = said.pop(name, default)
        if type(value) is not type(default):
            raise SettingsError("%s: %s cannot be %s" % (path, name, json.dumps(value)))
        if not is_usable(name, value):
            if unusable is not None:
                unusable.append((name, str(value)[:16], default))
            value = default
        settings[name] = value
    for name in said:
        raise SettingsError("%s has an unknown setting %s" % (path, name))
    return settings


def keep(name: str, value: str, path: str = "settings.json") -> None:
    """Write one setting into the file and keep the others; raises SettingsError or OSError."""
    said = stored(path)
    said[name] = value
    with open(path + ".new", "w") as file:
        json.dump(said, file)
    getattr(os, "replace", os.rename)(path + ".new", path)


def stored(path: str) -> "Json":
    """Return the content of the file, {} if there is none; raises SettingsError or OSError."""
    try:
        os.stat(path)
    except OSError:
        return {}
    with open(path, "rb") as file:
        data = file.read(_MOST + 1)
    if len(data) > _MOST:
        raise SettingsError("%s is longer than %d bytes" % (path, _MOST))
    try:
        return parse(plain_text(data))
    except ValueError as error:
        raise SettingsError("%s %s" % (path, error))


def profile(name: str) -> "ModuleType":
    """Return the wiring module of a board; raises SettingsError."""
    try:
        wiring = __import__("table.wiring." + name, None, None, ("NAME",))
    except (ImportError, ValueError):
        wiring = None
    if wiring is None or getattr(wiring, "NAME", None) != name:  # such as __init__
        raise SettingsError("there is no board profile %s in table/wiring" % name)
    return wiring
