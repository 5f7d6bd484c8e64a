"""The voltage that gets lost on the way to the last light, and whether the string reaches.

A board's lights hang on pieces of string (Board.pieces); a feed stands after every `feed` of them.
A length between two feeds is fed at both ends; its lights share the current evenly, so
that a conductor of resistance R loses I * R / 8 to its middle, in both directions. The worst
length carries all the light that the firmware allows, or all its lights at full white.
"""

import math

from hardware import boards, power

COPPER = 0.0175  # ohm mm2 / m


def lengths(board):
    """The numbers of lights from feed to feed: `feed` pieces of string each."""
    step = board.feed
    return [sum(board.pieces[i:i + step]) for i in range(0, len(board.pieces), step)]


def hops(board):
    """mm between neighbours that one uncut piece of string joins."""
    found, first = [], 0
    for count in board.pieces:
        found += [math.dist(board.pixels[i - 1], board.pixels[i])
                  for i in range(first + 1, first + count)]
        first += count
    return found


def _board(design, board, account):
    at, p = f"strings.{board.string}", design.power
    pitch, area = p.need(at, "pitch", (int, float)), p.need(at, "mm2", (int, float))
    slack = p.need(at, "slack", (int, float))
    run = hops(board)
    if run and max(run) > pitch + 0.01:
        raise board.source.error(
            f"boards.{board.name}", "string", f"lights {max(run):.0f} mm apart on a string of "
            f"{pitch} mm", "Take a string with a longer pitch, or cut and feed it there (feed)")
    left = pitch - sum(run) / len(run)
    if left > slack:
        raise board.source.error(
            f"boards.{board.name}", "string", f"{left:.0f} mm of string to spare at each light, "
            f"and there is room for {slack}", "Take a string with a shorter pitch")
    most = max(lengths(board))
    light = account.budget(board).light_ma
    ma = min(light + most * account.load("pixel_dark"), most * account.load("pixel_white"))
    ohms = 2 * COPPER * most * pitch / 1000 / area
    string = ma / 1000 * ohms / 8
    feed = ma / 1000 * 2 * COPPER * p.need("rule", "feed_m", (int, float)) / p.need(
        "rule", "feed_mm2", (int, float))
    fuse = p.need("fuses.block" if board.cells_read else "fuses.lights", "ohm", (int, float))
    whole = string + feed + ma / 1000 * fuse
    for value, key in ((string, "string_volts"), (whole, "light_volts")):
        limit = p.need("rule", key, (int, float))
        if value > limit:
            raise board.source.error(
                f"boards.{board.name}", "feed", f"{value:.2f} V are lost with {most} lights from "
                f"feed to feed ({ma} mA), at most {limit} allowed", "Feed the string more often")
    return string, whole, left


def check(design):
    """Rows for rules.py: one for all boards, the worst."""
    account, found = power.Power(design.power), []
    for board in boards.boards(design.boards).values():
        found.append((*_board(design, board, account), board.name))
    rule = design.power.data["rule"]
    string, whole = max(found), max(found, key=lambda row: row[1])
    slack = max(found, key=lambda row: row[2])
    return [
        (f"light strings: lost along the worst length, `{string[3]}`", f"{string[0]:.2f} V",
         f"{rule['string_volts']} V", f"{rule['string_volts'] - string[0]:.2f} V",
         "the string's real copper: measure its ohms"),
        (f"lights: lost from the brick to the worst light, `{whole[3]}`, fuse included",
         f"{whole[1]:.2f} V", f"{rule['light_volts']} V",
         f"{rule['light_volts'] - whole[1]:.2f} V", "plugs and joints"),
        (f"light strings: string to spare at a light, `{slack[3]}`", f"{slack[2]:.0f} mm",
         "what the grooves take", "-", "whether it goes into the grooves")]
