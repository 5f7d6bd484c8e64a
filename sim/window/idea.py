"""A hint for pages: an action, the pieces that people lay for it, and its reasons."""

if False:  # only mypy reads this: the names of types

    from games.base import Game
    from games.texts import Texts
    from games.types import Json
    from table.hint import Hint


def idea(game: "Game", hint: "Hint", texts: "Texts") -> "Json":
    """Return {"words", "spots", "laid", "why"} of a finished hint: the words of its action,
    the places that it changes, the pieces that a person lays there as {"at", "name", "face",
    "seat"}, and its reasons as one text."""
    gesture = game.gesture(hint.by, hint.action)
    box = {token: (name, seat) for token, name, seat, _ in game.tokens()}
    laid = []
    for spot, piece in gesture:
        if piece:
            name, seat = box[game.token(piece)]
            face = game.face(piece)
            laid.append({"at": game.spot_name(spot), "name": name, "face": face, "seat": seat})
    return {
        "words": game.words(hint.by, hint.action),
        "spots": [game.spot_name(spot) for spot, _ in gesture],
        "laid": laid,
        "why": "; ".join([texts.render(one, game.NAME) for one in hint.why]),
    }
