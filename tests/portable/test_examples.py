"""The played examples: by the rules, by knob on a table, in every language, and short enough."""

import json

from games import make
from games.base import ALMOST, CHANCE, CURSOR, IllegalAction
from games.texts import languages
from table import shelf
from table.drivers.oled import LETTERS, wrap
from table.example import begin, known, read
from table.hint import start
from table.wiring import grid6, grid9, hex37, isles12
from tests.portable.fake_table import FakeTable

_ROWS = 5  # of the display for one sentence
_TRIES = range(3, 6)  # the moments at which the reader acts
_OF_A_THEME = ("violet", "amber")  # colours of light: calm has others
_WORDS = ("at", "do", "play", "why") + tuple(languages())


def steps(name):
    """Return (the line of the first block, the blocks of the steps) of an example."""
    head, at = read(name, 0)
    found = []
    step, at = read(name, at)
    while step:
        found.append(step)
        step, at = read(name, at)
    return head, found


def actions(step, word):
    """Return [(seat, words)] of the lines of a step that begin with `word`."""
    parts = [rest.split(" ", 1) for kind, rest in step if kind == word]
    return [(int(seat), json.loads(words)) for seat, words in parts]


def test_every_step_is_said_in_every_language_and_fits_the_display():
    for name in known():
        for step in steps(name)[1]:
            kinds = [kind for kind, _ in step]
            assert all([kind in _WORDS for kind in kinds]), (name, step)
            sentences = [kind for kind in kinds if kind in languages()]
            assert sorted(sentences) == languages(), (name, step)
            wrong = sorted([rest.split(" ", 1)[0] for kind, rest in step if kind == "why"])
            assert wrong == (languages() if "play" in kinds else []), (name, step)
            for kind, rest in step:
                if kind in languages() or kind == "why":
                    text = rest.split(" ", 1)[1] if kind == "why" else rest
                    assert len(wrap(text, LETTERS)) <= _ROWS, (name, text)
                    assert not [one for one in _OF_A_THEME if one in text.lower()], (name, text)


def test_every_step_is_legal_and_lights_existing_spots():
    for name in known():
        (_, rest), = steps(name)[0]
        seats, options = rest.split(" ", 1)
        game = make(name, int(seats), json.loads(options))
        tries = 0
        for step in steps(name)[1]:
            for kind, spots in step:
                if kind == "at":
                    for spot in spots.split(" "):
                        assert game.spot(spot) >= 0
            wanted = actions(step, "play")
            for by, words in wanted:
                assert game.refusal(by, game.parse(words)) is None, (name, words)
                assert len({by for by, _ in wanted}) == 1
            for by, words in (wanted[:1] or actions(step, "do")):
                game.apply(by, game.parse(words))
            tries += bool(wanted)
        assert tries in _TRIES, name


def settle(fake):
    """Lay the pieces that the game wants, and run until the table is at rest."""
    for _ in range(8):
        fake.run(20)
        fake.sense.seen[:] = fake.app.pieces.wanted
        fake.sense.version += 1
    fake.run(20)


def push(fake, answer=0):
    while fake.app.ask.index != answer:
        fake.turn_knob(1)
    fake.press("push")
    settle(fake)


def sentence(fake):
    """Return the sentence that the display says now."""
    ask = fake.app.ask
    return ask.title(fake.app.display_text.texts) if ask else fake.app.display_text.line


def go_on(fake, step):
    """Do what a step asks for."""
    if "play" not in dict(step):
        push(fake)
    for by, words in actions(step, "play")[:1]:
        session = fake.app.session
        session.act(by, session.game.parse(words))
        settle(fake)


def table_for(name, seats, options):
    """Return a table with the smallest of some boards that has all spots of the game."""
    game = make(name, seats, options)
    for profile in (grid6, grid9, isles12, hex37):
        spots = profile.SPOTS.split(" ")
        if all(not game.spot_name(spot) or game.spot_name(spot) in spots
               for spot in range(game.spots())):
            return FakeTable(profile)
    raise ValueError(name)


def lit(fake, meaning):
    """Return the names of the spots with a light of this meaning."""
    game, layout = fake.app.session.game, fake.app.pieces.layout
    return {game.spot_name(layout.spot_of[place])
            for place, one, _ in fake.app.marks if one == meaning}


def why(step, language):
    """Return what is said after a wrong try."""
    said = [rest.split(" ", 1) for kind, rest in step if kind == "why"]
    return [text for one, text in said if one == language][0]


def spoken_of(step):
    return {spot for kind, spots in step if kind == "at" for spot in spots.split(" ")}


def test_an_example_is_played_by_knob_and_hand():
    for name in known():
        (_, rest), = steps(name)[0]
        seats, options = rest.split(" ", 1)
        fake = table_for(name, int(seats), json.loads(options))
        begin(fake.app, name)
        settle(fake)
        session, texts = fake.app.session, fake.app.display_text.texts
        for step in steps(name)[1]:
            said = dict([line for line in step if line[0] in languages()])
            wanted = [session.game.parse(one) for _, one in actions(step, "play")]
            assert lit(fake, CURSOR) == spoken_of(step)
            before, breathes, _ = said["en"].partition(" breathes")
            assert not breathes or before.split(" ")[-1] in lit(fake, ALMOST) - lit(fake, CURSOR)
            if not wanted:
                assert fake.app.ask.title(texts) == said["en"]
                assert fake.app.display_text.line == texts.render(("example of", name))
                push(fake)
                continue
            assert fake.app.ask is None and fake.app.display_text.line == said["en"]
            count, by = len(session.game.log), actions(step, "play")[0][0]
            other = [one for one in session.game.legal(by) if one not in wanted]
            for tries in (1, 2):  # one may err again
                session.act(by, other[-1])
                settle(fake)
                assert session.example.tries == tries
                assert fake.app.display_text.line == why(step, "en")
                assert fake.app.ask is None and len(session.game.log) == count
                assert lit(fake, CURSOR) == spoken_of(step)  # "on the lit corner"
            session.act(by, wanted[0])
            settle(fake)
            assert session.example.tries == 0
        assert fake.app.ask.title(texts) == texts.render("example over")
        push(fake, 1)
        assert fake.app.session.example.is_over and fake.app.ask is None
        session.new("mars", aside=True)
        assert not list(shelf.summaries(session)), "an example fills the shelf"


def test_who_leaves_an_example_begins_the_game_that_follows():
    """By knob or by a host, wherever the example stands; only the game before it is kept."""
    for wrong in (0, 1):
        fake = FakeTable()
        fake.new("mars")
        fake.put("large 0", "a1")
        asked = {"id": 1, "do": "example", "game": "mars", "players": ["human", "greedy"],
                 "names": ["Ada", ""]}
        assert fake.app.host.handle(asked)["ok"]
        settle(fake)
        push(fake)
        push(fake)
        session = fake.app.session
        assert len(session.game.log) == 1
        if wrong:
            session.act(1, session.game.legal(1)[-1])
            assert fake.app.host.handle({"id": 2, "do": "leave_example"})["ok"]
        else:
            push(fake, 1)
        settle(fake)
        assert session.example is None and fake.app.ask is None and not session.game.log
        assert session.players == ["human", "greedy"] and session.names == ["Ada", ""]
        session.new("mars", aside=True)
        assert [one["names"] for one in shelf.summaries(session)] == [["", ""]] * (1 + wrong)


def test_another_game_ends_an_example():
    fake = FakeTable()
    begin(fake.app, "mars")
    settle(fake)
    push(fake)
    assert fake.app.ask is not None  # the sentence of a step
    fake.new("mars")
    settle(fake)
    assert fake.app.session.example is None and fake.app.ask is None


def test_an_action_that_nobody_asked_for_is_undone():
    fake = FakeTable()
    begin(fake.app, "mars")
    settle(fake)
    push(fake)
    session, title = fake.app.session, fake.app.ask.title(fake.app.display_text.texts)
    count = len(session.game.log)
    by = session.game.current()[0]
    session.act(by, session.game.legal(by)[-1])
    settle(fake)
    assert len(session.game.log) == count
    assert fake.app.ask.title(fake.app.display_text.texts) == title
    push(fake)
    assert fake.app.ask.title(fake.app.display_text.texts) != title


def test_undo_goes_back_to_the_step_before():
    fake = FakeTable()
    begin(fake.app, "mars")
    settle(fake)
    session = fake.app.session
    told = []  # [(sentence, the actions before it)]
    for step in steps("mars")[1][:6]:
        told.append((sentence(fake), len(session.game.log)))
        go_on(fake, step)
    while session.game.log:
        fake.app.pieces.undo()
        settle(fake)
        before = [said for said, count in told if count <= len(session.game.log)]
        assert sentence(fake) == before[-1]
    assert before[-1] == told[1][0]
    push(fake)
    assert sentence(fake) == told[2][0]


def test_a_sentence_follows_the_language_of_the_display():
    fake = FakeTable()
    asked(fake)
    session = fake.app.session
    step = [step for step in steps("mars")[1] if "play" in dict(step)][0]
    session.act(0, session.game.legal(0)[-1])
    settle(fake)
    assert fake.app.host.handle({"id": 1, "do": "language", "name": "de"})["ok"]
    settle(fake)
    assert fake.app.display_text.line == why(step, "de")
    begin(fake.app, "mars")
    settle(fake)
    assert sentence(fake) == dict(steps("mars")[1][0])["de"]


def test_chance_waits_for_the_example_and_acts_in_the_game_that_follows():
    for name in ("market", "landover"):
        (_, rest), = steps(name)[0]
        seats, options = rest.split(" ", 1)
        fake = table_for(name, int(seats), json.loads(options))
        begin(fake.app, name, int(seats), json.loads(options))
        settle(fake)
        session = fake.app.session
        assert session.game.current() == (CHANCE,) and not session.game.log
        push(fake, 1)
        settle(fake)
        assert session.game.current() != (CHANCE,) and session.game.log


def test_a_finished_example_is_free_to_play_and_stays_one():
    """Both sides act as they like, chance as well, also after a power cut; "play again" begins the
    game that follows."""
    fake = table_for("market", 2, {"board": 3})
    begin(fake.app, "market")
    settle(fake)
    for step in steps("market")[1]:
        go_on(fake, step)
    push(fake, 1)
    for _ in range(12):
        session = fake.app.session
        count = len(session.game.log)
        by = session.game.current()[0]
        if by != CHANCE:
            session.act(by, session.game.legal(by)[-1])
        settle(fake)
        assert len(session.game.log) > count
    again = FakeTable(fake.profile)
    settle(again)
    session = again.app.session
    assert session.example.is_over and len(session.game.log) > count and again.app.ask is None
    session.rematch(1)
    settle(again)
    assert session.example is None and session.game.options["board"] == 5
    session.new("mars", aside=True)
    assert not list(shelf.summaries(session))


def test_who_gives_an_example_up_has_lost_no_game():
    fake = FakeTable()
    asked(fake)
    session = fake.app.session
    session.give_up()
    settle(fake)
    assert session.example.is_over and not lit(fake, CURSOR)
    session.new("mars", aside=True)
    assert not list(shelf.summaries(session))


def asked(fake):
    """Play the example of Mars to the first moment at which the reader acts."""
    begin(fake.app, "mars")
    settle(fake)
    for step in steps("mars")[1]:
        if "play" in dict(step):
            return
        push(fake)


def test_an_example_is_left_by_the_menu_while_the_reader_is_to_act():
    fake = FakeTable()
    asked(fake)
    fake.press("hold")
    assert "menu example" not in fake.app.ask.answers
    push(fake, fake.app.ask.answers.index("example leave"))
    assert fake.app.session.example is None and fake.app.ask is None
    begin(fake.app, "mars")
    settle(fake)
    assert fake.app.session.example is not None and not fake.app.session.game.log


def test_a_wrong_try_that_cannot_be_taken_back_ends_the_sentences_not_the_example():
    fake = FakeTable()
    asked(fake)
    session = fake.app.session

    def refuse(end):
        raise IllegalAction("nothing to undo")

    session.undo_to = refuse
    session.act(0, session.game.legal(0)[-1])
    settle(fake)
    assert session.example.is_over and fake.app.ask is None and not lit(fake, CURSOR)
    assert fake.app.display_text.message == fake.app.display_text.texts.render("nothing to undo")
    assert fake.app.display_text.line.startswith("Blue: ")
    assert FakeTable().app.session.example is not None


def test_a_hint_is_what_the_example_asks_for():
    fake = FakeTable()
    begin(fake.app, "mars")
    settle(fake)
    step = [step for step in steps("mars")[1] if "play" in dict(step)][0]
    while sentence(fake) != dict(step)["en"]:
        push(fake)
    hint = start(fake.app, 0, 1, bool)
    hint.step(fake.app.display_text.texts)
    game = fake.app.session.game
    assert (0, game.words(0, hint.action)) == actions(step, "play")[0]


def test_the_menu_offers_the_examples_that_exist():
    fake = FakeTable()
    fake.run(5)
    texts = fake.app.display_text.texts
    fake.press("hold")
    while fake.app.ask.label(texts) != texts.render("menu example"):
        fake.turn_knob(1)
    fake.press("push")
    assert [name for _, name in fake.app.ask.answers] == known()
    fake.press("push")
    settle(fake)
    assert fake.app.session.example is not None and fake.app.session.game.NAME == known()[0]


def test_a_host_asks_for_an_example():
    fake = FakeTable()
    fake.run(5)
    assert fake.app.host.handle({"id": 1, "do": "example", "game": "mars"})["ok"]
    assert fake.app.session.example is not None
    refused = fake.app.host.handle({"id": 1, "do": "example", "game": "chess"})
    assert not refused["ok"] and refused["why"] == "there is no example of chess"


def test_a_real_game_follows_as_it_was_asked_for():
    fake = FakeTable(grid9)
    fake.run(5)
    asked = {"id": 1, "do": "example", "game": "market", "seats": 3, "options": {"board": 5},
             "players": ["human", "greedy", "greedy"], "names": ["Ada", "", ""]}
    assert fake.app.host.handle(asked)["ok"]
    settle(fake)
    for step in steps("market")[1]:
        go_on(fake, step)
    push(fake)
    session = fake.app.session
    assert session.example is None and session.game.seats == 3
    assert session.game.options["board"] == 5
    assert session.players == ["human", "greedy", "greedy"] and session.names[0] == "Ada"


def test_an_example_goes_on_after_a_power_cut():
    for name in known():
        (_, rest), = steps(name)[0]
        seats, options = rest.split(" ", 1)
        fake = table_for(name, int(seats), json.loads(options))
        begin(fake.app, name, None, None, (), ["Ada"])
        settle(fake)
        for step in steps(name)[1]:
            if "do" in dict(step) or "play" in dict(step):
                go_on(fake, step)
                again = FakeTable(fake.profile)
                settle(again)
                now = steps(name)[1].index(step) + 1
                told = [dict(one)["en"] for one in steps(name)[1][now:]] + ["example over"]
                assert again.app.session.example is not None, (name, step)
                assert sentence(again) in told[:1] + [""] or now == len(steps(name)[1]), name
                fake = again
            else:
                go_on(fake, step)
        push(fake)
        assert fake.app.session.names == ["Ada"] + [""] * (fake.app.session.game.seats - 1)
        assert FakeTable(fake.profile).app.session.example is None


def test_an_example_that_was_left_is_none_after_a_power_cut():
    fake = FakeTable()
    asked(fake)
    assert fake.app.host.handle({"id": 1, "do": "leave_example"})["ok"]
    assert FakeTable().app.session.example is None
    begin(fake.app, "mars")
    settle(fake)
    fake.new("mars")
    settle(fake)
    fake.put("large 0", "a1")
    again = FakeTable()
    assert again.app.session.example is None
    assert len(again.app.session.game.log) == len(fake.app.session.game.log) == 1
