"""The power budget: start-up, play and worst fault of every board, and the lights' limit.

All currents in mA at 5 V. A board with several supplies has as many zones, each with its own
brick; the first one also feeds the main board and the pad.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Budget:
    """The currents of one board; `light_ma` is the most that its profile may give the lights,
    beyond dark.

    `dark`: all at rest, lights black. `boot`: the last block starts. `play`: one reader a block
    has its field on, and the lights are at their limit; `zone` is the same in the fullest zone.
    `fault`: every reader's field is on (as far as the switches allow), and all lights are white.
    """

    board: str
    supply_ma: int
    zones: int
    light_ma: int
    dark: int
    boot: int
    play: int
    zone: int
    fault: int
    fuse_ma: int
    fuse_play: int
    share: int

    @property
    def zone_ma(self) -> float:
        return self.supply_ma // self.zones


class Power:
    """power.toml; each method checks what it uses."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.share = source.need("rule", "normal_share", int)
        self.step = source.need("rule", "step_ma", int)

    def load(self, name: str) -> Any:
        return self.source.need(f"loads.{name}", "ma", int)

    def _main_fuse(self, drawn: float) -> Any:
        fuse = self.source.need("fuses.main", "ma", int)
        if drawn > fuse * self.share // 100:
            raise self.source.error(
                "fuses.main", "ma", f"{fuse} mA is too small for the main board and the pad: "
                f"{drawn} mA, and {self.share} % may be used", "Take a bigger fuse")

    def budget(self, board: Any) -> Budget:
        """Return the Budget of `board`. Raises SourceError if a supply or a fuse is too small."""
        at = f"supplies.{board.supply}"
        if board.supply not in self.source.data.get("supplies", {}):
            raise board.source.error(f"boards.{board.name}", "supply",
                                     f"no supply {board.supply!r} in power.toml",
                                     f"Take one of {', '.join(self.source.data['supplies'])}")
        supply = self.source.need(at, "ma", int)
        main = sum(map(self.load, ("main", "display", "buzzer")))
        self._main_fuse(main + self.load("reader_field"))
        rest = self.load(self.source.need("rule", "resting", str))
        field, black = self.load("reader_field"), self.load("pixel_dark")
        pixels = len(board.pixels)
        cells = board.side ** 2
        logic = self.load("hall_block" if board.hall else "block_logic")
        block_rest = logic + (cells * rest if board.cells_read else 0)
        block_play = block_rest + (field - rest if board.cells_read else 0)
        lights_a_block = board.per_spot * cells if board.blocks else 0

        first = -(-board.blocks // board.supplies)  # blocks of the fullest zone
        zone_pixels = first * lights_a_block if board.supplies > 1 else pixels
        zone_rest = main + field + first * block_play + zone_pixels * black
        room = supply * self.share // 100 - zone_rest
        fuse = self.source.need("fuses.block" if board.cells_read else "fuses.lights", "ma", int)
        held = (block_play + lights_a_block * black if board.cells_read
                else main + field + pixels * black + board.blocks * logic)
        room = min(room, fuse * self.share // 100 - held)
        room = min(room, pixels * (self.load("pixel_white") - black))
        if board.light_ma:
            room = min(room, board.light_ma)
        light = room // self.step * self.step
        if light < self.step:
            raise self.source.error(
                at, "ma", f"{board.supply} ({supply} mA) is too small for {board.name}: "
                f"{zone_rest} mA without any light, and {self.share} % may be used",
                f"Give [boards.{board.name}] in boards.toml a bigger supply, or more supplies")
        dark = main + field + board.blocks * block_rest + pixels * black
        broken = self.load("block_switch") if board.cells_read else logic
        return Budget(
            board.name, supply * board.supplies, board.supplies, light, dark,
            boot=dark + (self.load("block_start") if board.cells_read else 0),
            play=main + field + board.blocks * block_play + pixels * black + light,
            zone=zone_rest + light,
            fault=main + field + board.blocks * broken + pixels * self.load("pixel_white"),
            fuse_ma=fuse, fuse_play=held + light, share=self.share)
