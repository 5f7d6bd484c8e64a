"""Long work pauses between its steps, so that the table is looked after meanwhile."""

from games import make
from games.base import CHANCE
from games.late import on_pause
from games.market.common import ACTING
from games.rng import Rng
from games.texts import Texts
from table.wiring import hex37
from tests.portable.bench_board import Bench, mars, pauses


def landover(count=150):
    """Return a game of Landover in the middle of a turn, after `count` actions or a few more."""
    game = make("landover", 4)
    rng = Rng(3)
    while len(game.log) < count or game.current()[0] == CHANCE or len(game.legal(game.turn)) < 9:
        step(game, rng)
    return game


def step(game, rng):
    """Take one random action."""
    seat = game.current()[0]
    game.apply(seat, game.sample(rng) if seat == CHANCE else rng.choice(game.legal(seat)))


def test_a_text_pauses_after_each_word_it_looks_up():
    texts = Texts()
    assert len(pauses(lambda: texts.say("idle"))) == 1
    assert len(pauses(lambda: texts.say(("failed flash", "5")))) == 2  # after its word, too
    # After each of three names, too: in what they are made of, the stack may be too full.
    assert len(pauses(lambda: texts.say(("over tie", [0, 1, 2], "score"), "mars"))) == 17
    assert len(pauses(lambda: Texts().say(("lack", [2, 0, 1, 0, 0, 0, 0, 0]), "landover"))) == 8


def test_what_landover_works_out_for_long_pauses():
    game = landover()
    seat = game.turn
    for work in (game.overlay, lambda: list(game.targets(seat)), lambda: game.view(-1)):
        assert len(pauses(work)) >= 2
    assert len(pauses(lambda: make("landover", 4))) >= 3


def test_what_there_is_to_light_comes_in_parts():
    """Land's took 26 ms at once: a hand had to wait for it."""
    for name, fewest in (("land", 9), ("market", 6), ("mars", 2), ("leylines", 2)):
        game = make(name)
        rng = Rng(1)
        while len(game.log) < 30:
            step(game, rng)
        parts = list(game.overlay_parts())
        assert len(parts) >= fewest and max([len(part) for part in parts]) <= 40, name
    assert len(list(landover().overlay_parts())) >= 3


def test_the_purchases_of_the_market_are_found_with_pauses():
    game = make("market")
    rng = Rng(1)
    while game.phase != ACTING or len(game.legal(game.current()[0])) < 30:
        step(game, rng)
    seat = game.current()[0]
    assert list(game.public(seat)) == game.legal(seat)
    assert len(pauses(lambda: list(game.public(seat)))) == 10


def test_a_plan_pauses_and_the_game_is_not_looked_at_meanwhile():
    game = landover()
    seat = game.turn
    before = game.digest()
    assert len(pauses(lambda: game.heuristic_action(seat, Rng(1)))) >= 8
    assert game.digest() == before


def test_a_player_pauses_before_its_action_and_after():
    bench, game = mars(players=("greedy", "greedy"))
    session = bench.app.session
    for _ in range(3):
        count = len(game.log)
        while len(game.log) == count:
            seen = pauses(session.think, lambda: len(game.log))
        assert seen[-2:] == [count, count + 1]


def test_events_are_told_with_a_look_after_each_piece():
    """The event of an action took 50 ms without one."""
    bench, game = mars()
    long = {"event": "action", "ev": [["place", n, n] for n in range(40)]}
    bench.app.session.news += [{"event": "undo", "n": 1}, long]
    bench.sent.clear()
    looks = []
    bench.app.glance = lambda: looks.append(len("".join(bench.sent)))
    bench.app.host.tell()
    ends = [0] + looks
    assert looks[-1] == len("".join(bench.sent)) > 600
    assert all([after - before < 250 for before, after in zip(ends, looks)])


def test_a_thought_ends_with_a_look_before_its_action():
    bench, game = mars(players=("greedy", "greedy"))
    looks = []
    on_pause(lambda at_once: looks.append((len(game.log), at_once)))
    try:
        while len(game.log) < 3:
            bench.app.session.think()
    finally:
        on_pause(None)
    assert [(count, True) in looks for count in range(4)] == [True, True, True, False]


def test_points_are_worked_out_with_a_pause_after_each_seat():
    bench = Bench(hex37)
    bench.new("landover", 3)
    assert len(pauses(bench.app.session.parts)) >= 3


def test_upkeep_of_the_journal_pauses_between_its_files():
    bench, game = mars(players=("greedy", "greedy"))
    session = bench.app.session
    while len(game.log) < 16:
        session.think()
    assert len(pauses(session.tidy)) == 6  # the old log, tail (four times), state
    steps = [len(pauses(session.tidy))]
    while session._writing is not None:
        steps.append(len(pauses(session.tidy)))
    # After each part, and before and after the new point takes the place of the old one.
    assert steps == [1] * (len(steps) - 1) + [2]


def test_a_new_game_is_written_with_pauses():
    bench, game = mars()
    journal = bench.app.session.journal
    assert len(pauses(lambda: journal.start("{}", {}))) == 6  # two lines, tail (four times)


def test_a_checksum_pauses_between_some_values():
    game = landover()
    assert len(pauses(game.digest)) >= 3


def test_the_table_is_looked_at_before_a_host_is_heard_and_before_it_is_answered():
    """The tick before may have been long."""
    bench, game = mars()
    done = []
    bench.app.glance = lambda: done.append("look")
    feed = bench.app.host.feed
    bench.app.host.feed = lambda data: done.append("feed") or feed(data)
    bench.clock.now += 100
    console = Typed(b'{"id": 1, "do": "hello"}\n')
    seen = pauses(lambda: bench.app.hear(console), lambda: len(bench.sent))
    assert done[:2] == ["look", "feed"] and seen[0] < len(bench.sent)
    count = len(bench.sent)  # now all that answers is loaded
    assert pauses(lambda: bench.app.hear(console), lambda: len(bench.sent)) == [count]


def test_lines_are_found_in_one_tick_and_shown_in_the_next():
    bench, game = mars()
    bench.app.shown = bench.display.lines = None
    for _ in bench.app._find_texts():
        found = bench.app.shown is not None and bench.display.lines is None
    assert found and bench.display.lines == bench.app.shown


def test_readers_are_heard_after_the_lights_that_a_hand_waits_for_but_do_not_wait_long():
    bench, game = mars()
    heard = []
    bench.sense.step = lambda wait=False: heard.append(bench.clock.now)
    bench.app.tick()
    bench.clock.per_look = 1
    bench.app.lights.finding = endless()
    heard.clear()
    start = bench.clock.now
    while bench.clock.now < start + 400:
        bench.app.tick()
    assert heard[0] >= start + 30
    for before, after in zip(heard, heard[1:]):
        assert 60 <= after - before <= 120


def endless():
    while True:
        yield


class Typed:
    """A console with one text."""

    def __init__(self, data):
        self._data = data

    def read(self):
        return self._data


def test_a_look_that_was_just_now_is_not_repeated():
    bench, game = mars()
    looks = []
    bench.knob.look = lambda: looks.append(bench.clock.now)
    fed = []
    bench.app.session.journal.alive = lambda: fed.append(0)
    bench.app.tick()
    start = bench.clock.now
    for _ in range(60):
        bench.app.glance()
        bench.clock.now += 1
    assert looks == [start + 15, start + 30, start + 45] and len(fed) == 60
    bench.app.glance(True)
    bench.app.glance(True)
    assert looks[3:] == [start + 60] * 2
