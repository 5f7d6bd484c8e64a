"""The process that searches for a desktop table's computer players: a helper of `thinking.py`."""

import sim.paths  # isort: skip  # noqa: F401  the compiled rules, in a process of its own, too

import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from games import packages
from sim.window.thinking import think


class Process:
    """The process, started at once."""

    def __init__(self) -> None:
        context = get_context("spawn")  # a fork of a process with threads could hang
        self._pipe, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far, packages.others()), daemon=True)
        self.process.start()
        far.close()  # otherwise the end of the process would not close the pipe

    def send(self, text: str) -> None:
        self._pipe.send(text)

    def receive(self) -> str | None:
        """Return an answer, None if there is none yet; raises OSError if the process has ended."""
        try:
            return str(self._pipe.recv()) if self._pipe.poll() else None
        except EOFError:
            raise OSError("the process has ended") from None

    def is_alive(self) -> bool:
        return self.process.is_alive()

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self._pipe.close()


def _serve(pipe: Connection, others: list[str]) -> None:
    """Search for the process at the other end of the pipe, until the pipe is closed; `others` are
    the paths of packages."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which ends this
    for path in others:
        packages.add(path)
    try:
        while True:
            for answer in think(pipe.recv()):
                if answer is not None:
                    pipe.send(answer)
    except (EOFError, OSError):
        return
