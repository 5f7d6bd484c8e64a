"""Long work pauses between its steps, so that the table can look after its readers meanwhile."""

import micropython

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

_DEEP = 4608  # bytes of the stack: above this, there is no pause
stack_use = getattr(micropython, "stack_use", int)  # only MicroPython has it; int() is 0
_working: "list[Any]" = []  # what is called in the pauses: one function, or nothing


def on_pause(function: "Callable[[bool], object] | None") -> None:
    """Call `function(at_once)` now and then during long work, such as the beginning of a game;
    None ends that. The function must import nothing and never raise."""
    _working[:] = [function] if function else []


def pause(at_once: bool = False) -> None:
    """Let the table poll its readers in the middle of long work, unless the RP2040's stack of 8 KB
    is too full: that and the interrupts in it take up to 2.9 KB. With `at_once` it polls even if
    it just did: the next pause is far."""
    if stack_use() < _DEEP:
        for work in _working:
            work(at_once)
