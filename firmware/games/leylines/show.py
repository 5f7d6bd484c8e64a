"""The pieces on the table, the gestures of hands, and the lights."""

from games.base import CHANCE, CLEARED, FLOW, OWNER
from games.leylines import pieces
from games.leylines.pieces import CAIRN, CAIRNS, DEAL, FIRST_CAIRN, FIRST_TOR, SEGMENT, TOR
from games.leylines.reasons import why_not_segment
from games.leylines.spaces import (
    around,
    cairn_cells,
    is_empty,
    number_of,
    placement,
    rooms,
    tor_cells,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator

    from games.leylines.game import LeyLines
    from games.types import Action, Box, Mark, Moves, Phrase, Words


def tokens(g: "LeyLines") -> "Box":
    box = []
    for value in range(g.values()):
        for other in range(g.values()):
            box.append((pieces.half(value, other), -1, 2 if value == other else 1))
    for seat in range(g.seats):
        for value in range(CAIRNS):
            box.append((pieces.cairn(seat, value), seat, 1))
    for seat in range(g.seats):
        box.append((pieces.tor(seat), seat, 1))
    return tuple([(piece, pieces.name(piece, True), seat, n) for piece, seat, n in box])


def label(g: "LeyLines", token: int) -> str:
    return pieces.name(token)


def named(g: "LeyLines", token: int) -> "Phrase":
    if token >= FIRST_TOR:
        return ("tor", token - FIRST_TOR)
    if token >= FIRST_CAIRN:
        return ("cairn", (token - FIRST_CAIRN) // CAIRNS)
    one, two = pieces.values(token)
    return ("half", one, pieces.segment_name(min(one, two), max(one, two)))


def words(g: "LeyLines", by: int, action: "Action") -> "Words":
    if action[0] == DEAL:
        return ["deal", action[1], pieces.segment_name(action[2], action[3])]
    return g.text(action)


def gesture(g: "LeyLines", by: int, action: "Action") -> "Moves":
    kind = action[0]
    if kind == CAIRN:
        return ((action[2], pieces.cairn(by, action[1])),)
    if kind == TOR:
        return ((action[1], pieces.tor(by)),)
    if kind == SEGMENT:
        cell, beside, one, two = placement(g, action[1])
        return ((cell, pieces.half(one, two)), (beside, pieces.half(two, one)))
    return ()


def targets(g: "LeyLines", by: int) -> "Iterable[int]":
    if by not in g.current():
        return
    phase = g.phase()
    if phase == SEGMENT:
        for cell, beside, _, _ in rooms(g, g.thinkable(by)):
            yield cell
            yield beside
    elif phase == TOR:
        for cell in tor_cells(g):
            yield cell
    elif phase == CAIRN:
        for cell in cairn_cells(g):
            yield cell


def placing(g: "LeyLines", by: int, token: int, spot: int = -1) -> "Iterable[Action]":
    if by not in g.current() or by == CHANCE or not 0 < token < FIRST_TOR + g.seats:
        return
    for cell in range(g.grid.cells) if spot < 0 else (spot,):
        if not is_empty(g, cell):
            continue
        if token < FIRST_CAIRN:
            for action in _halves(g, by, token, cell, spot < 0):
                yield action
        else:
            meant = g.intended_action(by, cell, token)
            if meant and g.reason(by, meant) is None:
                yield meant


def _halves(
    g: "LeyLines", by: int, token: int, cell: int, first: bool
) -> "Iterator[Action]":
    """Yield the legal segments with that half on a cell; with `first`, only those that begin
    there."""
    one, two = pieces.values(token)
    if g.phase() != SEGMENT or (min(one, two), max(one, two)) not in g.playable(by):
        return
    for other in sorted(around(g, cell)):
        if is_empty(g, other) and not (first and other < cell):
            low, high, here, there = (
                (cell, other, one, two) if cell < other else (other, cell, two, one)
            )
            number = number_of(g, low, high, here, there)
            if why_not_segment(g, by, number) is None:
                yield (SEGMENT, number)


def drawn_actions(g: "LeyLines", token: int, spot: int) -> "list[tuple[int, Action]]":
    """A domino shown to the pad is dealt to the next seat; one on the board is not a deal."""
    if spot >= 0 or g.phase() != DEAL or not 0 < token < FIRST_CAIRN:
        return []
    low, high = sorted(pieces.values(token))
    deal = (DEAL, g.next(), low, high)
    return [(CHANCE, deal)] if g.reason(CHANCE, deal) is None else []


def intended_action(g: "LeyLines", by: int, spot: int, token: int) -> "Action | None":
    if token >= FIRST_TOR:
        return (TOR, spot) if token == pieces.tor(by) else None
    if token >= FIRST_CAIRN:
        seat, value = divmod(token - FIRST_CAIRN, CAIRNS)
        return (CAIRN, value, spot) if seat == by else None
    one, two = pieces.values(token)
    for other in around(g, spot):
        if not g.cells[other]:
            if spot < other:
                return (SEGMENT, number_of(g, spot, other, one, two))
            return (SEGMENT, number_of(g, other, spot, two, one))
    return None


def overlay_parts(g: "LeyLines") -> "Iterator[list[Mark]]":
    shown = []
    for cell in range(g.grid.cells):
        piece = g.cells[cell]
        if piece >= FIRST_TOR:
            shown.append((cell, OWNER, piece - FIRST_TOR))
        elif piece >= FIRST_CAIRN:
            shown.append((cell, OWNER, (piece - FIRST_CAIRN) // CAIRNS))
    yield shown
    yield [(cell, CLEARED, 0) for cell in g.cleared]
    for path in g.paths:
        yield [(path[i], FLOW, i) for i in range(len(path))]
