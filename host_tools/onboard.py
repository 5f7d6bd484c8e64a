"""The doctor's Probes on a real board. It gets their source, and that of the drivers they use, so
it needs no files on its flash."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from host_tools import probes
from host_tools.board import value
from host_tools.errors import CommandError
from table import clock
from table.drivers import chain, pn532, ribbon, viper, wire
from table.drivers.pixels import HERTZ, program

if TYPE_CHECKING:
    from host_tools.board import Board

# In the order in which they need each other; each is compiled by itself, to save memory.
_MODULES = (viper, clock, chain, ribbon, wire, pn532, probes)

# Runs on the board, after these, the pixels' program and the profile.
_START = """
import machine, rp2, time, uctypes
_send = program(rp2)
def _l(pin, data):
    rp2.StateMachine(0).active(0)
    rp2.PIO(0).remove_program()
    pin = machine.Pin(pin, machine.Pin.OUT)
    m = rp2.StateMachine(0, _send, freq=%d, set_base=pin, out_base=pin)
    m.active(1)
    m.put(data, 24)
    time.sleep_ms(2)
    m.active(0)
class _R:
    def __init__(self, spi):
        self.readinto = spi.readinto
        self._at = uctypes.addressof(spi)
    def __getitem__(self, i):
        return machine.mem32[self._at + 4 * i]
    def __setitem__(self, i, v):
        machine.mem32[self._at + 4 * i] = v
p = Probes(machine, _w, time.sleep_us, _l, Clock(time), _R)
"""

_ANSWERS = {
    "millivolts": (int,), "power": (int,), "errors": (int,), "is_ribbon_whole": (bool,),
    "display": (bool,),
    "is_pressed": (bool,), "moved": (bool,), "clicks": (int,), "version": (bytes, str),
    "uid": (bytes, str), "late": (int,), "setup": (str,),
}  # fmt: skip


class OnBoard:
    """The Probes of a real board: each method runs on it. It needs no files on its flash."""

    def __init__(self, board: "Board", wiring: Any):
        self._board = board
        for text in sources(wiring):
            board.run(text)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if not hasattr(probes.Probes, name):
            raise AttributeError(name)
        return lambda *values: self._call(name, values)

    def _call(self, name: str, values: tuple[Any, ...]) -> Any:
        said = self._board.run("print(repr(p.%s(*%r)))" % (name, values), quiet_s=60)
        found = value(said)
        if type(found) not in _ANSWERS.get(name, (type(None),)):
            raise CommandError("the board answers with garbage: %s" % said[:40])
        return found


def sources(wiring: ModuleType) -> list[str]:
    """Return what a board runs, one after the other, to have its Probes as `p`."""
    profile = "class _w:\n" + textwrap.indent(inspect.getsource(wiring), "    ")
    last = inspect.getsource(program) + profile + _START % HERTZ
    return [*map(_alone, _MODULES), last]


def _alone(module: ModuleType) -> str:
    """Return the source of a module without its imports from the firmware: what it takes from
    there is in the same namespace."""
    text = inspect.getsource(module)
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("table."):
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = ""
    return "\n".join(lines)
