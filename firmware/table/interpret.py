"""Compare the pieces on the table with those of the game: is the difference an action, a part of
one, or a mistake?

The game knows pieces, but the table sees tokens (what a tag tells), so it compares tokens. A place
without a reader always counts as correct.
"""

from games.base import CHANCE, CHOSEN, LEGAL, MISSING, WRONG
from table.layout import NOT_IN_BOX, NOWHERE
from table.sense import DOUBLE, FAULT, FOREIGN, UNKNOWN, UNSHOWN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable
    from typing import Any

    from games.base import Game
    from games.types import Action, Message, Moves
    from table.layout import Layout
    from table.legal import Legal

QUIET = 0  # the table agrees with the game
ACTION = 1  # exactly one legal action fits: `actions` holds it
CHOOSE = 2  # several legal actions fit: the panel asks which
PARTIAL = 3  # part of a legal action is done: `marks` light that and the rest
MISTAKE = 4  # anything else: `marks` light the cure
FOLLOW = 5  # the game moved on and the pieces must follow: `marks` light which come and go
BETWEEN = 6  # a piece lies between two cells: `marks` light both

_QUICK = 5  # look for an action among several differences only up to this many places


class Verdict:
    """The meaning of the pieces on the table.

    `actions` holds (by, action), `marks` (place, meaning, 0). `text` is a message for people
    (games/texts.py) or "". `stray` is the place of an extra piece if nothing else is wrong, else
    NOWHERE. `places` are those that differ from the game. `gesture` is that of the only action.
    """

    places: "list[int] | tuple[Any, ...]" = ()
    gesture: "tuple[Any, ...]" = ()

    def __init__(
        self,
        state: int,
        actions: "list[tuple[int, Action]] | tuple[Any, ...]" = (),
        marks: "Any" = (),
        text: "Message" = "",
        stray: int = NOWHERE,
    ):
        self.state = state
        self.stray = stray
        self.actions = actions
        self.marks = marks
        self.text = text


def expected(game: "Game", layout: "Layout", places: "Iterable[int]") -> bytearray:
    """Return a bytearray by place: the token that should lie at each of `places`, 0 elsewhere."""
    tokens = bytearray(layout.places)
    spot_of, piece_at = layout.spot_of, game.piece_at
    for place in places:
        spot = spot_of[place]
        piece = piece_at(spot) if spot != NOWHERE else 0
        if piece:
            tokens[place] = game.token(piece)
    return tokens


def showing(code: int, seen: bytearray, layout: "Layout") -> list[int]:
    """Return the places where a code of table.sense is seen. Usually there is none, and finding
    that out needs no loop."""
    if bytes((code,)) not in seen:
        return []
    return [place for place in layout.readers if seen[place] == code]


def differences(seen: bytearray, wanted: bytearray, layout: "Layout") -> list[int]:
    """Return the places with a reader whose token differs from `wanted`."""
    if seen == wanted:
        return []  # the usual case; a loop takes 1.4 ms
    return [place for place in layout.readers if seen[place] != wanted[place]]


def judge(
    game: "Game",
    layout: "Layout",
    seen: bytearray,
    wanted: bytearray,
    right: bytearray,
    legal: "Legal",
) -> Verdict:
    """Return the Verdict on the tokens in `seen`.

    By place, `wanted` is the token that should lie there, and `right` the one that was last
    correct; `judge` updates it. If a place still holds its `right` token, nobody has touched it
    since the game moved on. That is no mistake: the game waits until somebody moves the piece.
    `legal` gives the actions that people may take.
    """
    different = differences(seen, wanted, layout)
    before = [(place, right[place]) for place in different]
    right[:] = seen
    for place, token in before:
        right[place] = token
    different = [place for place in different if seen[place] != FAULT]
    if not different:
        return Verdict(QUIET)
    verdict = _judge(game, layout, seen, wanted, right, legal, different)
    verdict.places = different
    return verdict


def _judge(
    game: "Game",
    layout: "Layout",
    seen: bytearray,
    wanted: bytearray,
    right: bytearray,
    legal: "Legal",
    different: list[int],
) -> Verdict:
    touched = [place for place in different if seen[place] != right[place]]
    verdict = _meaning(game, layout, seen, wanted, touched, legal) if touched else None
    if verdict and len(touched) == len(different):
        return verdict
    left = [place for place in different if seen[place] == right[place]]
    marks = _cures(seen, left)
    if verdict and verdict.state == MISTAKE:
        return Verdict(MISTAKE, (), verdict.marks + marks, verdict.text)
    return Verdict(FOLLOW, (), marks, _cure(layout, seen, wanted, left[0]))


def _meaning(
    game: "Game",
    layout: "Layout",
    seen: bytearray,
    wanted: bytearray,
    different: list[int],
    legal: "Legal",
) -> Verdict:
    """Return the Verdict on the places that were touched. It is CHOOSE if a complete action is
    also the start of a longer one. For example, lifting a tile completes the action that puts it
    on a place without a reader, and may begin another action."""
    exact = []
    done: "tuple[Any, ...]" = ()  # the gesture of the last of `exact`
    rest = {}
    held = not any([seen[place] for place in different])  # is all that is missing in a hand?
    place = different[0]
    for by, action in _placing(legal, seen, layout, place):
        gesture = game.gesture(by, action)
        hand = by_hand(game, layout, gesture, wanted, seen)
        if _is_covered(hand, different, seen):
            if len(hand) == len(different):
                exact.append((by, action))
                done = gesture
            else:
                for other, piece in hand:
                    if other not in different:
                        rest[other] = True
                        held = held and piece != 0
    if not exact and not rest and 1 < len(different) <= _QUICK:
        exact, done = _done(game, layout, seen, wanted, different, legal)
    if rest:
        marks = [(place, LEGAL, 0) for place in sorted(rest)]
        marks += [(place, CHOSEN, 0) for place in different if seen[place]]
        text = "rest held" if held else "rest"
        return Verdict(CHOOSE if exact else PARTIAL, exact, marks, text)
    if exact:
        verdict = Verdict(ACTION if len(exact) == 1 else CHOOSE, exact)
        verdict.gesture = done
        return verdict
    return _mistake(layout, seen, wanted, different)


def by_hand(
    game: "Game", layout: "Layout", gesture: "Moves", wanted: bytearray, seen: bytearray
) -> list[tuple[int, int]]:
    """Return [(place, token), ...]: what a person must change by hand for a gesture, at places
    with a working reader."""
    hand = []
    for spot, piece in gesture:
        place = layout.place_of[spot]
        if place != NOWHERE and layout.reads[place] and seen[place] != FAULT:
            token = game.token(piece)
            if token != wanted[place]:
                hand.append((place, token))
    return hand


def _placing(
    legal: "Legal", seen: bytearray, layout: "Layout", place: int
) -> "Iterable[tuple[int, Action]]":
    """Return the legal entries that a person may have meant at a place."""
    spot = layout.spot_of[place]
    return () if spot == NOWHERE else legal.placing(seen[place], spot)


def _is_covered(hand: list[tuple[int, int]], different: list[int], seen: bytearray) -> bool:
    for place in different:
        if (place, seen[place]) not in hand:
            return False
    return True


def _done(
    game: "Game",
    layout: "Layout",
    seen: bytearray,
    wanted: bytearray,
    different: list[int],
    legal: "Legal",
) -> "tuple[list[tuple[int, Action]], Moves]":
    """Return (the entries that are fully done, the gesture of the last) if all other differences
    are extra pieces. Such extras mean that a fast player has begun the next action before the
    table took this one. ([], ()) if the entries need different pieces."""
    done = []
    places = None
    meant: "tuple[Any, ...]" = ()
    for place in different:
        for entry in _placing(legal, seen, layout, place):
            gesture = game.gesture(entry[0], entry[1])
            hand = by_hand(game, layout, gesture, wanted, seen)
            rest: "Any" = different[:]
            for changed, token in hand:
                if changed in rest and seen[changed] == token:
                    rest.remove(changed)
                else:
                    rest = ()
            if hand and rest and not any([wanted[other] for other in rest]) and entry not in done:
                if places is not None and hand != places:
                    return [], ()
                places, meant = hand, gesture
                done.append(entry)
    return done, meant


def _mistake(
    layout: "Layout", seen: bytearray, wanted: bytearray, different: list[int]
) -> Verdict:
    text = why(layout, seen, wanted, different[0])
    place = different[0]
    alone = len(different) == 1 and not wanted[place] and layout.spot_of[place] != NOWHERE
    return Verdict(MISTAKE, (), _cures(seen, different), text, place if alone else NOWHERE)


def _cures(seen: bytearray, different: list[int]) -> list[tuple[int, int, int]]:
    """Return the marks for pieces to take away and pieces to put back."""
    return [(place, WRONG if seen[place] else MISSING, 0) for place in different]


def _cure(
    layout: "Layout", seen: bytearray, wanted: bytearray, place: int
) -> "Message":
    """Return the message that says what to do at a place where the game has moved on."""
    token = wanted[place]
    if seen[place] >= UNKNOWN:
        return why(layout, seen, wanted, place)
    if not token or seen[place]:
        return ("away", layout.name(place), token_name(layout, seen[place]))
    return ("here", layout.name(place), layout.game.named(token))


def why(layout: "Layout", seen: bytearray, wanted: bytearray, place: int) -> "Message":
    """Return the message that says what is wrong at a place and what to do."""
    where = layout.name(place)
    token = seen[place]
    if token == DOUBLE:
        return ("double", where)
    if token == UNKNOWN:
        return ("unknown", where)
    if token == UNSHOWN and not wanted[place]:
        return ("unshown", where)
    if token == FOREIGN:
        return ("foreign", where)
    if not token:
        return ("here", where, layout.game.named(wanted[place]))
    if wanted[place]:
        key = "belongs shown" if layout.has_switches else "belongs"
        return (key, where, layout.game.named(wanted[place]))
    reason = refusal(layout, layout.spot_of[place], token)
    if reason:
        return ("away why", where, reason)
    return ("away", where, token_name(layout, token))


def refusal(layout: "Layout", spot: int, token: int) -> "Message | None":
    """Return a message that says why a piece may not go on a spot; None if only the moment is
    wrong."""
    if spot == NOWHERE:
        return ("not board",)
    game = layout.game
    seats = game.current()
    for by in seats:
        if by != CHANCE:
            meant = game.intended_action(by, spot, token)
            reason = meant and game.refusal(by, meant)
            if reason:
                return reason if isinstance(reason, tuple) else (reason,)
    owner = layout.owner(token)
    return ("of seat", owner) if owner >= 0 and owner not in seats else None


def token_name(layout: "Layout", token: int) -> "Message":
    """Return the public name of a token of the game's box, a message."""
    return ("piece",) if layout.owner(token) == NOT_IN_BOX else layout.game.named(token)
