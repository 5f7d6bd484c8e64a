"""Says what a build has changed in the modules that games share: host_tools/core/joining.py adds
packages of others to it by that."""

import json
from pathlib import PurePosixPath

from games import names
from host_tools.build import PACKED, every_source, games_of, is_left_out, prepared, rows
from host_tools.constants import module_of, numbers_of
from host_tools.core.files import digest
from host_tools.core.joining import LIST, ROWS
from host_tools.small import fitted
from host_tools.small.shortnames import short_names
from small import pack


def shared(profile: str, games: str | None, build: dict[str, bytes]) -> bytes:
    """Return a file in JSON about a `build`, {path on the board: bytes}, with these games: the
    digest of its "pack", "names": {module: {name: short name}}, "numbers": {module: {constant:
    value}}, and "games", the source of its list of games, with ROWS in the place of its "rows".
    """
    wanted = games_of(games)
    every = every_source(profile, wanted)
    short = short_names(tuple(every.items()))
    parts = [part for part in every if _is_shared(part, wanted, profile)]
    text = fitted({LIST: prepared(LIST, every[LIST], wanted, profile)}, every)[LIST]
    said = {
        "pack": digest(build[pack.FILE]),
        "names": {module_of(part): short[part] for part in parts},
        "numbers": {module_of(part): numbers_of(module_of(part)) for part in parts},
        "games": text.replace(str(rows(wanted)), ROWS),
        "rows": rows(wanted),
    }
    return json.dumps(said).encode()


def _is_shared(part: str, wanted: list[str], profile: str) -> bool:
    path = PurePosixPath(part)
    return (path.parts[0] == "games" and len(path.parts) == 2 and path.stem not in names()
            and not is_left_out(path, wanted, profile, PACKED))
