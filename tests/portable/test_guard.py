"""No exception escapes a tick: failures are shown and logged, and the game is unchanged."""

import os

import micropython

from games import texts
from games.base import CHANCE
from games.rng import Rng
from table import game_resuming
from table.app import PARTS
from table.hint import seek
from table.sense import UNKNOWN
from table.wiring import grid6, grid9, pad
from tests.portable.fake_table import FakeTable
from tests.portable.flaky import Flash
from tests.portable.test_failures import clear, known, restarted


def failing(fake, deed, *how):
    """Do a deed while the flash fails; return how often it was used."""
    flash = Flash(28)
    fake.app.session.journal.close_tail()  # a file already open would not fail
    with flash:
        flash.arm(0, True)
        deed(*how)
        fake.run()
        return flash.done


def said(fake):
    return [line for line in fake.sent if '"failed"' in line]


def later(fake):
    """Let the time pass after which a failed step is tried again."""
    fake.clock.now += 1100
    fake.run()


def begun(name="mars", players=(), count=4, profile=grid6):
    clear()
    fake = FakeTable(profile)
    game = fake.new(name, players=players)
    rng = Rng(2)
    for _ in range(count):
        by = game.current()[0]
        action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
        fake.app.session.act(by, action)
    for place in fake.app.pieces.layout.readers:  # all pieces are in place
        spot = fake.app.pieces.layout.spot_of[place]
        fake.sense.seen[place] = game.token(game.piece_at(spot))
    fake.sense.version += 1
    fake.run()
    fake.sent.clear()
    return fake


def refused(fake, before):
    """Check that a failure was reported and changed nothing."""
    assert known(fake.app.session) == before
    assert "the game is as it was" in fake.app.display_text.message
    assert fake.app.display_text.message in fake.display.lines and len(said(fake)) == 1
    with open("errors.log") as file:
        assert "the flash did not take it" in file.read()
    assert known(restarted()[0]) == before


def test_undo_on_a_failing_flash():
    fake = begun()
    before = known(fake.app.session)
    assert failing(fake, fake.press, "back")
    refused(fake, before)
    later(fake)
    fake.press("back")
    assert len(fake.app.session.game.log) == 3
    clear()


def test_a_failing_hint_leaves_the_game_unchanged_even_if_no_message_can_be_shown():
    fake = begun()
    before = known(fake.app.session)
    game = fake.app.session.game
    play, render = game.play, fake.app.display_text.texts.render

    def half(by, action):
        play(by, action)
        raise MemoryError

    def nothing(*message):
        raise MemoryError

    game.play, fake.app.display_text.texts.render = half, nothing
    seek(fake.app, game.current()[0], fake.app.display_text.texts)
    fake.run(3)
    game.play, fake.app.display_text.texts.render = play, render
    later(fake)
    assert known(fake.app.session) == before
    clear()


def test_a_question_that_fails_while_it_is_shown_leaves_the_game_unchanged():
    """In Landover the question plays an action to see what a piece would change."""
    fake = begun()
    before = known(fake.app.session)
    game = fake.app.session.game
    fake.press("push")

    def half(texts):
        game.play(game.turn, game.legal(game.turn)[0])
        raise MemoryError

    fake.app.ask.label = half
    fake.app.speak_again()
    fake.run()
    assert known(fake.app.session) == before and fake.app.ask is None
    clear()


def test_a_half_loaded_record_is_freed_when_memory_runs_out():
    fake = begun()
    header = '{\\"leyboard\\": 1, \\"game\\": \\"mars\\", \\"seats\\": 2, '
    header += '\\"options\\": {\\"tie\\": \\"draw\\"}, \\"seed\\": 3}'
    fake.app.host.feed('{"id": 1, "do": "load", "begin": true, "line": "%s"}\n' % header)
    assert '"ok": true' in fake.sent[-1] and fake.app.host.load.game is not None
    fake.app.failures.handle(MemoryError(), "play")
    assert fake.app.host.load is None
    later(fake)
    fake.app.host.feed('{"id": 2, "do": "load", "end": true}\n')
    assert "comes with" in fake.sent[-1] and len(fake.app.session.game.log) == 4
    clear()


def test_a_push_before_the_turn_begins_does_not_open_the_menu():
    fake = begun()
    fake.app.failures.handle(MemoryError(), "play")
    fake.press("push")
    assert fake.app.ask is None
    later(fake)
    fake.press("push")
    assert fake.app.ask is not None
    clear()


class Host:
    """A console with so many requests at once."""

    def read(self):
        return b'{"id": 1, "do": "state"}\n'


def test_nothing_escapes_when_nothing_can_be_allocated():
    """CPython cannot lock its heap."""
    fake = begun()
    before = known(fake.app.session)
    host = Host()
    micropython.heap_lock()
    try:
        for _ in range(9):
            fake.app.read_console(host)
            fake.app.tick()
            fake.clock.now += 400
    finally:
        micropython.heap_unlock()
    later(fake)
    assert known(fake.app.session) == before and not fake.app.session.inconsistent
    game = fake.app.session.game
    fake.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
    assert len(game.log) == 5
    clear()


def choose(fake, *labels):
    for label in labels:
        for _ in range(30):
            if fake.app.ask.label(fake.app.display_text.texts) == label:
                break
            fake.turn_knob(1)
        fake.press("push")


def test_giving_up_on_a_failing_flash():
    fake = begun()
    before = known(fake.app.session)
    fake.press("hold")
    assert failing(fake, choose, fake, "give up", "give it up")
    refused(fake, before)
    later(fake)
    fake.press("hold")
    choose(fake, "give up", "give it up")
    assert fake.app.session.given_up
    clear()


def test_a_new_game_by_knob_on_a_failing_flash():
    for name in ("mars", "land"):
        fake = begun()
        before = known(fake.app.session)
        fake.press("hold")
        more = ("as usual", "human", "human")
        aside = "put it aside, to play on later"
        titled = fake.app.display_text.texts.render(("titled", name))
        assert failing(fake, choose, fake, "new game", aside, titled, *more)
        refused(fake, before)
        later(fake)
        fake.press("hold")
        choose(fake, "new game", aside, titled, *more)
        assert fake.app.session.game.NAME == name and not fake.app.session.game.log
    clear()


def test_a_player_on_a_failing_flash():
    fake = begun(players=("greedy", "greedy"), count=0, profile=pad)
    before = known(fake.app.session)
    tried = failing(fake, fake.run, 300)
    refused(fake, before)
    assert tried < 9  # retried from time to time, not in every tick
    later(fake)
    fake.run(900)
    assert len(fake.app.session.game.log) > 1
    clear()


def test_a_hand_on_a_failing_flash():
    fake = begun()
    game = fake.app.session.game
    before = known(fake.app.session)
    spot = game.legal(game.turn)[0][1]
    assert failing(fake, fake.put, "small %d" % game.turn, game.spot_name(spot))
    refused(fake, before)
    later(fake)
    assert len(game.log) == 5  # the piece is still there
    clear()


def test_pieces_of_another_game_on_the_board():
    for first, then in (("mars", "land"), ("land", "mars"), ("mars", "leylines")):
        clear()
        fake = FakeTable(profile=grid9)
        game = fake.new(first)
        for token, _, _, _ in game.tokens():
            fake.lay(token, fake.names[3 * token % 80])
        fake.new(then)
        assert fake.app.session.game.NAME == then and fake.app.session.game.log == []
        assert not said(fake) and fake.app.display_text.problem
    clear()


def test_any_tag_on_any_place():
    for name in ("mars", "land"):
        clear()
        fake = FakeTable(profile=grid6 if name == "mars" else grid9)
        fake.new(name)
        for token in list(range(1, 60)) + [128, 200, 239, UNKNOWN]:
            fake.put(token, fake.names[token % 36])
            fake.show(token)
            fake.lift(fake.names[token % 36])
        assert not said(fake)
    clear()


class Broken:
    """Replaces a part of the board; any call raises."""

    def __init__(self, part, error):
        self._part = part
        self._error = error

    def step(self, *_):
        raise self._error

    tell = play = overlay_parts = refusal = legal = step

    def __getattr__(self, name):
        return getattr(self._part, name)


def test_a_failing_part_affects_only_itself():
    fake = begun()
    for error in (OSError(5), ValueError("odd"), MemoryError(), IndexError("range")):
        for part in PARTS:
            whole = dict(fake.app.parts)
            ran = []
            for other in PARTS:
                fake.app.parts[other] = lambda ran=ran: ran.append(1)
            fake.app.parts[part] = Broken(None, error).step
            fake.run(4)
            fake.app.parts.update(whole)
            later(fake)
            assert len(ran) == 4 * (len(PARTS) - 1)
    fake.sent.clear()
    game = fake.app.session.game
    fake.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
    assert len(game.log) == 5 and '"action"' in fake.sent[0]
    clear()


def test_an_error_of_the_rules_is_shown_and_logged_once():
    fake = begun()
    before = known(fake.app.session)
    game = fake.app.session.game
    game.overlay_parts = Broken(None, ZeroDivisionError("rules")).overlay_parts
    fake.app.session.version += 1
    for _ in range(5):
        later(fake)
    assert len(said(fake)) == 1 and "ZeroDivisionError" in said(fake)[0]
    with open("errors.log") as file:
        assert file.read().count("ZeroDivisionError: rules)") == 1
    del game.overlay_parts
    later(fake)
    assert known(fake.app.session) == before and fake.app.display_text.problem == ""
    assert fake.app.marks
    clear()


def test_the_error_log_is_bounded_and_never_raises():
    from table.errors import Errors

    clear()
    errors = Errors()
    for n in range(300):
        errors.note("error %d " % n + "x" * 500, ValueError("x"))
    sizes = [os.stat(name)[6] for name in ("errors.log", "errors.old")]
    assert 0 < max(sizes) < 4096
    with open("errors.log") as file:
        assert "error 299" in file.read()
    Errors("no/such/folder").note("nothing")
    clear()


def break_parts(fake, *errors):
    """Replace the display and the buzzer, which the game does not need, by parts that raise these
    errors."""
    for part, error in zip(("display", "buzzer"), errors):
        fake.app.parts[part] = Broken(None, error).step


def test_a_failure_in_every_tick_does_not_wear_the_flash():
    fake = begun()
    break_parts(fake, ValueError("one"), ValueError("another"))
    fake.app.failures.log = Noted()
    fake.run(2000)  # ten seconds
    assert sorted(set(fake.app.failures.log.texts)) == [
        "something failed: the game is as it was (ValueError: another)",
        "something failed: the game is as it was (ValueError: one)",
    ]
    assert len(fake.app.failures.log.texts) <= 11
    clear()


class Noted:
    """Replaces the log of errors and counts its entries."""

    def __init__(self):
        self.texts = []

    def note(self, text, error):
        self.texts.append(text)


def test_a_failure_in_every_tick_leaves_the_menu_usable():
    fake = begun()
    break_parts(fake, OSError(5))
    fake.run()
    fake.press("hold")
    choose(fake, "new game", "give it up", "Ley of the Land", "as usual", "a person", "a person")
    assert fake.app.session.game.NAME == "land"
    clear()


def test_a_game_that_cannot_be_read_again_leaves_the_menu_usable():
    fake = begun()
    session = fake.app.session

    def unread(session):
        raise OSError(5)

    read, game_resuming.read = game_resuming.read, unread
    session.inconsistent = True
    fake.run()
    try:
        for answer in ("new game", "Ley of the Land", "as usual", "human", "human"):
            if answer == "new game":
                fake.press("hold")
                assert "menu bench" not in fake.app.ask.answers  # that would restart the table
            later(fake)
            choose(fake, answer)
    finally:
        game_resuming.read = read
    assert session.game.NAME == "land" and not session.inconsistent
    clear()


def test_a_damaged_text_affects_no_other():
    """Displays and menus use the texts that can still be read."""
    whole = {}
    kept = texts.folder, texts.part
    for name, opened in (("table", open(kept[0]() + "texts/en/table.txt", "rb")),
                         ("mars", kept[1]("mars", "en.txt"))):
        with opened as file:
            whole[name] = file.read()
    os.mkdir("texts")
    os.mkdir("texts/en")
    texts.folder = lambda: ""
    texts.part = lambda name, ending: open("texts/en/%s.txt" % name, "rb")
    try:
        for damage in (
            lambda data: b"", lambda data: data[: len(data) // 2], lambda data: bytes(len(data)),
            lambda data: b"\xff" * len(data), lambda data: data.replace(b"}", b""),
            lambda data: data.replace(b"{0", b"{x"), lambda data: data.replace(b"e", b"\xc3"),
        ):
            for name in sorted(whole):
                with open("texts/en/%s.txt" % name, "wb") as file:
                    file.write(damage(whole[name]))
            fake = begun(count=0)
            game = fake.app.session.game
            fake.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
            assert len(game.log) == 1
            shown = list(fake.display.lines)
            fake.press("push")
            fake.turn_knob(1)
            assert fake.app.ask is not None and fake.display.lines != shown
            assert not said(fake)
    finally:
        texts.folder, texts.part = kept
    clear()


def test_the_table_survives_a_failing_console():
    fake = begun()

    class Console:
        def read(self):
            raise UnicodeError

    fake.app.read_console(Console())
    assert len(said(fake)) == 0 and "UnicodeError" in fake.app.display_text.message
    fake.run()
    assert len(said(fake)) == 1
    clear()


def test_a_record_is_sent_while_the_game_goes_on():
    fake = begun()
    session = fake.app.session
    told = session.record()
    next(told)
    next(told)
    session.undo()
    session.undo()
    session.undo()
    try:
        list(told)
    except ValueError as error:
        assert "ask again" in str(error)
    else:
        raise AssertionError
    clear()
