"""Prints what the room of a board without a computer takes (docs/board-alone.md): four phones play
Landover through sockets; room and table run on MicroPython.

    python -m tests.bench_board_room [ACTIONS OF PHONES [KB OF HEAP]]

Without ACTIONS they play until the game is over.
"""

import asyncio
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

import sim.paths  # noqa: F401  puts the firmware on the path
from games.replay import replay
from games.rng import Rng
from host_tools import ROOT
from host_tools.build import LOOSE, build, compiled
from host_tools.terminal import echo
from tests.npm import NODE

HEAP = 180 * 1024  # with garbage: WebAssembly cannot collect it while Python runs
GAME = 1 << 30  # actions: more than any game has
_PATIENCE_S = 30
_SIM = ("__init__.py", "computer.py", "seats/*.py", "window/*.py")
_DESK = {"bundle.py", "clubs.py", "far.py", "fardevice.py", "mirror.py", "sealed_room.py",
         "sealing.py", "server.py", "site.py", "socketdevice.py"}  # these need CPython
_TESTS = ("tests/portable/board_room.py", "tests/portable/fake_table.py")


def put_together(folder):
    """Compile the firmware of hex37 and the room into a folder."""
    firmware = folder / "firmware"
    build("hex37", "landover", firmware, viper=False, modules=LOOSE)
    for file in firmware.rglob("*.mpy"):  # others read constants that a build writes out
        source = ROOT / file.relative_to(folder).with_suffix(".py")
        if source.parts[-2:] not in (("games", "__init__.py"), ("wiring", "__init__.py")):
            file.write_bytes(compiled(source.read_text(), source.name, 3))
    for file in (firmware / "table" / "wiring").glob("[a-z]*.mpy"):
        if file.stem != "hex37":
            file.unlink()
    room = [file for part in _SIM for file in (ROOT / "sim").glob(part) if file.name not in _DESK]
    for source in [*room, *(ROOT / name for name in _TESTS)]:
        file = (folder / source.relative_to(ROOT)).with_suffix(".mpy")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(compiled(source.read_text(), source.name, 3))


class Phone:
    """A phone in the room: `facts` are the latest that it was told, by kind; `changed` is set when
    there are new ones."""

    def __init__(self, seat, changed):
        self.seat = seat
        self.facts = {}
        self.times = []  # s: from an action to its answer
        self.came = 0  # bytes
        self._changed = changed
        self._rng = Rng(seat)
        self._answers = {}  # futures, by the id of a request
        self.hearing = None  # the task that does so

    async def come(self, port, token):
        self._in, self._out = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        self.hearing = asyncio.create_task(self._hear())
        self._out.write(b"%d %s %064x\n" % (self.seat, token.encode(), self.seat + 1))
        assert (await self.ask("join"))["ok"]

    async def _hear(self):
        async for line in self._in:
            self.came += len(line)
            told = json.loads(line)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told)
            else:
                self.facts |= told
                self._changed.set()
        for answer in self._answers.values():
            answer.set_exception(ConnectionError("the room has closed the line"))

    async def ask(self, do, **fields):
        number = len(self.times) + 1
        self._answers[number] = asyncio.get_running_loop().create_future()
        answer = self._answers[number]
        start = time.perf_counter()
        self._out.write(json.dumps({"id": number, "do": do, **fields}).encode() + b"\n")
        found = await asyncio.wait_for(answer, _PATIENCE_S)
        self.times.append(time.perf_counter() - start)
        return found

    def choices(self):
        """Return the words of what it may do, but for offers, which could go on for ever."""
        mine = self.facts.get("mine") or {}
        laid = [way["words"] for kind in mine.get("lays", ()) for way in kind["ways"]]
        plain = [words for words in mine.get("actions", ()) if words[0] not in ("offer", "trade")]
        return laid + plain if self.seat in self.facts["state"]["asked"] else []

    def is_over(self):
        """Does it know how the game ended?"""
        view = self.facts.get("state", {}).get("view")
        return bool(view and view["result"])

    async def act(self):
        """Take an action by lot; return whether it was accepted."""
        words = self._rng.choice(self.choices())
        return (await self.ask("act", moment=self.facts["mine"]["moment"], words=words))["ok"]


async def evening(folder, actions=GAME, heap=HEAP):
    """Let four phones play until the game is over, or they have taken so many actions; return
    (what the room measured, the Phones, the Replay). The room has `heap` bytes beside the modules
    that it shares with the table; raises ConnectionError if it runs out of them."""
    pipe = asyncio.subprocess.PIPE
    node = await asyncio.create_subprocess_exec(
        NODE, ROOT / "tests" / "board_room.mjs", str(heap), str(folder),
        stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, limit=1 << 24)
    changed = asyncio.Event()
    phones = [Phone(seat, changed) for seat in range(4)]
    try:
        begun = json.loads(await asyncio.wait_for(node.stdout.readline(), _PATIENCE_S))
        for phone, token in zip(phones, begun["tokens"], strict=True):
            await phone.come(begun["port"], token)
        done = 0
        while done < actions and not phones[0].is_over():
            changed.clear()
            asked = [phone for phone in phones if phone.choices()]
            if asked:
                done += await asked[0].act()
            else:  # the table draws or rolls
                await asyncio.wait_for(changed.wait(), _PATIENCE_S)
        node.stdin.write(b"\n")
        figures = json.loads(await asyncio.wait_for(node.stdout.readline(), _PATIENCE_S))
        return figures, phones, replay(figures.pop("record").splitlines())
    finally:
        for phone in phones:
            if phone.hearing:
                phone.hearing.cancel()
        if node.returncode is None:
            node.kill()
        await node.wait()


def main(words):
    actions, heap = [int(word) for word in words] + [GAME, HEAP // 1024][len(words):]
    folder = Path(tempfile.mkdtemp(prefix="leyboard-"))
    try:
        put_together(folder)
        figures, phones, played = asyncio.run(evening(folder, actions, heap * 1024))
    except (ConnectionError, TimeoutError) as error:
        why = str(error) or "the room gives no answer"
        raise SystemExit("%s: %d KB may be too few for it" % (why, heap)) from None
    finally:
        shutil.rmtree(folder)
    times = sorted(1000 * one for phone in phones for one in phone.times)
    said = {
        "actions, draws and rolls": len(played.game.log),
        "by phones": len(times),
        "KB of the modules that it shares with the table": figures["shared"] // 1024,
        "KB of the room, most": (figures["kept"] - figures["shared"]) // 1024,
        "KB of it with the garbage of a call, most": (figures["most"] - figures["shared"]) // 1024,
        "calls that ran out of memory": figures["failed"],
        "ms of the room a call, p50, p95, most": "%.1f, %.1f, %.1f" % tuple(figures["ms"]),
        "ms from an action to its answer, p50, p95": "%.0f, %.0f" % (
            times[len(times) // 2], times[int(0.95 * (len(times) - 1))]),
        "KB to a phone": sum(phone.came for phone in phones) // 1024 // len(phones),
    }
    for what, value in said.items():
        echo("%-50s %s" % (what, value))


if __name__ == "__main__":
    main(sys.argv[1:])
