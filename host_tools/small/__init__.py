"""The build's half of `firmware/small`: makes the firmware fit a stock RP2040
(docs/small-memory.md)."""

import functools
from collections.abc import Mapping

from host_tools.core.codefile import code_file
from host_tools.small.packing import pack_file
from host_tools.small.shortnames import short_names, shortened
from host_tools.small.textkeys import with_tuple
from small import pack, xip

FOLDER = "small"  # of the firmware
MAIN = "small/main.py"  # in the place of main.py
_BESIDE = "small/pack.py"  # stands beside main.py, to find the others


def fitted(texts: Mapping[str, str], every: Mapping[str, str]) -> dict[str, str]:
    """Return sources {path: text} with fewer names. `every` has all sources of the firmware,
    also those that this build leaves out."""
    short = short_names(tuple(every.items()))
    return {path: _fitted(text, tuple(short[path].items())) for path, text in texts.items()}


@functools.cache  # builds for several boards share most modules
def _fitted(text: str, short: tuple[tuple[str, str], ...]) -> str:
    return with_tuple(shortened(text, dict(short)))


def packed(modules: Mapping[str, tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the files of the flash, {name: bytes}, that hold these modules: {path of the source:
    (its text, compiled)}."""
    inside = {path: both for path, both in modules.items() if path != _BESIDE}
    return {
        "pack.mpy": modules[_BESIDE][1],
        pack.FILE[1:]: pack_file(inside),
        xip.FILE[1:]: code_file(code for _, code in modules.values()),
    }
