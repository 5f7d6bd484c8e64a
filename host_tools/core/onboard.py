"""The doctor's Probes on a board at MicroPython's prompt. The board gets their source, and that of
the drivers that they use, so it needs no files on its flash."""

import binascii
import json

from host_tools.core import CommandError

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from host_tools.core import Work

# Runs on the board; prints what a method returns: bytes as "b" and hex, all else as JSON.
_CALL = """
import binascii, json
_r = p.%s(*%r)
print("b" + binascii.hexlify(_r).decode() if isinstance(_r, bytes) else json.dumps(_r))
"""
# By the name of a method: the types of its answer, where it has one.
_ANSWERS = {
    "millivolts": (int,), "power": (int,), "errors": (int,), "is_ribbon_whole": (bool,),
    "display": (bool,),
    "is_pressed": (bool,), "moved": (bool,), "clicks": (int,), "version": (bytes, str),
    "uid": (bytes, str), "late": (int,), "setup": (str,),
    "reader_wires": (list,), "display_wires": (list,), "is_answer_driven": (bool,),
    "mover": (int,),
    "power_pad": (), "rest": (), "beep": (), "lights": (), "hold_data": (), "end": (),
}


class OnBoard:
    """The Probes of a board: each method is a generator that runs it there."""

    def begin(self, sources: "list[str]") -> "Work":
        """Send the board the code that creates its Probes as `p`."""
        for text in sources:
            yield "run", text

    def __getattr__(self, name: str) -> "Callable[..., Work]":
        if name not in _ANSWERS:
            raise AttributeError(name)
        return lambda *values: self._call(name, values)

    def _call(self, name: str, values: "tuple[Any, ...]") -> "Work":
        said = (yield "probe", _CALL % (name, values)).strip()
        try:
            found = binascii.unhexlify(said[1:]) if said[:1] == "b" else json.loads(said)
        except (ValueError, RuntimeError):  # RuntimeError: nested too deep
            found = said, "is no value"
        if type(found) not in (_ANSWERS[name] or (type(None),)):
            raise CommandError("the board answers with garbage: %s", said[:40])
        return found
