"""For pages: the display's question and its answers, the actions without a piece, and where a seat
may put a piece, or why it may not."""


from games.base import CHANCE
from table.interpret import refusal, token_name
from table.layout import NOWHERE
from table.legal import Legal

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from games.types import Json, Message
    from table.app import App


_MOST = 24  # the most answers for a page; beyond, people use the knob
_MANY = 240  # actions with the same first word: too many for buttons


def asked(ask: "Any", texts: "Texts", game: "Game | None") -> "Json | None":
    """Return the question on the display as {"title", "answers", "index", "spots"}; None if there
    is none. `spots` names the places if the question asks where. Then `answers` is empty; it is
    also empty if there are too many."""
    if ask is None:
        return None
    chooser = getattr(ask, "chooser", None)
    holder = ask if chooser is None else chooser
    if game and chooser is not None and chooser.by_spot and chooser.level == 0:
        spots = [game.spot_name(spot) for spot in chooser.answers]
    else:
        spots = []
    index = holder.index
    answers = []
    if not spots and len(holder.answers) <= _MOST:
        for number in range(len(holder.answers)):
            holder.index = number
            answers.append(ask.label(texts))
        holder.index = index
    return {"title": ask.title(texts), "answers": answers, "index": index, "spots": spots}


def rotating(game: "Game", ask: "Any") -> "Json | None":
    """Return {"spot", "face"} of the piece that the question turns, or None."""
    chooser = getattr(ask, "chooser", None)
    if chooser is None or not chooser.by_spot or chooser.level == 0:
        return None
    entry = chooser.settled()
    if entry is None:
        return None
    for spot, piece in game.gesture(entry[0], entry[1]):
        if piece and game.facing(piece) >= 0:
            return {"spot": game.spot_name(spot), "face": game.face(piece)}
    return None


def fits(game: "Game", seats: list[int], token: int) -> list[str]:
    """Return the places where seats may now put a piece with this token, as far as everybody may
    know."""
    spots = {spot for spot, _ in _laid(game, seats, token)}
    return [game.spot_name(spot) for spot in sorted(spots)]


def can_be_turned(game: "Game", seats: list[int], token: int) -> bool:
    """May a piece with this token now be laid in one of several facings?"""
    return any([game.facing(piece) >= 0 for _, piece in _laid(game, seats, token)])


def _laid(game: "Game", seats: list[int], token: int) -> "Iterator[tuple[int, int]]":
    """Yield (spot, piece) of the actions that lay a piece with this token."""
    for seat in seats:
        for action in game.public(seat):
            for spot, piece in game.gesture(seat, action):
                if piece and game.token(piece) == token:
                    yield spot, piece


def why_not(app: "App", token: int, place: int) -> "Message":
    """Return the message that says why nobody may now put a piece with this token at a place; ()
    if somebody may."""
    game, layout = app.session.game, app.pieces.layout
    spot = layout.spot_of[place]
    if spot != NOWHERE and any(Legal(game, app.session.seats_by_hand()).placing(token, spot)):
        return ()
    return refusal(layout, spot, token) or ("pad no place", token_name(layout, token))


def wanted(app: "App") -> list[str]:
    """Return the first words of the actions without a piece that the step of an example asks for.
    """
    game, example = app.session.game, app.session.example
    if example is None or game is None:
        return []
    seats = [seat for seat in game.current() if seat != CHANCE]
    asked_for = [(seat, example.wanted(seat)) for seat in seats]
    return [
        game.text(action)[0]
        for seat, action in asked_for
        if action and not game.gesture(seat, action)
    ]


def seat_actions(game: "Game", seat: int, texts: "Texts") -> "dict[str, list[Any]]":
    """Return {"actions", "texts", "many", "spots"} for a seat: the words of its actions without a
    piece, their texts on the display, the first words of actions that are too many to list, and
    the places where it can put or take a piece."""
    kinds: dict[Any, list[Any]] = {}
    for action in game.legal(seat) if seat in game.current() else ():
        kinds.setdefault(action[0], []).append(action)
    listed = []
    many = []
    spots: set[int] = set()
    for actions in kinds.values():
        for action in actions:
            spots.update(spot for spot, _ in game.gesture(seat, action))
    for actions in kinds.values():
        if len(actions) > _MANY:
            if not game.gesture(seat, actions[0]):
                many.append(game.text(actions[0])[0])
            continue
        listed += [action for action in actions if not game.gesture(seat, action)]
    return {
        "actions": [game.text(action) for action in listed],
        "texts": [
            texts.render(["do"] + list(game.words(seat, action)), game.NAME) for action in listed
        ],
        "many": many,
        "spots": [game.spot_name(spot) for spot in sorted(spots)],
    }
