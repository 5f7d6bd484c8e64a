"""Long work pauses between its steps, so that the table is looked after meanwhile."""

from games import make
from games import pauses as module
from games.base import CHANCE, COMPLETE
from games.market.common import ACTING
from games.pauses import on_pause
from games.rng import Rng
from games.texts import Texts
from table.wiring import hex37
from tests.portable.fake_table import FakeTable, mars, pauses


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
    assert len(pauses(lambda: texts.render("idle"))) == 1
    assert len(pauses(lambda: texts.render(("failed flash", "5")))) == 2  # after its word, too
    # After each of three names, too: in what they are made of, the stack may be too full.
    assert len(pauses(lambda: texts.render(("over tie", [0, 1, 2], "score"), "mars"))) == 17
    assert len(pauses(lambda: Texts().render(("lack", [2, 0, 1, 0, 0, 0, 0, 0]), "landover"))) == 8


def test_what_landover_works_out_for_long_pauses():
    game = landover()
    seat = game.turn
    for work in (game.overlay, lambda: list(game.targets(seat)), lambda: game.view(-1)):
        assert len(pauses(work)) >= 2
    assert len(pauses(lambda: make("landover", 4))) >= 3


def test_lights_move_in_the_pauses_of_long_work():
    fake, _ = mars()
    fake.app.painter.show([(0, COMPLETE, 0)])
    fake.run(1)
    frames = fake.pixels.frames
    for _ in range(3):
        fake.clock.now += 40
        fake.app.poll_in_pause()
    assert fake.pixels.frames == frames + 3


def test_the_readers_are_polled_before_a_host_is_told_an_event():
    """Finding and painting the lights may have taken 75 ms; an event takes 12 to 17 more."""
    fake, _ = mars()
    told = len(fake.sent)
    polled = []
    fake.knob.poll = lambda: polled.append(len(fake.sent))
    fake.app.host.note_refused("no key")
    fake.clock.now += 20
    fake.app.host.send_events()
    assert polled[0] == told
    assert len(fake.sent) == told + 1


def test_what_there_is_to_light_comes_in_parts():
    """A hand would wait 26 ms for all of Land's at once."""
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
    assert len(pauses(lambda: game.heuristic_action(seat, Rng(1)))) >= 7
    assert game.digest() == before


def test_a_player_pauses_before_its_action_and_after():
    fake, game = mars(players=("greedy", "greedy"))
    session = fake.app.session
    for _ in range(3):
        count = len(game.log)
        while len(game.log) == count:
            seen = pauses(session.think, lambda: len(game.log))
        assert seen[-2:] == [count, count + 1]


def test_events_are_told_with_a_look_after_each_piece():
    """Without pauses the event of an action takes 50 ms."""
    fake, game = mars()
    long = {"event": "action", "ev": [["place", n, n] for n in range(40)]}
    fake.app.session.pending_events += [{"event": "undo", "n": 1}, long]
    fake.sent.clear()
    looks = []
    fake.app.poll_in_pause = lambda: looks.append(len("".join(fake.sent)))
    fake.app.host.send_events()
    ends = [0] + looks
    assert looks[-1] == len("".join(fake.sent)) > 600
    assert all([after - before < 250 for before, after in zip(ends, looks)])


def test_a_thought_ends_with_a_look_before_its_action():
    fake, game = mars(players=("greedy", "greedy"))
    looks = []
    on_pause(lambda at_once: looks.append((len(game.log), at_once)))
    try:
        while len(game.log) < 3:
            fake.app.session.think()
    finally:
        on_pause(None)
    assert [(count, True) in looks for count in range(4)] == [True, True, True, False]


def test_points_are_worked_out_with_a_pause_after_each_seat():
    fake = FakeTable(hex37)
    fake.new("landover", 3)
    assert len(pauses(fake.app.session.parts)) >= 3


def test_upkeep_of_the_journal_pauses_between_its_files():
    fake, game = mars(players=("greedy", "greedy"))
    session = fake.app.session
    while len(game.log) < 16:
        session.think()
    assert len(pauses(session.maintain)) == 6  # the old log, tail (four times), state
    steps = [len(pauses(session.maintain))]
    while session._writing is not None:
        steps.append(len(pauses(session.maintain)))
    # After each part, and before and after the new point takes the place of the old one.
    assert steps == [1] * (len(steps) - 1) + [2]


def test_a_new_game_is_written_with_pauses():
    fake, game = mars()
    journal = fake.app.session.journal
    assert len(pauses(lambda: journal.start("{}", {}))) == 6  # two lines, tail (four times)


def test_a_checksum_pauses_between_some_values():
    game = landover()
    assert len(pauses(game.digest)) >= 3


def test_the_table_is_looked_at_before_a_host_is_heard_and_before_it_is_answered():
    """The tick before may have been long."""
    fake, game = mars()
    done = []
    fake.app.poll_in_pause = lambda: done.append("look")
    feed = fake.app.host.feed
    fake.app.host.feed = lambda data: done.append("feed") or feed(data)
    fake.clock.now += 100
    console = Typed(b'{"id": 1, "do": "hello"}\n')
    seen = pauses(lambda: fake.app.read_console(console), lambda: len(fake.sent))
    assert done[:2] == ["look", "feed"] and seen[0] < len(fake.sent)
    count = len(fake.sent)  # now all that answers is loaded
    assert pauses(lambda: fake.app.read_console(console), lambda: len(fake.sent)) == [count]


def test_lines_are_found_in_one_tick_and_shown_in_the_next():
    fake, game = mars()
    fake.app.display_text.shown = fake.display.lines = None
    for _ in fake.app.display_text.find():
        found = fake.app.display_text.shown is not None and fake.display.lines is None
    assert found and fake.display.lines == fake.app.display_text.shown


def test_readers_are_heard_after_the_lights_that_a_hand_waits_for_but_do_not_wait_long():
    fake, game = mars()
    heard = []
    fake.sense.step = lambda wait=False: heard.append(fake.clock.now)
    fake.app.tick()
    fake.clock.per_look = 1
    fake.app.lights.find = endless
    fake.app.lights.begin(fake.app.pieces.wanted)
    heard.clear()
    start = fake.clock.now
    while fake.clock.now < start + 400:
        fake.app.tick()
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
    fake, game = mars()
    looks = []
    fake.knob.poll = lambda: looks.append(fake.clock.now)
    fed = []
    fake.app.session.journal.keepalive = lambda: fed.append(0)
    fake.app.tick()
    start = fake.clock.now
    for _ in range(60):
        fake.app.poll_in_pause()
        fake.clock.now += 1
    assert looks == [start + 15, start + 30, start + 45] and len(fed) == 60
    fake.app.poll_in_pause(True)
    fake.app.poll_in_pause(True)
    assert looks[3:] == [start + 60] * 2


def test_a_full_stack_has_no_pause():
    """A pause in the middle of making Landover would overflow it."""
    paused = []
    on_pause(lambda at_once: paused.append(0))
    kept = module.stack_use
    try:
        for used, much in ((4500, True), (4700, False), (4500, True)):
            module.stack_use = lambda used=used: used
            module.pause()
            assert bool(paused) == much
            paused.clear()
    finally:
        module.stack_use = kept
        on_pause(None)
