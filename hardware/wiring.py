"""Writes the board profiles, firmware/table/wiring/<name>.py: data only, portable."""

import struct
from collections.abc import Callable
from typing import Any

from hardware.boards import NONE16

_WIDTH = 96


def _lines(data: Any, make: Callable[[Any], str], per_line: int) -> list[str]:
    return [make(data[i:i + per_line]) for i in range(0, len(data), per_line)] or [make(data)]


def _hex(data: bytes) -> str:
    """Return bytes as hex escapes, which both interpreters read, and diffs show well."""
    return 'b"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def _bytes(name: str, data: bytes) -> str:
    lines = _lines(data, _hex, 22)
    body = "\n".join(f"    {line}" for line in lines)
    return f"{name} = (\n{body}\n)"


def _words(name: str, words: list[str]) -> str:
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) + 8 > _WIDTH:
            lines.append(line)
            line = ""
        line += word + " "
    lines.append(line.rstrip())
    body = "\n".join(f'    "{line}"' for line in lines)
    return f"{name} = (\n{body}\n)"


def module(board: Any, pins: Any, hz: int, budget: Any) -> str:
    """Return the text of the profile of `board` with the `pins` of pins.toml and its power
    `budget`."""
    readers = bytes(255 if r is None else r for r in board.readers)
    lights = b"".join(struct.pack("<H", NONE16 if p is None else p)
                      for spot in board.lights for p in spot)
    reader_blocks = board.blocks if board.cells_read else 0
    block = board.source.data["block"]
    bit = block["bit"]
    there = {name: pin for name, pin in pins.items()
             if not (board.breadboard and name == "pad_power")}  # no switch on a breadboard
    pin_lines = "\n".join(f'    "{name}": {pin["gp"]},' for name, pin in there.items())
    parts = [
        f'"""Profile {board.name}: {board.title.lower()}. Made by `python -m hardware wiring`\n'
        'from hardware/design/; change it there."""\n',
        f'NAME = "{board.name}"',
        f'TITLE = "{board.title}"',
        f"PINS = {{  # name: GP number of the Pico\n{pin_lines}\n}}",
        f"SPI_HZ = {hz:_}",
        "# The chain of 3 x 3 blocks: bits a block, sent last block first, highest bit first.",
        f"BLOCKS = {reader_blocks}",
        f"BLOCK_BITS = {block['bits']}",
        f"BIT_SELECT = {bit['select']}  # CS0, and CS1 to CS8 after it: low selects the cell",
        f"BIT_BUS_OFF = {bit['bus_off']}  # BUS_EN_N: high takes the block off the bus",
        f"BIT_POWER = {bit['power']}  # PWR_EN: high feeds the block's readers",
        *([f"BIT_FACING = {bit['facing']}  # 4 bits: a cell's facing sensors, 0 for none; then "
           "what feeds them"] if board.facings else []),
        f"WIDTH = {board.width}  # cells from west to east, 0 on a hex board",
        _words("SPOTS", board.spots),
        "# For each spot its reader: block * 9 + cell of the block; 255: none.",
        _bytes("READERS", readers),
        "PAD = True  # the reader beside the board, on pad_select",
    ]
    if board.hall:
        parts += [
            "# For each spot the bit of its hall switch, low where a magnet is. The chain gives",
            "# them back in the order it is sent: last block first, highest bit first.",
            _bytes("HALL", bytes(board.hall_bits)),
        ]
    parts += [
        f"HALL_BITS = {board.bits if board.hall else 0}  # in the chain of hall blocks",
        f"PER_SPOT = {board.per_spot}" + (
            "  # lights a spot: north-east, south-east, south-west, north-west"
            if board.per_spot == 4 else "  # light a spot, in its middle"),
        "# For each spot its pixels, 16 bits each, low byte first; 0xffff: none.",
        _bytes("LIGHTS", lights),
        f"PIXELS = {len(board.pixels)}",
        'ORDER = "GRB"',
        f"LIGHT_MA = {budget.light_ma}  # all pixels together, over what they draw while dark",
    ]
    return "\n".join(parts) + "\n"
