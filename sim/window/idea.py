"""A hint for pages: an action, the pieces that people lay for it, and its reasons."""

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.texts import Texts
    from games.types import Json, Message
    from table.hint import Hint

_MOST = 2  # hints of a game that give the same reason


class Told:
    """The reasons that hints of a game gave; each is left out of later ones that have others."""

    def __init__(self) -> None:
        self._begun = -1  # the game, as `Session.begun` counts
        self._at: "dict[str, set[int]]" = {}  # by reason: how many actions there were before

    def fresh(self, begun: int, count: int, reasons: "list[Message]") -> "list[Message]":
        """Return the reasons to give after so many actions of a game, the same when asked again,
        and note them."""
        if begun != self._begun:
            self._begun = begun
            self._at = {}
        fresh = [one for one in reasons if len(self._at.get(str(one), set()) - {count}) < _MOST]
        fresh = fresh or reasons[-1:]
        for one in fresh:
            self._at.setdefault(str(one), set()).add(count)
        return fresh


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
