"""The table's reaction when a part of a tick fails: report it, free memory, restore the game; if
none of this helps, go on without the game."""

from micropython import const

from games import RAISED
from table.errors import Errors

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Message
    from table.app import App

# The wait after a failure before the failed work is retried, or another failure noted.
_WAIT_MS = const(1000)
_MANY = const(6)  # failures in a row, a second apart: then the game leaves the table
_ACTING = ("controls", "play")  # parts that take actions; a failure may leave one half done


class FailureHandler:
    """Handles the exceptions of an App's parts.

    `retry_at` is when failed work is retried (ms), 0 if none failed; `oom_count` how often in a
    row the game could not go on for want of memory, `fault_count` for anything else.
    """

    def __init__(self, app: "App"):
        self._app = app
        self.log = Errors(app.session.journal.path)
        self.last: "tuple[Any, ...] | None" = None  # the last: (message, session version)
        self.retry_at = 0
        self.oom_count = 0
        self.fault_count = 0
        self.spares: "list[Callable[[], object]]" = []  # others that can free memory
        self._note_at = 0  # ms; no failure is noted before this
        self._count_at = 0  # ms; none is counted before this

    def guard(self, work: "Callable[..., object]") -> None:
        """Run some work; handle its failure."""
        try:
            work()
        except RAISED as error:
            self.handle(error, "play")

    def retry(self, work: "Callable[..., object]") -> "Any":
        """Return the result of some work; if memory runs out, free some and run it again."""
        try:
            return work()
        except MemoryError:
            self.free_memory()
            return work()

    def handle(self, error: BaseException, part: str) -> None:
        """Report a failure in a part of a tick, and restore the game if that part may have changed
        it. Never raises."""
        app = self._app
        acts = part in _ACTING
        may_be_inconsistent = acts or part == "speak"  # a text may try an action out
        if part == "play" or part == "speak":
            self._count(error, part)
        if acts:
            self.retry_at = app.clock.ms() + _WAIT_MS
            app.begin_again()
        try:
            # A question hides the message, and may be the cause. But people need the table's own
            # questions where the game cannot be read again.
            if may_be_inconsistent and (
                part != "play" or not app.session.inconsistent or app.ask and app.ask.game
            ):
                app.ask = None
            if isinstance(error, MemoryError):
                self.free_memory()
            self._report(error)
            if part == "speak":
                app.skip_text()
            else:
                app.speak_again()
        except Exception:
            pass  # not enough memory even to report it
        try:
            if self.fault_count >= _MANY:
                self.leave(error)
            elif may_be_inconsistent:
                app.session.restore()
        except Exception:
            pass  # the game stays inconsistent; App.play repairs it at `retry_at`

    def _count(self, error: BaseException, part: str) -> None:
        """Count a failure of work that advances the game or reports on it. A failure of the flash
        may end by itself."""
        if isinstance(error, MemoryError):
            self.oom_count += part == "play"
        elif not isinstance(error, OSError) and self._app.session.game is not None:
            now = self._app.clock.ms()
            if now >= self._count_at:
                self._count_at = now + _WAIT_MS
                self.fault_count += 1

    def leave(self, error: BaseException) -> None:
        """Go on without the game, since its rules fail."""
        from table.game_loading import leave

        app = self._app
        name = app.session.game.NAME
        self.fault_count = self.retry_at = 0
        leave(app.session)
        said = ("rules failed", name, type(error).__name__, str(error))
        text = app.display_text.set_message(said)
        self.log.note(text)
        app.session.pending_events.append({"event": "failed", "text": text})
        app.refresh()

    def free_memory(self) -> None:
        """Free everything that the table can make again."""
        app = self._app
        app.begin_again()
        app.session.drop_caches()
        app.host.load = None  # a second game, perhaps of a host that went away
        app.hint = None
        app.pieces.legal = None  # type: ignore[assignment]
        app.lights.forget()
        for free in self.spares:
            free()

    def _report(self, error: BaseException) -> None:
        app = self._app
        text = app.display_text.set_message(_message(error))
        failure = (text, app.session.version)
        now = app.clock.ms()
        if self.last != failure and now >= self._note_at:
            self.last = failure
            self._note_at = now + _WAIT_MS  # a failure in every tick must not wear out the flash
            self.log.note(text, error)
            app.session.pending_events.append({"event": "failed", "text": text})


def _message(error: BaseException) -> "Message":
    """Return the message for a failure."""
    if isinstance(error, MemoryError):
        return "failed memory"
    if isinstance(error, OSError):
        return ("failed flash", str(error))
    return ("failed", type(error).__name__, str(error))
