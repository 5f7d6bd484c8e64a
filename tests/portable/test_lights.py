"""The lights of a running table: at once for a piece, always for legal spots."""

from games.base import ALMOST, CHANCE, CHOSEN, LEGAL, MISSING, WRONG
from games.market.common import ACQUIRE, ACTING
from games.rng import Rng
from table.interpret import MISTAKE, QUIET
from table.wiring import grid9
from tests.portable.bench_board import Bench, mars


def test_scoring_chances_are_lit():
    bench, game = mars()
    bench.put("large 0", "a2")
    assert ALMOST in bench.meanings("b1")


def test_the_search_for_lights_has_a_step_for_each_part():
    """In one step Land's overlay took 26 ms, whatever the limit of the tick was."""
    bench = Bench(profile=grid9)
    game = bench.new("land")
    bench.run(9)
    steps = len(list(bench.app.lights._find()))
    parts = len(list(game.overlay_parts()))
    assert parts >= 9 and steps == len(list(bench.app.pieces.legal.targets())) + 1 + parts


def test_a_tag_lights_its_place_before_it_is_read():
    bench, game = mars()
    bench.sense.coming.append(bench.names.index("c3"))
    frames = bench.pixels.frames
    bench.run(1)
    assert bench.pixels.frames == frames + 1 and game.log == []
    assert CHOSEN in bench.meanings("c3") and bench.sense.coming == []
    bench.lay("small 0", "c3")
    bench.run(1)
    assert len(game.log) == 1  # already lit, so the rules are asked at once
    bench.sense.coming.append(bench.names.index("d4"))
    bench.run(1)
    assert CHOSEN in bench.meanings("d4")
    bench.sense.version += 1  # it is gone before it was read
    bench.run()
    assert CHOSEN not in bench.meanings("d4")


def test_a_piece_lights_its_place_before_anything_else():
    """It lights up in the tick in which it is found; flash and rules come later."""
    bench, game = mars()
    bench.lay("small 0", "c3")
    frames = bench.pixels.frames
    bench.run(1)
    assert bench.pixels.frames == frames + 1 and game.log == []
    assert CHOSEN in bench.meanings("c3")
    bench.run(1)
    assert len(game.log) == 1
    bench.run()
    assert bench.meanings("c3") == []
    bench.lay("small 0", "d4")  # a wrong one, too
    bench.run(1)
    assert CHOSEN in bench.meanings("d4") and WRONG not in bench.meanings("d4")
    bench.run()
    assert bench.meanings("d4") == [LEGAL, WRONG]
    bench.lift("d4")
    bench.lift("c3")
    bench.lay("small 0", "c3")  # put back where it is missing: the rules are not asked
    bench.run(1)
    assert bench.meanings("c3") == []


def test_the_pieces_of_a_box_are_named_once_a_game():
    bench, game = mars()
    named = []
    tokens = game.tokens
    game.tokens = lambda: named.append(1) or tokens()
    for place in ("c3", "d4"):
        bench.put(6, place)  # the other seat's
    assert WRONG in bench.meanings("d4") and len(named) == 1


def test_a_missing_piece_is_lit_before_anything_else():
    bench, _ = mars()
    bench.put("small 0", "c3")
    bench.lay(0, "c3")
    frames = bench.pixels.frames
    bench.run(1)
    assert bench.pixels.frames == frames + 1 and bench.meanings("c3") == [MISSING]
    assert bench.app.verdict.state == QUIET  # nobody has judged it yet
    bench.run()
    assert bench.meanings("c3") == [MISSING] and bench.app.verdict.state == MISTAKE


def test_the_rules_are_not_asked_while_they_make_an_answer():
    bench, game = mars()
    bench.put("small 0", "c3")
    asked = []
    placing = game.placing
    game.placing = lambda *what: asked.append(what) or placing(*what)
    bench.lay(0, "c3")
    bench.glance()
    assert not asked and MISSING not in bench.meanings("c3")
    bench.run()
    assert asked and bench.meanings("c3") == [MISSING]
    bench.put("small 0", "c3")
    asked.clear()
    bench.lay(0, "c3")
    bench.app.session.torn = True  # a game that may be half changed is not asked, either
    assert bench.app.pieces.came() == [] and not asked


def test_a_piece_lifted_before_a_turn_begins_again():
    """What memory ran short for is made anew; nobody knows until then what may be lifted."""
    bench, _ = mars()
    bench.put("small 0", "c3")
    bench.app._give_back()
    bench.lay(0, "c3")
    bench.run(1)
    assert not bench.app.message
    bench.run()
    assert bench.meanings("c3") == [MISSING] and not bench.app.message


def test_a_piece_that_may_be_lifted_is_not_missing():
    bench = Bench(profile=grid9)
    game = bench.new("market", 2, {}, (), 7)
    bench.see_all()
    while game.phase != ACTING:
        bench.app.session.act(game.current()[0], game.legal(game.current()[0])[0])
        bench.run()
        bench.see_all()
    seat = game.current()[0]
    slot = [action[1] for action in game.legal(seat) if action[0] == ACQUIRE][0]
    name = game.spot_name(slot - 1)
    bench.lay(0, name)
    bench.run(1)
    assert MISSING not in bench.meanings(name)


def test_lights_that_only_move_leave_the_strip_to_a_new_piece():
    bench, _ = mars()
    bench.put("large 1", "c3")  # it blinks: the turn is another's

    def until_due():
        frames = bench.pixels.frames
        while not bench.app.painter.due(bench.clock.now):
            bench.run(1)
        assert bench.pixels.frames == frames
        return frames

    until_due()
    for expecting, ms in ((False, 5), (True, 20)):  # it waits for half of its time, and no longer
        bench.sense.expecting = expecting
        frames = until_due()
        due = bench.clock.now
        while bench.pixels.frames == frames:
            bench.run(1)
        assert bench.clock.now - due == ms
    frames = bench.pixels.frames
    bench.run(200)
    assert bench.pixels.frames - frames == 30  # a second has as many all the same
    frames = until_due()
    bench.sense.coming.append(bench.names.index("d4"))
    bench.run(1)
    assert bench.pixels.frames == frames + 1


def test_legal_spots_stay_lit():
    """They stay lit in every tick, however long the search for the next ones takes."""
    for name, profile in (("mars", grid9), ("land", grid9), ("leylines", grid9)):
        bench = Bench(profile=profile)
        game = bench.new(name, 3 if name == "leylines" else None,
                         {"map": "compact"} if name == "leylines" else None)
        bench.run(60)
        bench.clock.per_look = 4  # ms for each look at the clock: four looks in a time slice
        rng = Rng(5)
        bench.see_all()
        slowest = 0
        for _ in range(25):
            by = game.current()[0]
            if by == CHANCE:
                bench.app.session.act(by, game.sample(rng))
                bench.run(2)
                continue
            action = rng.choice(game.legal(by))
            for spot, piece in game.gesture(by, action):
                bench.lay(game.token(piece), game.spot_name(spot))
            ticks = 0
            while ticks < 3 or bench.app.lights.finding:
                bench.run(1)
                ticks += 1
                if bench.app.ask is None and CHANCE not in game.current():
                    assert LEGAL in [mark[1] for mark in bench.app.marks], (name, ticks)
            slowest = max(slowest, ticks)
            if bench.app.ask is not None:
                bench.app.session.act(by, action)
            bench.see_all()
        assert slowest > 3
