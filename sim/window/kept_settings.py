"""The settings that a table keeps in its file: pages change them, and the next start uses them."""

from games.texts import LANGUAGE
from sim.window.errors import RefusedError
from table.settings import OFF, SettingsError, keep, stored

if False:  # only mypy reads this: the names of types
    from games.types import Json
    from sim.window.livetable import LiveTable


PACES = {"quick": 0, "calm": 900, "slow": 2500}  # ms: the least time of a computer player


def change(live: "LiveTable", page: object, request: "Json") -> None:
    """Change a setting, as a verb of pages."""
    what, value = request.get("what"), request.get("value")
    if what == "helping":
        if not isinstance(value, bool):
            raise RefusedError("no helping")
        live.helping = value
    elif what == "bots":
        if not isinstance(value, str) or value not in PACES:
            raise RefusedError("no pace", list(PACES))
        live.bots = value
        _keep(live, "bots", value)
    elif what == "theme":
        live.ask({"do": "theme", "name": value})
        live.theme = str(value)
    elif what == "brightness":
        live.ask({"do": "brightness", "level": value})
    elif what == "language":
        live.ask({"do": "language", "name": value})
        _keep(live, "language", str(value))
    elif what == "playtest":
        live.ask({"do": "playtest", "text": value})
        _keep(live, "playtest", str(value) or OFF)
    else:
        raise RefusedError("no setting", ["helping", "bots", "theme", "brightness", "language",
                                          "playtest"])


def _keep(live: "LiveTable", name: str, value: str) -> None:
    """Write a setting into the table's file; raises RefusedError if that fails. Then the setting
    lasts until the table ends."""
    try:
        keep(name, value, live.app.settings)
    except SettingsError:
        raise RefusedError("settings damaged", live.app.settings)
    except OSError:
        raise RefusedError("not stored")


def recall(live: "LiveTable") -> None:
    """Use the language and the pace of the settings, as a board does at power-on."""
    try:
        settings = stored(live.app.settings)
        if settings.get("bots") in PACES:
            live.bots = settings["bots"]
        live.app.display_text.use_language(settings.get("language", LANGUAGE))
    except (SettingsError, OSError, ValueError, TypeError):
        pass  # the defaults then


def recall_playtest(live: "LiveTable") -> None:
    """Note how people play if the settings say so, as a board does at power-on."""
    try:
        what = stored(live.app.settings).get("playtest", OFF)
        live.ask({"do": "playtest", "text": "" if what == OFF else what})
    except (SettingsError, OSError, RefusedError):
        pass  # nothing is noted then
