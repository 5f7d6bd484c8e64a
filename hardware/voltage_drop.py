"""The voltage drop on the way to the last light, and whether the string of lights is long enough.

A board's lights are on pieces of string (Board.pieces). Each hop must fit: the longest within the
string's pitch, the shortest with no more slack than its groove holds. There is a feed after every
`feed` pieces.
A length between two feeds is fed at both ends, or at one (`ends`). Its lights share the current
evenly, so a conductor of resistance R loses I * R / 8 to its middle, or I * R / 2 to its end. In
the worst case one length carries all the light that the firmware allows, or all its lights are
white.
"""

import math
from typing import Any

from hardware import boards, power
from hardware.source import Design

COPPER = 0.0175  # ohm mm2 / m


def lengths(board: boards.Board) -> list[float]:
    """Return the numbers of lights between feeds, each the lights of `feed` pieces of string."""
    step = board.feed
    return [sum(board.pieces[i:i + step]) for i in range(0, len(board.pieces), step)]


def hops(board: boards.Board) -> list[float]:
    """Return the mm between neighbours that one uncut piece of string joins."""
    found, first = [], 0
    for count in board.pieces:
        found += [math.dist(board.pixels[i - 1], board.pixels[i])
                  for i in range(first + 1, first + count)]
        first += count
    return found


def board_drop(design: Design, board: Any, account: Any) -> tuple[Any, ...]:
    at, p = f"strings.{board.string}", design.power
    pitch, area = p.need(at, "pitch", (int, float)), p.need(at, "mm2", (int, float))
    spare = design.boards.need(f"boards.{board.name}", "spare", (int, float))
    play = p.need(at, "play", (int, float))
    run = hops(board)
    if run and max(run) > pitch - play + 0.01:
        raise board.source.error(
            f"boards.{board.name}", "string", f"lights {max(run):.0f} mm apart on a string of "
            f"{pitch} mm, {play} mm of play", "Take a string with a longer pitch, or cut and feed "
            "it there (feed)")
    left = max(pitch - hop for hop in run) if run else 0
    if left > spare:
        raise board.source.error(
            f"boards.{board.name}", "string", f"{left:.0f} mm of string to spare between two "
            f"lights {min(run):.0f} mm apart, and there is room for {spare}",
            "Take a string with a shorter pitch, another order of the lights, or cut the string "
            "there and bridge it with wire")
    most = max(lengths(board))
    light = account.budget(board).light_ma
    ma = min(light + most * account.load("pixel_dark"), most * account.load("pixel_white"))
    ohms = 2 * COPPER * most * pitch / 1000 / area
    string = ma / 1000 * ohms / (8 if board.ends == 2 else 2)
    metres = max(p.need("rule", "feed_m", (int, float)), board.wires.get("supply", 0) / 1000)
    feed = ma / 1000 * 2 * COPPER * metres / p.need("rule", "feed_mm2", (int, float))
    fuse = p.need("fuses.block" if board.cells_read else "fuses.lights", "ohm", (int, float))
    whole = string + feed + ma / 1000 * fuse
    for value, key in ((string, "string_volts"), (whole, "light_volts")):
        limit = p.need("rule", key, (int, float))
        if value > limit:
            raise board.source.error(
                f"boards.{board.name}", "feed", f"{value:.2f} V are lost with {most} lights from "
                f"feed to feed ({ma} mA), at most {limit} allowed", "Feed the string more often")
    return string, whole, left


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py: one for all boards, the worst."""
    account, found = power.Power(design.power), []
    for board in boards.boards(design.boards).values():
        found.append((*board_drop(design, board, account), board.name))
    rule = design.power.data["rule"]
    string, whole = max(found), max(found, key=lambda row: row[1])
    slack = max(found, key=lambda row: row[2])
    room = design.boards.need(f"boards.{slack[3]}", "spare", (int, float))
    _channel(design)
    return [
        (f"light strings: lost along the worst length, `{string[3]}`", f"{string[0]:.2f} V",
         f"{rule['string_volts']} V", f"{rule['string_volts'] - string[0]:.2f} V",
         "the string's real copper: measure its ohms"),
        (f"lights: lost from the brick to the worst light, `{whole[3]}`, fuse included",
         f"{whole[1]:.2f} V", f"{rule['light_volts']} V",
         f"{rule['light_volts'] - whole[1]:.2f} V", "plugs and joints"),
        (f"light strings: spare at the worst hop, `{slack[3]}`", f"{slack[2]:.0f} mm",
         f"{room} mm", f"{room - slack[2]:.0f} mm", "whether it goes into the grooves")]


def _channel(design: Design) -> None:
    """Raise SourceError for a hall board whose tops have room for less string than it says."""
    m = design.mechanics
    takes = 2 * m.need("hall", "hairpin", (int, float))
    for board in boards.boards(design.boards).values():
        if board.hall and design.boards.need(f"boards.{board.name}", "spare",
                                             (int, float)) > takes:
            raise board.source.error(f"boards.{board.name}", "spare", "the channel beside a light "
                                     f"takes {takes} mm there and back", "Lengthen hairpin in "
                                     "mechanics.toml")
