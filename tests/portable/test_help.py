"""Help at the table: hints, scores and what they consist of, a rematch."""

from games import game_class, make, names
from games.base import CHANCE, CURSOR, FLOW, OVER
from games.bots import decide, greedy
from games.landover.common import (
    A_BANK,
    A_MILITARY,
    A_RAID,
    A_TAKE,
    A_WALL,
    CARDS,
    COIN,
    ORE,
    PAPER,
    POLITICS,
    SCIENCE,
)
from games.rng import Rng
from games.texts import Texts
from table.hint import Hint, foresee, seek
from table.settings import read
from table.wiring import grid9
from tests.portable import effort, golden
from tests.portable.fake_table import FakeTable


def played(name, seed=5, most=400):
    game = make(name)
    rng = Rng(seed)
    for _ in range(most):
        if game.current() == OVER:
            break
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    return game


def test_the_parts_add_up_to_the_points():
    for name in names():
        game = played(name)
        for seat in range(game.seats):
            parts = game.score_breakdown(seat)
            assert sum([points for _, points in parts]) == game.scores()[seat], (name, parts)
            for part, points in parts:
                said = Texts("de").render(("part", seat, (part,), points), name)
                assert part not in said and str(points) in said


def line_for(fake):
    """Fill the line a2, b1 of Mars by hand."""
    fake.new("mars")
    fake.put("large 0", "a2")
    fake.put("small 1", "f6")
    fake.put("small 0", "b1")


def test_a_score_is_animated_and_reported():
    fake = FakeTable()
    line_for(fake)
    assert fake.app.display_text.message == "Red fills a line: 4 points"
    assert fake.app.display_text.message in fake.display.lines
    assert FLOW in fake.meanings("b1") and FLOW in fake.meanings("a2")
    assert fake.display.lines[0] == "Red 4  Blue 0"
    fake.clock.now += 5000
    fake.run(30)
    assert FLOW not in fake.meanings("b1")


def think(fake):
    """Run the table until it shows the hint that was asked for."""
    while fake.app.hint.action is None or not fake.app.is_displayed():
        fake.run()


def test_a_hint_tells_of_its_reasons_one_by_one():
    """A medium pyramid on b2 fills a1 to c3 for 2 + 2 + 3 points; it could have been Blue's."""
    fake = FakeTable()
    game = fake.new("mars")
    hint = Hint(game, 0, 1)
    hint.action = (2, game.grid.cell("b2"))
    hint.why = ["Red fills a line: 7 points", ("why holds off", 1, 2, 5)]
    hint.glows = True
    question = hint.ask()
    texts = fake.app.display_text.texts
    assert question.title(texts) == "Hint: medium pyramid on b2 (Red fills a line: 7 points)"
    question = question.push()
    assert question.title(texts) == "Blue can then score 2 points at most, not 5"
    assert question.push() is None


def reasons(name, setup, action, people=2):
    """Return what a hint says of an action after others, in words of records."""
    game = make(name, people)
    for by, words in setup:
        game.apply(by, game.parse(words))
    hint = Hint(game, game.current()[0], 1)
    hint.action = game.parse(action)
    texts = Texts()
    return [texts.render(reason, name) for reason in hint.find_reasons(texts)]


def test_a_hint_says_what_an_action_leaves_to_the_others():
    """In Mars a2 and b1 are a line of two: who lays the second piece scores their own pips."""
    setup = [(0, ["large", "a2"])]
    assert reasons("mars", setup, ["large", "b1"]) == ["Blue fills a line: 3 points",
        "Red can then score nothing, instead of 6 points"]
    assert reasons("mars", setup, ["cap", "b1"]) == [
        "Red can then score nothing, instead of 6 points"]
    assert reasons("mars", [], ["large", "a2"]) == [
        "Blue can then score 3 points at most", "your next action could score 6 points",
    ]


def test_a_hint_tells_of_hidden_pieces_what_all_see():
    """The energy that this domino brings to Green's tor depends on cairns that lie face down."""
    game = golden.advance(make("leylines"), Rng(0), 60)
    hint = Hint(game, game.current()[0], 1)
    hint.action = game.parse(["segment", "d1", 1, "d2", 5])
    texts = Texts()
    told = [texts.render(reason, "leylines") for reason in hint.find_reasons(texts)]
    assert told and all("the cairn's hidden value" in one for one in told), told
    game.has_secrets = bool  # never: one guess is taken for the truth
    assert len(hint.find_reasons(texts)) > len(told)


def test_that_nothing_flows_is_said_only_of_what_makes_nothing_flow():
    game = golden.advance(make("leylines"), Rng(0), 60)
    counts = [0, 0]
    while game.current() != OVER and min(counts) < 8:
        by = game.current()[0]
        for action in game.legal(by)[:-1]:  # all but passing
            before = game.snapshot()
            flows = len(game.play(by, action)) > 0
            game.restore(before)
            counts[flows] += 1
            if counts[flows] <= 8:
                hint = Hint(game, by, 1)
                hint.action = action
                assert (hint.find_reasons(Texts()) != []) == flows, game.text(action)
        golden.advance(game, Rng(1), 1)
    assert min(counts) > 0


def test_a_trade_is_for_what_the_seat_saves_for_only_if_it_brings_that():
    game = make("landover")
    rng = Rng(3)
    counts = [0, 0]
    while min(counts) < 5:
        by = rng.choice(game.current())
        if by == CHANCE:
            game.apply(by, game.sample(rng))
            continue
        for action in game.legal(by):
            words = game.text(action)
            if words[0] != "bank" or CARDS.index(words[2]) >= PAPER:
                continue
            found = game.merits(by, action)
            card = CARDS.index(words[2])
            counts[len(found)] += 1
            assert not found or found[0][0] == "why saves for" and found[0][2][card] > 0
        game.apply(by, game.heuristic_action(by, rng))


def test_a_hint_says_what_a_village_yields():
    game = make("landover")
    rng = Rng(1)
    while game.current()[0] == CHANCE:
        game.apply(CHANCE, game.sample(rng))
    by = game.current()[0]
    action = game.legal(by)[30]
    found = game.merits(by, action)
    assert found[0][0] == "why produces"
    for _, card, number in found[0][1]:
        assert card in ("wood", "clay", "wool", "wheat", "ore") and 2 <= number <= 12


def test_a_hint_is_lit_and_explained():
    fake = FakeTable()
    fake.new("mars")
    fake.put("large 0", "a2")
    fake.put("cap", "f6")
    answer = fake.app.host.handle({"id": 1, "do": "hint", "by": 0})
    assert answer["do"] is None and answer["text"] == ""
    think(fake)
    answer = fake.app.host.handle({"id": 1, "do": "hint", "by": 0})
    assert answer["do"] == ["large", "b1"]
    assert answer["text"] == (
        "Hint: large pyramid on b1 (Red fills a line: 6 points, "
        "Blue can then score nothing, instead of 3 points, "
        "as good as cap on b2, and a few moves later about 3.6 points behind)"
    )
    assert "Hint: large pyramid on b1 (Red fills a line: 6 points)" in fake.display.lines
    assert CURSOR in fake.meanings("b1")
    assert len(fake.app.session.game.log) == 2 and fake.app.session.game.scores() == [0, 0]
    refused = fake.app.host.handle({"id": 1, "do": "hint", "by": 1})
    assert refused["why"] == "a hint is for a person who is to act"


def test_hints_of_a_game_say_different_things():
    """Those that a careful player plays by; no reason comes more than twice."""
    for name in ("mars", "land"):
        game = make(name)
        rng = Rng(5)
        texts = Texts()
        said = {}
        while game.current() != OVER and sum(said.values()) < effort.of(8, 4):
            [by] = game.current()
            if by == 0 and len(game.legal(0)) > 1:
                hint = Hint(game, 0, len(game.log))
                while hint.action is None:
                    hint.step(texts)
                why = "; ".join([texts.render(reason, name) for reason in hint.why])
                said[why] = said.get(why, 0) + 1
                game.apply(0, hint.action)
            else:
                game.apply(by, decide(greedy, game, by, rng))
        assert "" not in said and max(said.values()) < 3, said


def test_each_kind_of_action_has_a_reason_in_each_language():
    for name in names():
        game = make(name, game_class(name).SEATS[1])
        rng = Rng(6)
        kinds = set()
        while len(game.log) < 150 and game.current() != OVER:
            by = rng.choice(game.current())
            if by == CHANCE:
                game.apply(by, game.sample(rng))
                continue
            for action in game.legal(by):
                kind = game.text(action)[0]
                if kind not in kinds:
                    kinds.add(kind)
                    for language in ("en", "de"):
                        hint = Hint(game, by, 1)
                        hint.action = action
                        key = "why " + game.words(by, action)[0]
                        usual = Texts(language).render((key,), name)
                        assert hint.find_reasons(Texts(language)) or usual != key, (name, kind)
            action = game.heuristic_action(by, rng) or rng.choice(game.legal(by))
            game.apply(by, action)
        assert kinds, name


def would(fake, by, words):
    return fake.app.host.handle({"id": 1, "do": "would", "by": by, "words": words})


def test_a_host_asks_what_an_action_would_do():
    fake = FakeTable()
    fake.new("mars")
    fake.put("large 0", "a2")
    fake.put("cap", "f6")
    said = would(fake, 0, ["large", "b1"])
    assert said["text"] == (
        "Red fills a line: 6 points; Blue can then score nothing, instead of 3 points"
    )
    assert would(fake, 0, ["large", "d4"])["text"] == ""
    assert "taken" in would(fake, 0, ["large", "a2"])["why"]
    assert not would(fake, 1, ["large", "b1"])["ok"]  # it is not Blue's turn
    assert len(fake.app.session.game.log) == 2


def test_what_an_action_would_do_tells_nothing_that_its_seat_cannot_know():
    texts = Texts()
    for name in ("leylines", "landover", "market"):
        game = make(name, 3)
        rng = Rng(4)
        told = 0
        while len(game.log) < 60 and game.current() != OVER:
            by = rng.choice(game.current())
            action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
            if by != CHANCE:
                before = game.snapshot()
                said = foresee(game, by, action, texts)
                for seed in (8, 9):
                    game.determinize(by, Rng(seed))
                    assert foresee(game, by, action, texts) == said, (name, game.text(action))
                    game.restore(before)
                told += bool(said[1])
            game.apply(by, action)
        assert told, name


def test_a_hint_goes_with_its_game():
    """It has the game, and memory has no room for two."""
    fake = FakeTable()
    fake.new("mars")
    seek(fake.app, 0, fake.app.display_text.texts)
    think(fake)
    fake.app.session.drop_game()
    assert fake.app.hint is None


def test_a_hint_from_a_hidden_hand_is_shown_to_its_seat():
    fake = FakeTable()
    game = fake.new("market")
    while game.current()[0] == CHANCE:
        fake.app.session.act(CHANCE, game.sample(Rng(1)))
    fake.run(30)
    seek(fake.app, 0, fake.app.display_text.texts)
    think(fake)
    assert fake.app.ask.title(fake.app.display_text.texts) == "Red: only you look"
    assert "bid" not in " ".join(fake.display.lines[2:])
    fake.press("push")
    assert fake.app.ask.title(fake.app.display_text.texts).startswith("Hint: bid ")


def test_a_hint_from_a_hidden_hand_is_not_lit():
    """All players see the lights, which would show where a piece from the hand fits best."""
    fake = FakeTable(profile=grid9)
    game = fake.new("leylines", 3, {"map": "compact"})
    seek(fake.app, game.current()[0], fake.app.display_text.texts)
    think(fake)
    assert game.gesture(fake.app.hint.by, fake.app.hint.action)
    assert CURSOR not in [meaning for _, meaning, _ in fake.app.marks]


def test_the_language_is_chosen_with_the_knob_and_saved():
    fake = FakeTable()
    fake.new("mars")
    fake.run(10)
    fake.press("hold")
    for _ in range(8):
        if fake.app.ask.label(fake.app.display_text.texts) == "language":
            break
        fake.turn_knob(1)
    fake.press("push")
    fake.turn_knob(1)
    assert fake.app.ask.label(fake.app.display_text.texts) == "Deutsch"
    fake.press("push")
    fake.run(30)
    assert fake.app.display_text.line == "Rot: setze eine Pyramide oder Kappe auf ein Feld"
    assert read()["language"] == "de"


def test_a_game_that_is_over_is_played_again():
    fake = FakeTable()
    fake.new("mars", players=["random", "random"])
    for _ in range(4000):
        if fake.app.session.is_over():
            break
        fake.app.session.think()
    fake.run(60)
    over = [line for line in fake.sent if '"over"' in line]
    assert '"parts": [[["points"' in over[0]
    fake.press("hold")
    fake.turn_knob(1)
    assert fake.app.ask.label(fake.app.display_text.texts) == "points"
    fake.turn_knob(1)
    fake.press("push")
    game = fake.app.session.game
    assert len(game.log) < 9 and fake.app.session.players == ["random", "random"]


def choose(fake, wanted):
    """Turn the knob to an answer and push."""
    texts = fake.app.display_text.texts
    for _ in fake.app.ask.answers:
        if fake.app.ask.label(texts) == wanted:
            return fake.press("push")
        fake.app.ask.rotate(1)
    raise AssertionError(wanted)


def test_a_hand_is_shown_to_its_seat_alone():
    fake = FakeTable()
    game = fake.new("landover")
    fake.run(10)
    game.hands[0] = 2
    fake.press("hold")
    choose(fake, "my hand")
    choose(fake, "Blue")
    assert fake.app.ask.title(fake.app.display_text.texts) == "Blue: only you look"
    fake.press("push")
    assert fake.app.ask.label(fake.app.display_text.texts) == "nothing"
    fake.press("back")
    fake.press("hold")
    choose(fake, "my hand")
    choose(fake, "Red")
    assert "wood" not in " ".join(fake.display.lines)
    fake.press("push")
    assert fake.app.ask.label(fake.app.display_text.texts) == "cards: 2 wood"


def test_first_steps_are_read_with_the_knob():
    fake = FakeTable()
    fake.press("push")
    choose(fake, "first steps")
    assert fake.app.ask.label(fake.app.display_text.texts) == "Put a piece where it glows"
    fake.app.ask.rotate(3)
    assert "hint" in fake.app.ask.label(fake.app.display_text.texts)


def test_a_commodity_is_for_the_next_level_of_its_culture():
    game = make("landover")
    game.hands[COIN] = 1
    game.levels[POLITICS] = 1  # the next level costs two coins
    assert game.merits(0, (A_TAKE, COIN)) == [("why level", 2, 2, POLITICS)]
    assert game.merits(0, (A_BANK, ORE, PAPER)) == [("why level", 1, 1, SCIENCE)]
    game.hands[COIN] = 2
    assert game.merits(0, (A_TAKE, COIN)) == []


def test_a_hint_counts_the_barbarians_steps_and_all_soldiers():
    game = make("landover")
    game.track, game.cities, game.power[1] = 5, 3, 1
    assert game.merits(0, (A_MILITARY,)) == [("why defends", 2, 3, 2)]


def test_a_hint_says_what_a_raid_stops_and_a_wall_keeps():
    game = make("landover")
    game.numbers[18], game.terrain[18] = 8, ORE
    assert game.merits(0, (A_RAID, 18, 1)) == [("why stops", ("why resource", "ore", 8))]
    game.numbers[18] = 0
    assert game.merits(0, (A_RAID, 18, 1)) == []
    assert game.merits(0, (A_WALL, 3)) == [("why safe", 9)]


def test_a_taken_dev_card_cannot_be_played_by_its_owner():
    game = make("landover")
    game.target = 1
    action = game.parse(["take_dev", "bishop"])
    assert game.merits(0, action) == [("why denies", 1, "bishop")]
