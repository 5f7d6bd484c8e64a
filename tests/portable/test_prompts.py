"""Prompts name actions that can be taken, and no others."""

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng

# By game: the prompts that speak of an action, the word of that action, and those that do not.
_SAID = {
    "land": (("now", "now bag"), "place", ("now only pass", "now only draw")),
    "leylines": (("now",), "segment", ("now full", "now pass")),
    "market": (("now",), "acquire", ("now works",)),
}
_GAMES = 8


def moments(name, seed, options=None):
    """Yield a game at each moment of random play at which a seat is to act. Nobody passes who can
    do something else."""
    game = make(name, None, options)
    rng = Rng(seed)
    while game.current() != OVER:
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
            continue
        yield game, by
        actions = list(game.legal(by))
        moves = [one for one in actions if game.text(one) != ["pass"]]
        game.apply(by, rng.choice(moves or actions))


def test_a_prompt_names_what_the_rules_allow_and_nothing_else():
    for name in sorted(_SAID):
        offers, word, others = _SAID[name]
        seen = set()
        for seed in range(_GAMES):
            options = {"supply": "bag"} if name == "land" and seed % 2 else None
            for game, by in moments(name, seed, options):
                said = game.prompt()[1]
                key = said if isinstance(said, str) else said[0]
                if key in offers or key in others:
                    words = [game.text(action)[0] for action in game.public(by)]
                    assert (word in words) == (key in offers), (name, seed, len(game.log), key)
                    seen.add(key)
        assert seen.intersection(offers) and seen.intersection(others), (name, seen)
