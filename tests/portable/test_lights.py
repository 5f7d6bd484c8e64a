"""The lights of a running table: at once for a piece, always for legal spots."""

from games.base import ALMOST, CHANCE, CHOSEN, LEGAL, WRONG
from games.rng import Rng
from table.wiring import grid9
from tests.portable.bench_board import Bench, mars


def test_scoring_chances_are_lit():
    bench, game = mars()
    bench.put("large 0", "a2")
    assert ALMOST in bench.meanings("b1")


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
