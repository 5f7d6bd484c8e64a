"""A seat is told nothing that depends on secrets of others: twins, asked in lockstep."""

from games import make
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.careful import careful
from games.rng import Rng
from games.texts import Texts
from sim.search import player
from sim.window import review
from sim.window.preview import preview
from table.hint import Hint, foresee
from tests.portable import effort
from tests.portable.twins import twin

_TEXTS = Texts()
# game, seats, options, actions to play, and at one position in how many to ask
_GAMES = (
    ("leylines", 3, {"map": "compact"}, 62, 6),
    ("leylines", 3, {"map": "compact", "hands": "table"}, 40, 4),
    ("market", 3, {"board": 3}, 60, 1),
    ("landover", 3, {}, 300, 12),
)
_SOME = 6  # actions of which somebody asks what they would do
_STEPS = 30  # of thinking, until it is late


def late():
    """Return an `is_late` that counts how often it is asked: both twins have the same time."""
    asked = []

    def is_late():
        asked.append(1)
        return len(asked) > _STEPS

    return is_late


def guess(game, seat):
    """Return the digest of a guess: it says nothing of the truth but what the seat knows."""
    before = game.snapshot()
    game.determinize(seat, Rng(2))
    digest = game.digest()
    game.restore(before)
    return digest


def hint(game, seat):
    found = Hint(game, seat, 5, late())
    while found.action is None:
        found.step(_TEXTS)
    return found.action, found.message, found.why


def some_actions(game, seat):
    actions = list(game.legal(seat))
    return actions[:: max(1, len(actions) // _SOME)]


def said(game, seat):
    """Return what each of some actions would do, and a piece that is held over its place."""
    found = []
    for action in some_actions(game, seat):
        found.append(foresee(game, seat, action, _TEXTS))
        laid = [(spot, piece) for spot, piece in game.gesture(seat, action) if piece]
        if laid:
            spots = [spot for spot, _ in laid]
            found.append(preview(game, [seat], game.token(laid[0][1]), spots, _TEXTS))
    return found


def reviewed(game, seat):
    """Return what a review says of one of the seat's actions, as if it came now."""
    log = list(game.log) + [(seat,) + some_actions(game, seat)[0]]
    told = [review._missed(game, seat, log[-1][1:])]
    for answer in review.review(game.NAME, game.seats, game.options, log, "en", [], 0, 0):
        told.append(answer)
    return told[0], told[-1]


def chosen(make_player, game, seat):
    return decide(make_player, game, seat, Rng(3))


def patient(game, seat, rng):
    return careful(game, seat, rng, late())


QUESTIONS = (
    ("guess", guess),
    ("hint", hint),
    ("would", said),
    ("review", reviewed),
    ("greedy", lambda game, seat: chosen(greedy, game, seat)),
    ("careful", lambda game, seat: chosen(patient, game, seat)),
    ("search", lambda game, seat: chosen(player("search:4"), game, seat)),
)


def positions(setup, rng, spacing=1):
    """Yield (game, a seat to act, its twin) at positions of a random game; `spacing` times as far
    from each other as the setup says."""
    name, seats, options, last, every = setup
    game = make(name, seats, options)
    while game.current() != OVER and len(game.log) < last:
        by = rng.choice(game.current())
        if by == CHANCE:
            game.apply(by, game.sample(rng))
            continue
        if rng.below(spacing * every) == 0:
            other = twin(game, by, rng)
            if other is not None:
                yield game, by, other
        actions = game.legal(by)
        kind = rng.choice(sorted(set([action[0] for action in actions])))
        game.apply(by, rng.choice([action for action in actions if action[0] == kind]))


def ask_twins(spacing, least):
    """Ask twins all questions, at as many positions of each game as `least` at least."""
    for setup in _GAMES:
        asked = 0
        for game, seat, other in positions(setup, Rng(6), spacing):
            for name, ask in QUESTIONS:
                assert ask(game, seat) == ask(other, seat), (setup, name, len(game.log))
            asked += 1
        assert asked >= least, setup


def test_twins_get_the_same_answers():
    ask_twins(3, 1)


@effort.deep
def test_many_twins_get_the_same_answers():
    ask_twins(1, 3)
