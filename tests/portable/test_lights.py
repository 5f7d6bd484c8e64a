"""The lights of a running table: at once for a piece, always for legal spots."""

from games.base import ALMOST, CHANCE, CHOSEN, CURSOR, FACING, LEGAL, MISSING, WRONG
from games.market.common import ACQUIRE, ACTING
from games.rng import Rng
from table.hint import seek
from table.interpret import MISTAKE, QUIET
from table.panel import AskAction
from table.wiring import grid9, pad
from tests.portable.fake_table import FakeTable, mars


def test_scoring_chances_are_lit():
    fake, game = mars()
    fake.put("large 0", "a2")
    assert ALMOST in fake.meanings("b1")


def test_the_search_for_lights_has_a_step_for_each_part():
    """In one step Land's overlay would take 26 ms, beyond the limit of the tick."""
    fake = FakeTable(profile=grid9)
    game = fake.new("land")
    fake.run(9)
    steps = len(list(fake.app.lights.find()))
    parts = len(list(game.overlay_parts()))
    assert parts >= 9 and steps == len(list(fake.app.pieces.legal.targets())) + 1 + parts


def test_a_tag_lights_its_place_before_it_is_read():
    fake, game = mars()
    fake.sense.arrivals.append(fake.names.index("c3"))
    frames = fake.pixels.frames
    fake.run(1)
    assert fake.pixels.frames == frames + 1 and game.log == []
    assert CHOSEN in fake.meanings("c3") and fake.sense.arrivals == []
    fake.lay("small 0", "c3")
    fake.run(1)
    assert len(game.log) == 1  # already lit, so the rules are asked at once
    fake.sense.arrivals.append(fake.names.index("d4"))
    fake.run(1)
    assert CHOSEN in fake.meanings("d4")
    fake.sense.version += 1  # it is gone before it was read
    fake.run()
    assert CHOSEN not in fake.meanings("d4")


def test_a_piece_lights_its_place_before_anything_else():
    """It lights up in the tick in which it is found; flash and rules come later."""
    fake, game = mars()
    fake.lay("small 0", "c3")
    frames = fake.pixels.frames
    fake.run(1)
    assert fake.pixels.frames == frames + 1 and game.log == []
    assert CHOSEN in fake.meanings("c3")
    fake.run(1)
    assert len(game.log) == 1
    fake.run()
    assert fake.meanings("c3") == []
    fake.lay("small 0", "d4")  # a wrong one, too
    fake.run(1)
    assert CHOSEN in fake.meanings("d4") and WRONG not in fake.meanings("d4")
    fake.run()
    assert fake.meanings("d4") == [LEGAL, WRONG]
    fake.lift("d4")
    fake.lift("c3")
    fake.lay("small 0", "c3")  # put back where it is missing: the rules are not asked
    fake.run(1)
    assert fake.meanings("c3") == []


def test_the_pieces_of_a_box_are_named_once_a_game():
    fake, game = mars()
    named = []
    tokens = game.tokens
    game.tokens = lambda: named.append(1) or tokens()
    for place in ("c3", "d4"):
        fake.put(6, place)  # the other seat's
    assert WRONG in fake.meanings("d4") and len(named) == 1


def test_a_missing_piece_is_lit_before_anything_else():
    fake, _ = mars()
    fake.put("small 0", "c3")
    fake.lay(0, "c3")
    frames = fake.pixels.frames
    fake.run(1)
    assert fake.pixels.frames == frames + 1 and fake.meanings("c3") == [MISSING]
    assert fake.app.pieces.verdict.state == QUIET  # nobody has judged it yet
    fake.run()
    assert fake.meanings("c3") == [MISSING] and fake.app.pieces.verdict.state == MISTAKE


def test_the_rules_are_not_asked_while_they_make_an_answer():
    fake, game = mars()
    fake.put("small 0", "c3")
    asked = []
    placing = game.placing
    game.placing = lambda *what: asked.append(what) or placing(*what)
    fake.lay(0, "c3")
    fake.poll_in_pause()
    assert not asked and MISSING not in fake.meanings("c3")
    fake.run()
    assert asked and fake.meanings("c3") == [MISSING]
    fake.put("small 0", "c3")
    asked.clear()
    fake.lay(0, "c3")
    fake.app.session.inconsistent = True  # a game that may be half changed is not asked, either
    assert fake.app.pieces.change_marks() == [] and not asked


def test_a_piece_lifted_before_a_turn_begins_again():
    """After memory ran short the turn begins again; until then nobody knows what may be lifted."""
    fake, _ = mars()
    fake.put("small 0", "c3")
    fake.app.failures.free_memory()
    fake.lay(0, "c3")
    fake.run(1)
    assert not fake.app.display_text.message
    fake.run()
    assert fake.meanings("c3") == [MISSING] and not fake.app.display_text.message


def test_a_piece_that_may_be_lifted_is_not_missing():
    fake = FakeTable(profile=grid9)
    game = fake.new("market", 2, {}, (), 7)
    fake.see_all()
    while game.phase != ACTING:
        fake.app.session.act(game.current()[0], game.legal(game.current()[0])[0])
        fake.run()
        fake.see_all()
    seat = game.current()[0]
    slot = [action[1] for action in game.legal(seat) if action[0] == ACQUIRE][0]
    name = game.spot_name(slot - 1)
    fake.lay(0, name)
    fake.run(1)
    assert MISSING not in fake.meanings(name)


def test_lights_move_30_times_a_second():
    fake, _ = mars()
    fake.put("large 1", "c3")  # it blinks: the turn is another's
    frames = fake.pixels.frames
    fake.run(200)
    assert fake.pixels.frames - frames == 30


def test_legal_spots_stay_lit():
    """They stay lit in every tick, however long the search for the next ones takes."""
    for name, profile in (("mars", grid9), ("land", grid9), ("leylines", grid9)):
        fake = FakeTable(profile=profile)
        game = fake.new(
            name,
            3 if name == "leylines" else None,
            {"map": "compact"} if name == "leylines" else None,
        )
        fake.run(60)
        fake.clock.per_look = 4  # ms for each look at the clock: four looks in a time slice
        rng = Rng(5)
        fake.see_all()
        slowest = 0
        for _ in range(25):
            by = game.current()[0]
            if by == CHANCE:
                fake.app.session.act(by, game.sample(rng))
                fake.run(2)
                continue
            action = rng.choice(game.legal(by))
            for spot, piece in game.gesture(by, action):
                fake.lay(game.token(piece), game.spot_name(spot))
            ticks = 0
            while ticks < 3 or fake.app.lights.is_searching():
                fake.run(1)
                ticks += 1
                if fake.app.ask is None and CHANCE not in game.current():
                    assert LEGAL in [mark[1] for mark in fake.app.marks], (name, ticks)
            slowest = max(slowest, ticks)
            if fake.app.ask is not None:
                fake.app.session.act(by, action)
            fake.see_all()
        assert slowest > 3


def test_a_tile_on_the_pad_is_violet_where_it_closes_something_and_nowhere_else():
    """Around the first cross any cell may close a territory; a tile without green closes none
    above or below, where green is."""
    fake = FakeTable(profile=pad)
    game = fake.new("land")
    around = ["e6", "f5", "e4", "d5"]
    assert [ALMOST in fake.meanings(name) for name in around] == [True] * 4
    fake.show("yyyy")
    fake.run(60)
    assert isinstance(fake.app.ask, AskAction)
    places = [name for name in around if LEGAL in fake.meanings(name)]
    assert places == ["f5", "d5"]
    assert [ALMOST in fake.meanings(name) for name in around] == [False] * 4
    fake.show("gyyy")
    fake.run(60)
    violet = [name for name in around if ALMOST in fake.meanings(name)]
    assert violet == [name for name in around if closes(game, fake.token("gyyy"), name)]
    assert "e6" in violet
    fake.show(None)
    fake.run(60)
    assert [ALMOST in fake.meanings(name) for name in around] == [True] * 4
    assert len(game.log) == 0


def closes(game, token, name):
    """Does a tile with this token close a territory at a cell in one of its turns?"""
    spot = game.spot(name)
    for action in list(game.placing(0, token, spot)):
        before = game.snapshot()
        events = game.play(0, action)
        game.restore(before)
        if events:
            return True
    return False


def test_the_lights_tell_nothing_of_what_is_hidden():
    """Where something is, no action is tried for them."""
    fake = FakeTable(profile=pad)
    game = fake.new("land")
    game.has_secrets = lambda: True
    fake.show("yyyy")
    fake.run(60)
    assert [ALMOST in fake.meanings(name) for name in ("e6", "f5", "e4", "d5")] == [True] * 4


def test_a_hint_shows_how_a_tile_lies():
    fake = FakeTable(profile=grid9)
    game = fake.new("land")
    seek(fake.app, 0, fake.app.display_text.texts)
    while fake.app.hint.action is None or not fake.app.is_displayed():
        fake.run()
    [(spot, tile)] = game.gesture(0, fake.app.hint.action)
    marks = [mark for mark in fake.app.marks if mark[1] == FACING]
    assert marks == [(fake.names.index(game.spot_name(spot)), FACING, game.facing(tile))]
    assert CURSOR in fake.meanings(game.spot_name(spot))
