"""The settings of a board: `settings.json` on its flash, written by `leyboard flash`."""

import json
import os

if False:  # only mypy reads this: the names of types
    from types import ModuleType

DEFAULTS = (("profile", "grid3"), ("theme", "lively"), ("brightness", 160),
            ("hear_all", False), ("language", "en"))  # fmt: skip


class SettingsError(Exception):
    """The settings file holds an impossible value; the text says which."""


def read(path: str = "settings.json") -> dict:
    """Return all settings as a dict, with defaults for a missing file or key; raises SettingsError
    or OSError."""
    said = _said(path)
    settings = {}
    for name, value in DEFAULTS:
        settings[name] = said.pop(name, value)
        if isinstance(settings[name], str) != isinstance(value, str):
            raise SettingsError("%s: %s cannot be %s" % (path, name, settings[name]))
    for name in said:
        raise SettingsError("%s has an unknown setting %s" % (path, name))
    return settings


def keep(name: str, value: str, path: str = "settings.json") -> None:
    """Write one setting into the file and keep the others; raises SettingsError or OSError."""
    said = _said(path)
    said[name] = value
    with open(path + ".new", "w") as file:
        json.dump(said, file)
    getattr(os, "replace", os.rename)(path + ".new", path)


def _said(path: str) -> dict:
    """Return what the file says, {} if there is none; raises SettingsError or OSError."""
    try:
        os.stat(path)
    except OSError:
        return {}
    try:
        with open(path) as file:
            said = json.load(file)
    except ValueError:
        raise SettingsError("%s is not JSON" % path)
    if not isinstance(said, dict):
        raise SettingsError("%s is not a JSON object" % path)
    return said


def profile(name: str) -> "ModuleType":
    """Return the wiring module of a board; raises SettingsError."""
    try:
        wiring = __import__("table.wiring." + name, None, None, ("NAME",))
    except (ImportError, ValueError):
        wiring = None
    if getattr(wiring, "NAME", None) != name:  # such as __init__
        raise SettingsError("there is no board profile %s in table/wiring" % name)
    return wiring
