"""The code that a board at its prompt runs to create the doctor's Probes: their source, and that
of the drivers that they use."""

import ast
import inspect
import textwrap
from types import ModuleType

from host_tools import probes
from table import clock
from table.drivers import chain, pn532, pn532_commands, ribbon, viper, wire
from table.drivers.pixels import HERTZ, program

# In the order in which they need each other; each is compiled by itself, to save memory.
_MODULES = (viper, clock, chain, ribbon, wire, pn532_commands, pn532, probes)

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

def sources(wiring: ModuleType) -> list[str]:
    """Return the sources that a board runs, one after the other, to create its Probes as `p`."""
    return [*drivers(), last(wiring)]


def drivers() -> list[str]:
    """Return the sources that every board runs first."""
    return [_alone(module) for module in _MODULES]


def last(wiring: ModuleType) -> str:
    """Return the source that a board of this profile runs after that."""
    profile = "class _w:\n" + textwrap.indent(inspect.getsource(wiring), "    ")
    return inspect.getsource(program) + profile + _START % HERTZ


def _alone(module: ModuleType) -> str:
    """Return the source of a module without its imports from the firmware: the imported names are
    in the same namespace."""
    text = inspect.getsource(module)
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("table."):
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = ""
    return "\n".join(lines)
