"""Hidden information appears on no public surface of the table.

Two tables with the same public game but other hands, bids, face-down values, decks and seeds must
look the same: lights, display, the menu at every turn of the knob, and the answers to hosts.
"""

import os

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from table import link
from table.panel import AskAction
from table.requests import state
from table.wiring import grid9, hex37
from tests.portable import effort
from tests.portable.fake_table import FakeTable

_GAMES = (
    ("leylines", 3, {"map": "compact"}, grid9),
    ("leylines", 3, {"map": "compact", "hands": "table"}, grid9),
    ("market", 3, {"board": 3}, grid9),
    ("landover", 3, {}, hex37),
    ("land", 2, {"supply": "bag"}, grid9),
)
_ASKED = ("hello", "state", "lights", "record")  # requests for public information
_LONGEST = 238  # actions


class Table:
    """A table after the actions of a log, with all pieces in place."""

    def __init__(self, setup, log, folder, imagine=None):
        name, seats, options, profile = setup
        try:
            os.mkdir(folder)
        except OSError:
            pass  # exists already
        self.fake = FakeTable(profile=profile, start=False, folder=folder)
        session = self.fake.app.session
        session.think = lambda: False  # the test plays chance
        seed = imagine.below(1 << 20) if imagine else 7
        self.game = self.fake.new(name, seats, options, seed=seed)
        for entry in log:
            session.act(entry[0], entry[1:])
        if imagine:
            for seat in range(self.game.seats):
                self.game.determinize(seat, imagine)
            session.version += 1
        self.fake.see_all()

    def surface(self):
        """Return the content of all public surfaces."""
        fake = self.fake
        app = fake.app
        asked = _ASKED[:3] if app.session.is_over() else _ASKED  # the menu may have ended the game
        answers = [link.decode(link.encode(app.host.handle({"do": do}))) for do in asked]
        return (
            sorted(app.marks),
            fake.display.lines,
            bytes(app.painter.buffer),
            state(app, -1),
            answers,
            app.display_text.problem,
            fake.sense.places,
            fake.sent,
        )


def positions(setup, seed, lengths):
    """Yield the logs of a random game after each number of actions in `lengths`."""
    fake = FakeTable(profile=setup[3], start=False)
    fake.app.session.think = lambda: False
    game = fake.new(setup[0], setup[1], setup[2])
    rng = Rng(seed)
    while game.current() != OVER and len(game.log) < lengths[-1]:
        by = rng.choice(game.current())
        if by == CHANCE:
            action = game.sample(rng)
        else:
            actions = game.legal(by)
            kind = rng.choice(sorted(set([action[0] for action in actions])))
            action = rng.choice([action for action in actions if action[0] == kind])
        fake.app.session.act(by, action)
        if len(game.log) in lengths:
            yield [game.log[n] for n in range(len(game.log))]


def walk(tables, rng, steps):
    """Turn the knobs of both tables alike, and push unless that would settle an action."""
    for _ in range(steps):
        one, two = [table.fake for table in tables]
        ask = one.app.ask
        settles = ask is None or (isinstance(ask, AskAction) and ask.chooser.settled() is not None)
        if ask is not None and not settles and rng.below(2):
            one.press("push")
            two.press("push")
        else:
            steps = 1 + rng.below(3)
            one.turn_knob(steps)
            two.turn_knob(steps)
        assert tables[0].surface() == tables[1].surface()


def test_no_surface_shows_hidden_information():
    look_at_surfaces((33, 101))


@effort.deep
def test_no_surface_shows_hidden_information_at_many_positions():
    look_at_surfaces(range(16, _LONGEST, 17))


def look_at_surfaces(lengths):
    """Compare what two tables show that differ in what is hidden, after so many actions."""
    for setup in _GAMES:
        rng = Rng(8)
        looked = 0
        for log in positions(setup, 4, lengths):
            tables = Table(setup, log, "one"), Table(setup, log, "two", rng)
            assert tables[0].surface() == tables[1].surface(), (setup, len(log))
            walk(tables, rng, 8)
            looked += 1
        assert looked, setup


def test_the_seed_does_not_leave_the_table():
    for name, seats, options, profile in _GAMES:
        fake = FakeTable(profile=profile)
        fake.new(name, seats, options, seed=715517)
        fake.run(100)
        again = FakeTable(profile=profile)  # resumes the same game
        answers = []
        for request in ({"do": "state"}, {"do": "state", "seat": 0}, {"do": "hello"},
                        {"do": "legal", "by": 0}, {"do": "record"},
                        {"do": "game", "game": name}):
            answers.append(fake.app.host.handle(request))
            answers.append(again.app.host.handle(request))
        told = "".join([link.encode(answer) for answer in answers])
        told += "".join(fake.sent + again.sent)
        assert "715517" not in told and '"seed":' not in told


def test_a_record_is_public_once_the_game_is_over():
    fake = FakeTable(profile=grid9)
    fake.new("leylines", 3, {"map": "compact"}, seed=5)
    answer = fake.app.host.handle({"do": "record"})
    assert not answer["ok"] and "hidden" in answer["why"]
    fake.app.session.give_up()
    fake.sent.clear()
    assert fake.app.host.handle({"do": "record"})["ok"]
    assert "seed" in fake.sent[0]
    fake.new("mars")  # Mars has no hidden information
    assert fake.app.host.handle({"do": "record"})["ok"]


class NoChain:
    blocks = 0


def test_hosts_are_not_told_which_piece_a_reader_sees():
    fake = FakeTable(profile=grid9)
    game = fake.new("leylines", 3, {"map": "compact"}, seed=5)
    fake.chain = NoChain()
    fake.sense.report = lambda: [["a1", 54, 9, 0, "ok"], ["a2", 240, 9, 0, "ok"]]
    fake.sense.pad_report = lambda: ["04aa", 3, 54, 0]
    fake.sense.write_result = ""
    assert game.has_secrets()
    codes = [row[1] for row in fake.app.host.handle({"do": "readers"})["readers"][:2]]
    assert codes == [1, 240]
    assert fake.app.host.handle({"do": "tag"})["tag"] == ["", 0, 0, 0]
    fake.app.session.give_up()
    assert fake.app.host.handle({"do": "tag"})["tag"] == ["04aa", 3, 54, 0]


def test_a_gesture_that_the_hand_does_not_allow_is_refused():
    """The lights show what is possible for the public; the answer to a gesture is exact."""
    fake = FakeTable(profile=grid9)
    game = fake.new("leylines", 3, {"map": "compact"}, seed=5)
    rng = Rng(2)
    while game.current() == (CHANCE,) or not game.held[0] or game.text(game.legal(
        game.current()[0])[0])[0] != "segment":
        by = game.current()[0]
        fake.app.session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    by = game.current()[0]
    held = game.legal(by)
    for action in game.public(by):
        if action not in held:
            break
    for spot, piece in game.gesture(by, action):
        fake.lay(piece, game.spot_name(spot))
    for spot in range(game.spots()):
        if game.piece_at(spot):
            fake.lay(game.piece_at(spot), game.spot_name(spot))
    count = len(game.log)
    fake.run()
    assert len(game.log) == count and "you do not hold" in fake.app.display_text.problem


def test_spots_that_only_the_hand_rules_out_are_lit():
    """In Ley Lines the hand of the seat to act sometimes has no domino for a spot."""
    more = 0
    for seed in range(4):
        game = make("leylines", 3, {"map": "compact"})
        rng = Rng(seed)
        while game.current() != OVER:
            by = game.current()[0]
            actions = game.legal(by)
            if by != CHANCE and game.held[by] and game.text(actions[-1]) == ["pass"]:
                own = set()
                for action in actions:
                    own.update([spot for spot, _ in game.gesture(by, action)])
                lit = set(game.targets(by))
                assert len(own - lit) == 0
                more += 1 if own != lit else 0
            game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(actions))
    assert more > 0
