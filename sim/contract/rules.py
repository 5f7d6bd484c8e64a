"""The rules of the contract about a position: each function looks at one, and leaves it as it was.

It raises BrokenError for the first thing that is wrong. Its random numbers from `rng` only choose
where to look.
"""

from games import make
from games.base import CHANCE, OVER, Game, IllegalAction
from games.record import lines
from games.replay import RecordError, replay
from games.rng import Rng
from sim.virtual.steps import offered_for, way

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Action

_SOME = 50  # actions of a list that a rule looks at
_FEW = 8  # of these, for the slowest
_TRIES = 12
_PLAIN = (int, str, tuple, list, bytes, type(None))  # what a state is made of
_INT_MOST = 1 << 30  # small ints of a 32-bit MicroPython are below
_WRONG: "tuple[Any, ...]" = ([], ["no such word"], [1], None, ["", None], "text", [[]])
_TOKENS = (1, 2, 3, 5, 8, 13, 21, 39, 64, 128, 200, 239, 255)


class BrokenError(Exception):
    """A game breaks a rule: the `method` at fault, the `rule`, and the result instead (`why`):
    values, and words between them. `de.txt` has all words in German."""

    def __init__(self, method: str, rule: str, *why: str):
        super().__init__(rule)
        self.method = method
        self.rule = rule
        self.why = why


def need(is_kept: object, method: str, rule: str, *why: object) -> None:
    """Raise BrokenError unless a rule is kept; only then put `why` into words."""
    if not is_kept:
        raise BrokenError(method, rule, *[str(one) for one in why])


def pieces(game: "Game") -> list[int]:
    return [game.piece_at(spot) for spot in range(game.spots())]


def some(actions: "list[Action]", most: int) -> "list[Action]":
    """Return up to about `most` actions of a list, spread over it."""
    return actions[:: 1 + len(actions) // most]


# ---- the actions ---------------------------------------------------------------------------


def forms(text: str) -> "list[list[int]]":
    """Return the kinds of actions in a text such as Game.ACTIONS, each with the ranges of its
    numbers."""
    return [[int(number) for number in form.split()] for form in text.split(",")] if text else []


def is_within(action: "Action", known: "list[list[int]]") -> bool:
    """Do the numbers of an action stay within the ranges of one of the forms?"""
    for form in known:
        if form[0] == action[0] and len(form) == len(action):
            return not [i for i in range(1, len(form)) if not 0 <= action[i] < form[i]]
    return False


def answers(game: "Game", rng: "Rng") -> None:
    """The answers that everybody asks for first have the types that everybody relies on."""
    acting: "Any" = game.current()
    need(isinstance(acting, tuple) and not [by for by in acting if not isinstance(by, int)],
         "current", "gives a tuple of seats", acting)
    for by in acting:
        listed: "Any" = game.legal(by)
        need(isinstance(listed, list), "legal", "gives a list of actions", listed)
        for action in some(listed, _SOME):
            need(isinstance(action, tuple) and action and isinstance(action[0], int), "legal",
                 "gives actions as tuples of whole numbers", action)


def actions(game: "Game", rng: "Rng") -> None:
    known = forms(game.ACTIONS)
    for by in game.current():
        listed = game.legal(by)
        for action in listed if known and by != CHANCE else ():
            need(is_within(action, known), "legal", "goes as far as ACTIONS says", action)
        need(list(game.each_legal(by)) == listed, "each_legal", "yields what legal lists")
        for i in range(1, len(listed)):
            need(listed[i - 1] < listed[i], "legal", "lists actions ascending, each once",
                 listed[i - 1], "stands before", listed[i])
        need(listed or by == CHANCE, "legal", "lists something for each seat that is to act",
             "seat", by)
        for action in some(listed, _SOME):
            need(game.reason(by, action) is None, "reason", "is None for an action of legal",
                 action, game.reason(by, action))
            words = game.text(action)
            need(isinstance(words, list) and words and isinstance(words[0], str), "text",
                 "gives a list that begins with a word", words)
            need(game.parse(words) == action, "parse", "gives back the action of its text",
                 words, "became", game.parse(words), "not", action)


def effects(game: "Game", rng: "Rng") -> None:
    for by in game.current():
        listed = game.legal(by)
        for _ in range(3 if listed else 0):
            _effects(game, by, rng.choice(listed))


def _effects(game: "Game", by: int, action: "Action") -> None:
    before = pieces(game)
    digest = game.digest()
    announced = game.effects(by, action)
    gesture = game.gesture(by, action)
    need(game.digest() == digest, "gesture", "changes nothing", game.text(action))
    kept = game.snapshot()
    game.play(by, action)
    after = pieces(game)
    game.restore(kept)
    need(game.digest() == digest, "play", "changes only what STATE names", game.text(action))
    changed = tuple([(s, after[s]) for s in range(len(after)) if after[s] != before[s]])
    need(announced == changed, "effects", "announces what play changes on the table",
         game.text(action), "announces", announced, "and changes", changed)
    for spot, piece in gesture:
        need(piece != before[spot], "gesture", "puts nothing where it lies already",
             game.text(action), spot)


def outcome(game: "Game", rng: "Rng") -> None:
    """A caller can ask for the outcome of an action."""
    for by in game.current():
        listed = game.legal(by) if by != CHANCE else [game.sample(rng)]
        for action in some(listed, _FEW):
            kept = game.snapshot()
            events = game.play(by, action)
            need(isinstance(events, list), "play", "returns a list of events", events)
            for event in events:
                need(isinstance(event, list) and event and isinstance(event[0], str), "play",
                     "returns events that begin with a word", event)
            state(game, rng)
            shown(game, rng)
            game.public_record(by, action, events)
            game.restore(kept)


def refusals(game: "Game", rng: "Rng") -> None:
    digest = game.digest()
    seats = game.current()
    wild: list[Action] = [(), (0,), (99,), (1, 1000), (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    listed = game.legal(rng.choice(seats))[:2] if seats else []
    for by in range(-1, game.seats):
        for action in wild + listed:
            if by in seats and action in game.legal(by):
                continue
            why = game.refusal(by, action)
            need(why is not None, "reason", "refuses what legal does not list", action, "by", by)
            need(why, "reason", "says why", action)
            need(game.digest() == digest, "reason", "changes nothing", action)


def wrong_words(game: "Game", rng: "Rng") -> None:
    for words in _WRONG:
        try:
            game.parse(words)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError):
            continue
        raise BrokenError("parse", "refuses words that are no action", "%s" % (words,))


# ---- the table -----------------------------------------------------------------------------


def lights(game: "Game", rng: "Rng") -> None:
    for by in game.current():
        _lights(game, by)


def _lights(game: "Game", by: int) -> None:
    listed = game.legal(by)
    public = list(game.public(by))
    every = set(public)
    need(public == sorted(every), "public", "lists actions ascending, each once")
    begun = [action for action in public if game.steps(by, action)]
    left_out = [action for action in listed if action not in every]
    need(begun or not left_out, "public", "leaves out no legal action", left_out[:3])
    for action in some(left_out, _FEW):
        _steps(game, by, begun, action)
    lit = set(game.targets(by))
    digest = game.digest()
    for action in some(public, _FEW):
        game.gesture(by, action)  # works for an action that only a hidden hand rules out, too
        game.text(action)
    need(game.digest() == digest, "gesture", "changes nothing")
    for action in some([action for action in listed if action in every], _FEW):
        for spot, _ in game.gesture(by, action):
            need(spot in lit or _is_kept_dark(game, by, action[0], lit), "targets",
                 "lights the spots of each legal action", game.text(action), spot)


def _is_kept_dark(game: "Game", by: int, kind: int, lit: "set[int]") -> bool:
    """Does a game light no action of a kind, since a hidden hand may lack what it needs?"""
    alike = [action for action in game.public(by) if action[0] == kind]
    listed = set(game.legal(by))
    hands = [action for action in alike if action not in listed]
    spots = [spot for action in some(alike, _SOME) for spot, _ in game.gesture(by, action)]
    return len(hands) > 0 and not [spot for spot in spots if spot in lit]


def _steps(game: "Game", by: int, begun: "list[Action]", action: "Action") -> None:
    """The questions of the menu lead to an action of which `public` lists only the beginning."""
    found: Any = offered_for(game, by, action)
    need(found in begun, "steps", "leads to each action that public lists begun", action)
    for index, answers in way(game, by, found, action) or ():
        digest = game.digest()
        question, again = game.steps(by, found) or ("", ())
        need(game.digest() == digest and again == answers, "steps", "changes nothing")
        need(question, "steps", "asks something", found)
        need(len(set([longer for _, longer in answers])) == len(answers), "steps",
             "offers each answer once", found)
        found = answers[index][1]
    need(game.steps(by, action) is None, "steps", "is None for a whole action", action)


def placing(game: "Game", rng: "Rng") -> None:
    """Any token on any spot gives exactly the legal actions with that gesture. (The base class
    does it by this search.)"""
    if type(game).placing is not Game.placing:
        for by in game.current():
            _placing(game, by, rng)


def _placing(game: "Game", by: int, rng: "Rng") -> None:
    gestures = [(action, game.gesture(by, action)) for action in game.legal(by)]
    tokens = [0] + [entry[0] for entry in game.tokens()] + [240]
    for _ in range(_TRIES):
        spot, token = rng.below(game.spots()), rng.choice(tokens)
        if gestures and rng.below(2):
            gesture = rng.choice(gestures)[1]
            if gesture:
                spot, piece = gesture[rng.below(len(gesture))]
                token = game.token(piece)
        meant = []
        begun = []
        for action, gesture in gestures:
            laid = [(at, game.token(piece)) for at, piece in gesture]
            if (spot, token) in laid:
                meant.append(action)
            if laid and laid[0][1] == token:
                begun.append(action)
        need(sorted(game.placing(by, token, spot)) == meant, "placing",
             "yields the legal actions that lay this token there", token, game.spot_name(spot))
        need(sorted(game.placing(by, token)) == begun, "placing",
             "yields the legal actions that begin with this token", token)


def idle(game: "Game", rng: "Rng") -> None:
    for by in range(-1, game.seats):
        if by not in game.current():
            need(game.legal(by) == [] == list(game.public(by)), "legal",
                 "lists nothing for a seat that is not to act", by)
            need(list(game.targets(by)) == [], "targets",
                 "lights nothing for a seat that is not to act", by)


def draws(game: "Game", rng: "Rng") -> None:
    kept = game.snapshot()
    for token, _, _, _ in game.tokens():
        for by, action in game.drawn_actions(token, -1):
            need(game.refusal(by, action) is None, "drawn_actions",
                 "gives actions that can be played one after the other", by, action)
            game.play(by, action)
        game.restore(kept)


def box(game: "Game", rng: "Rng") -> None:
    lying = [game.token(piece) for piece in pieces(game) if piece]
    entries = game.tokens()
    tokens = [entry[0] for entry in entries]
    called = [entry[1] for entry in entries]
    need(tokens == sorted(set(tokens)) and tokens[0] > 0 and tokens[-1] < 240, "tokens",
         "numbers pieces ascending, from 1 to 239", tokens)
    need(all(called) and len(set(called)) == len(called), "tokens", "names each piece", called)
    for token, name, seat, count in entries:
        need(-1 <= seat < game.seats and count > 0, "tokens", "gives owner and count", name)
        need(lying.count(token) <= count, "tokens", "has as many pieces in the box as may lie",
             name)
    for piece in pieces(game):
        if piece:
            need(game.token(piece) in tokens, "token", "gives a token of the box", piece)
            need(game.face(piece), "face", "names each piece", piece)


def any_tag(game: "Game", rng: "Rng") -> None:
    """The rules answer for any tag number, even of another set or none."""
    spot = rng.below(game.spots())
    for token in _TOKENS:
        game.drawn_actions(token, -1)
        game.drawn_actions(token, spot)
        for by in game.current():
            meant = game.intended_action(by, spot, token) if by != CHANCE else None
            need(meant is None or game.refusal(by, meant) != "", "intended_action",
                 "gives an action that can be judged", token)


def shown(game: "Game", rng: "Rng") -> None:
    if game.current() == OVER:
        told: Any = game.result()
        need(isinstance(told, tuple) and len(told) == 2 and isinstance(told[0], list), "result",
             "gives the winners ascending and a reason", told)
        winners, reason = told
        need(reason and winners == sorted(set(winners)), "result",
             "gives the winners ascending and a reason", winners, reason)
    else:
        need(game.prompt()[1], "prompt", "says who is to do what")
    need(len(game.scores()) == game.seats, "scores", "gives a number for each seat",
         game.scores())
    for spot, meaning, value in game.overlay():
        need(0 <= spot < game.spots() and 1 <= meaning <= 12 and -1 <= value < 240, "overlay",
             "gives spot, meaning and value", spot, meaning, value)
    parts = []
    for part in game.overlay_parts():
        parts += part
    need(parts == game.overlay(), "overlay_parts", "yields what overlay returns")
    game.view(-1)


def state(game: "Game", rng: "Rng") -> None:
    for name, value in zip(game.STATE, game.snapshot()):
        need(_is_plain(value), "reset", "keeps whole numbers below 2**30, texts, bytes, None, and "
             "lists and tuples of these in STATE", name, "is", value)


def _is_plain(value: "Any") -> bool:
    if value is True or value is False or not isinstance(value, _PLAIN):
        return value is True or value is False
    if isinstance(value, int):
        return -_INT_MOST <= value < _INT_MOST
    if isinstance(value, (list, tuple)):
        return all([_is_plain(one) for one in value])
    return True


# ---- what is hidden ------------------------------------------------------------------------


def _known(game: "Game", seat: int) -> "tuple[Any, ...]":
    """Return everything that a seat can see: its view, the public view, and the lights."""
    return game.view(seat), game.view(-1), game.overlay(), game.scores(), game.current()


def _offered(game: "Game") -> "list[Any]":
    """Return the content of lights and menus about the seats to act."""
    found = []
    for by in game.current():
        public = list(game.public(by))
        steps = [game.steps(by, action) for action in public]
        found.append((by, sorted(set(game.targets(by))), public, steps))
    return found


def guesses(game: "Game", rng: "Rng") -> None:
    for seat in range(game.seats):
        kept = game.snapshot()
        before = _known(game, seat)
        game.determinize(seat, rng)
        need(_known(game, seat) == before, "determinize", "changes nothing that the seat knows",
             "seat", seat)
        game.determinize(seat, Rng(1))
        guess = game.digest()
        game.restore(kept)
        game.determinize(seat, Rng(1))
        need(game.digest() == guess, "determinize",
             "does not depend on what the seat cannot know", "seat", seat)
        game.restore(kept)


def hands(game: "Game", rng: "Rng") -> None:
    kept = game.snapshot()
    before = _offered(game)
    for seat in range(game.seats):
        game.determinize(seat, rng)
    need(_offered(game) == before, "public",
         "stays the same whatever hidden hands the seats hold")
    game.restore(kept)


def snapshots(game: "Game", rng: "Rng") -> None:
    """A game goes on from a snapshot, which is all of its state."""
    again = make(game.NAME, game.seats, game.options)
    again.restore(game.snapshot())
    need(again.digest() == game.digest(), "reset", "sets every attribute in STATE")
    for by in game.current():
        need(again.legal(by) == game.legal(by), "legal", "depends on nothing but STATE", by)
    need(pieces(again) == pieces(game), "piece_at", "depends on nothing but STATE")


# ---- the way here: what takes as long as the game ----------------------------------------


def undo(game: "Game", rng: "Rng") -> None:
    again = make(game.NAME, game.seats, game.options)
    before = []
    for entry in game.log:
        before.append((again.digest(), again.events))
        again.advance(entry[0], entry[1:])
    need(again.digest() == game.digest(), "play", "leads to one position by the same actions")
    while before:
        again.undo()
        need((again.digest(), again.events) == before.pop(), "reset",
             "and snapshots hold the whole state: undo returns to it",
             "after", len(again.log), "actions")


def records(game: "Game", rng: "Rng") -> None:
    try:
        written = list(lines(game, 8))
        again = replay(written)
    except (IllegalAction, RecordError) as error:
        raise BrokenError("text", "gives a record that can be replayed", str(error))
    need(again.game.digest() == game.digest() and again.game.log == game.log, "text",
         "gives a record that leads to the same position")
    need(list(lines(again.game, 8)) == written, "text", "gives the same record again")


OVER_TOO = (answers, state, idle, box, shown, refusals)
POSITION = OVER_TOO + (actions, effects, outcome, wrong_words, lights, placing, draws, any_tag,
                       guesses, hands, snapshots)
