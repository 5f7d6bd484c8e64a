"""The table above its drivers: pieces play actions, mistakes are shown and corrected, nothing is
lost."""

import json

from games.base import ALMOST, CHANCE, CHOSEN, LEGAL, MISSING, OVER, WRONG
from games.rng import Rng
from table.sense import DOUBLE, FAULT, FOREIGN, UNKNOWN
from table.theme import FAULTY
from table.wiring import grid9
from tests.portable.fake_table import FakeTable, mars


def test_placing_a_legal_piece_plays_it():
    fake, game = mars()
    assert LEGAL in fake.meanings("c3")
    fake.put("small 0", "c3")
    assert game.log == [(0, 1, game.spot("c3"))]
    assert fake.app.display_text.problem == "" and LEGAL not in fake.meanings("c3")


def test_a_piece_of_the_wrong_seat_is_lit_until_it_is_taken_away():
    fake, game = mars()
    fake.put("small 1", "c3")
    assert game.log == [] and fake.meanings("c3") == [LEGAL, WRONG]
    assert "c3" in fake.app.display_text.problem and not fake.buzzer.beeps  # it may be on its way
    fake.rest()
    assert fake.buzzer.beeps == 2
    fake.lift("c3")
    assert WRONG not in fake.meanings("c3") and fake.app.display_text.problem == ""
    fake.put("small 0", "c3")
    assert len(game.log) == 1


def test_a_lifted_piece_is_asked_for():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.lift("c3")
    assert fake.meanings("c3") == [MISSING]
    assert fake.app.display_text.problem == "c3: put Red's small pyramid here"
    fake.put("large 1", "d4")  # the game waits
    assert len(game.log) == 1
    fake.put("small 0", "c3")
    assert len(game.log) == 2 and fake.app.display_text.problem == ""


def market_lift():
    """Return (fake, game, place to lift from, {place with a reader: action}) in a game of the
    market on grid9: the tile fits on one or two such places, and on one where no reader is."""
    fake = FakeTable(grid9)
    game = fake.new("market")
    rng = Rng(2)
    while True:
        lifts = {}
        by = game.current()[0]
        actions = game.legal(by) if by != CHANCE else ()
        for action in actions:
            spots = [spot for spot, _ in game.gesture(by, action)]
            if len(spots) == 2:  # a tile from the display
                names = [game.spot_name(spot) for spot in spots]
                lifts.setdefault(names[1], {})[names[0]] = action
        for display, fits in lifts.items():
            read = {name: action for name, action in fits.items() if name in fake.names}
            if read and len(fits) - len(read) == 1:
                fake.see_all()
                return fake, game, display, read
        fake.app.session.act(by, rng.choice(actions) if actions else game.sample(rng))


def test_a_tile_that_may_go_where_no_reader_is_is_not_taken_as_it_is_lifted():
    """The lift is all that readers see of that action; it must not count as the whole action,
    since other places are to be lit."""
    fake, game, display, read = market_lift()
    count = len(game.log)
    token = fake.sense.seen[fake.names.index(display)]
    fake.lift(display)
    assert len(game.log) == count and not fake.app.display_text.problem
    assert "where it glows, or with the knob" in fake.app.display_text.line
    for name in read:
        assert LEGAL in fake.meanings(name)
    for name, action in read.items():
        fake.put(token, name)
        assert game.log[count][1:] == action
        break
    fake, game, display, read = market_lift()
    fake.lift(display)
    fake.press("push")  # the one without a reader
    assert len(game.log) == count + 1 and game.log[count][1:] not in read.values()


def test_two_hands_faster_than_the_table():
    fake, game = mars()
    fake.lay("small 1", "d4")
    fake.put("small 0", "c3")
    assert [entry[0] for entry in game.log] == [0, 1] and fake.app.display_text.problem == ""
    fake.lay("small 0", "a1")
    fake.put("medium 0", "f6")  # ambiguous
    assert len(game.log) == 2 and WRONG in fake.meanings("a1") and WRONG in fake.meanings("f6")
    fake.lift("f6")
    assert len(game.log) == 3 and fake.app.display_text.problem == ""


def test_a_moved_piece_is_shown_until_it_is_put_back():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.rest()
    fake.put(0, "c3")
    fake.put("small 0", "e5")
    assert MISSING in fake.meanings("c3") and WRONG in fake.meanings("e5")
    fake.lift("e5")
    fake.put("small 0", "c3")
    assert fake.app.display_text.problem == "" and len(game.log) == 1


def test_it_reports_nothing_before_it_has_read_the_whole_board():
    fake = FakeTable(start=False)
    fake.sense.ready = False
    fake.app.session.new("mars", seed=7)
    game = fake.app.session.game
    game.apply(0, game.parse(["small", "c3"]))
    fake.run(15)
    assert fake.meanings("c3") == [] and fake.buzzer.beeps == 0
    assert fake.display.lines[-1] == "Looking at the board"
    fake.sense.ready = True
    fake.put("small 0", "c3")
    assert fake.buzzer.beeps == 0 and fake.meanings("d4") == [LEGAL]


def test_foreign_tags_and_double_tags():
    for code in (UNKNOWN, FOREIGN, DOUBLE):
        fake, game = mars()
        fake.put(code, "b2")
        assert WRONG in fake.meanings("b2") and "b2" in fake.app.display_text.problem
        fake.lift("b2")
        assert fake.app.display_text.problem == "" and game.log == []


def test_a_block_without_power_is_named_before_its_readers():
    fake, game = mars()
    fake.app.board.sense.faulty = 3
    fake.put(FAULT, "b2")
    assert fake.app.display_text.problem.startswith("block 3 draws too much")
    assert FAULTY in fake.meanings("b2")


def test_a_silent_reader_is_played_with_the_knob():
    fake, game = mars()
    fake.put(FAULT, "b2")
    assert fake.app.display_text.problem == "b2: its reader is silent, use the knob for it"
    assert FAULTY in fake.meanings("b2")
    fake.app.session.act(0, game.parse(["small", "b2"]))
    fake.run()
    assert game.current() == (1,) and WRONG not in fake.meanings("b2")
    fake.put("small 0", "b2")
    assert fake.app.display_text.problem == ""


def test_a_piece_outside_the_board_of_the_game():
    fake, game = mars(profile=grid9)
    fake.put("small 0", "i9")
    assert WRONG in fake.meanings("i9") and "not on the board" in fake.app.display_text.problem
    fake.lift("i9")
    fake.put("small 0", "f6")
    assert len(game.log) == 1


def test_a_refusal_is_explained_in_the_words_of_the_rules():
    fake, game = mars()
    for column in "abcde":
        fake.put("large 0", column + "1")
        fake.put("cap" if column < "c" else "small 1", column + "6")
    fake.put("large 0", "f3")
    assert fake.app.display_text.problem == "take it away from f3: you have no large pyramid left"


def test_of_two_own_pieces_laid_at_once_one_is_too_many():
    """Each would be legal by itself, so the display does not say that either is illegal."""
    fake, game = mars()
    fake.lay("small 0", "c3")
    fake.put("large 0", "d5")
    assert (
        fake.app.display_text.problem == "take Red's small pyramid away from c3" and not game.log
    )
    fake.lift("c3")
    assert len(game.log) == 1


def test_undo_asks_to_take_the_piece_away():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.press("back")
    assert game.log == [] and WRONG in fake.meanings("c3")
    assert fake.app.display_text.problem == "take Red's small pyramid away from c3"
    fake.lift("c3")
    assert fake.app.display_text.problem == ""
    fake.put("small 0", "c3")
    assert len(game.log) == 1
    fake.press("back")
    fake.lift("c3")
    fake.press("back")
    assert "nothing to take back" in fake.app.display_text.message


def test_a_piece_of_the_computer_is_asked_for_before_the_game_goes_on():
    fake, game = mars(players=["greedy", "human"])
    fake.run(300)
    assert len(game.log) == 1
    spot, piece = game.log[0][2], game.piece_at(game.log[0][2])
    name = game.spot_name(spot)
    assert fake.meanings(name) == [MISSING]
    fake.put(piece, name)
    assert fake.app.display_text.problem == ""
    fake.put("small 1", "f6" if name != "f6" else "e6")
    assert len(game.log) == 2
    fake.rest()
    fake.run(300)
    assert len(game.log) == 3


def test_a_power_cut_in_mid_game():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.put("large 1", "d4")
    seen = fake.sense.seen
    again = FakeTable(start=False)
    again.sense.seen = seen
    again.app.start()
    again.run()
    assert (
        again.app.session.game.digest() == game.digest() and again.app.display_text.problem == ""
    )
    assert again.app.display_text.message == "resumed after 2 actions"
    again.lift("c3")
    assert again.meanings("c3") == [MISSING]
    again.put("small 0", "c3")
    again.put("medium 0", "a1")
    assert len(again.app.session.game.log) == 3


def test_a_host_is_told_of_a_mistake_once_and_of_its_end():
    fake, game = mars()
    fake.put("small 1", "c3")
    fake.rest()
    told = [json.loads(line) for line in fake.sent if '"problem"' in line]
    assert [one["text"] for one in told if one["event"] == "problem"] == [
        fake.app.display_text.problem
    ]
    fake.lift("c3")
    fake.rest()
    assert '{"event": "problem", "text": ""}\n' in fake.sent


def test_a_host_is_told_what_went_wrong_at_the_start():
    fake, game = mars()
    fake.put("small 0", "c3")
    with open("game.tail", "ab") as file:
        file.write(b"torn")
    again = FakeTable(start=False)
    again.app.notes = [("in memory", "odd")]
    again.app.start()
    notes = again.app.host.handle({"do": "health"})["notes"]
    assert len(notes) == 2 and "(odd)" in notes[0] and notes[1] == "a torn line was dropped"
    again = FakeTable(start=False)

    def failing():
        raise OSError(5)

    again.app.session.resume = failing
    again.app.start()
    notes = again.app.host.handle({"do": "health"})["notes"]
    assert len(notes) == 1 and "the flash did not take it" in notes[0]


def test_messages_about_a_game_disappear_with_it():
    fake, game = mars()
    assert FakeTable().app.display_text.message == ""
    fake.put("small 0", "c3")
    again = FakeTable()
    assert again.app.display_text.message == "resumed after 1 action"
    again.new("mars")
    assert again.app.display_text.message == ""


def test_pieces_may_be_removed_when_the_game_is_over():
    fake, game = mars()
    rng = Rng(3)
    while game.current() != OVER:
        fake.app.session.act(game.turn, rng.choice(game.legal(game.turn)))
    fake.run()
    assert fake.app.display_text.problem == ""
    assert ALMOST in [meaning for _, meaning, _ in game.overlay()]
    assert ALMOST not in [meaning for _, meaning, _ in fake.app.marks]  # nobody can complete it
    fake.new("mars")
    assert fake.app.display_text.problem == ""


def test_pieces_lying_there_when_a_game_begins_play_no_action():
    fake, game = mars()
    fake.put("small 0", "c3")
    game = fake.new("mars")
    assert (
        game.log == [] and fake.app.display_text.problem == "take Red's small pyramid away from c3"
    )
    fake.lift("c3")
    fake.put("small 0", "c3")
    assert len(game.log) == 1


def test_pieces_lying_there_at_power_on_play_no_action():
    """A game that begins, or goes back, before the readers have been asked meets them later."""
    for change in (lambda session: session.undo(), lambda session: session.new("mars", seed=1)):
        fake, game = mars()
        fake.put("small 0", "c3")
        assert len(game.log) == 1
        fake.sense.seen[fake.names.index("c3")] = 0
        fake.sense.ready = False
        fake.run()
        change(fake.app.session)
        fake.run()
        fake.sense.ready = True
        fake.put("small 0", "c3")
        game = fake.app.session.game
        assert game.log == [] and WRONG in fake.meanings("c3")
        fake.lift("c3")
        fake.put("small 0", "c3")
        assert len(game.log) == 1


def test_a_host_gets_answers():
    fake, game = mars()
    fake.sent.clear()
    fake.app.host.feed('{"id": 1, "do": "do", "by": 0, "words": ["small", "c3"]}\n')
    assert len(game.log) == 1 and '"ok": true' in fake.sent[0]
    for line in (
        '{"id": 2, "do": "do", "by": 0, "words": ["small", "c4"]}',
        '{"id": 2, "do": "do", "by": 1, "words": ["huge", "c4"]}',
        '{"id": 2, "do": "do"}',
        '{"id": 2, "do": "fly"}',
        '{"id": 2, "do": ["x"]}',
        '{"id": 2, "do": "new", "game": "mars", "seats": 9}',
        '{"id": 2, "do": "new", "game": "mars", "players": 3}',
        '{"id": 2, "do": "load", "line": "x"}',
        '{"id": 2, "do": "load", "begin": true, "line": "x"}',
        '{"id": 2, "do": "theme", "name": "dark"}',
        '{"id": 2, "do": "brightness", "level": 300}',
        "{broken",
    ):
        fake.sent.clear()
        digest = game.digest()
        fake.app.host.feed(line + "\n")
        assert '"ok": false' in fake.sent[0] and '"why"' in fake.sent[0], line
        assert fake.app.session.game is game and game.digest() == digest
    fake.sent.clear()
    fake.app.host.feed('{"id": 3, "do": "state"}\n')
    assert '"board"' in fake.sent[0]


def random_until(fake, rng, is_it):
    """Play at random until `is_it(game, by, action)` holds for the next action and return that
    action; all pieces are in place."""
    game = fake.app.session.game
    while game.current() != OVER:
        by = rng.choice(game.current())
        action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
        if by != CHANCE and is_it(game, by, action):
            fake.see_all()
            return by, action
        fake.app.session.act(by, action)
    raise AssertionError("that does not happen")


def events_of(game, by, action):
    kept = game.snapshot()
    events = game.play(by, action)
    game.restore(kept)
    return [event[0] for event in events]


def ley_lines(seed=2):
    fake = FakeTable(profile=grid9)
    return fake, fake.new("leylines", 3, {"map": "compact"}, seed=seed)


def test_half_a_domino_asks_for_the_other_half():
    fake, game = ley_lines()
    by, action = random_until(fake, Rng(1), lambda game, by, action: action[0] == 5)
    (cell, one), (beside, two) = game.gesture(by, action)
    fake.put(one, game.spot_name(cell))
    assert fake.app.display_text.line.endswith(": now the other half, where it glows")
    assert fake.app.display_text.problem == "" and fake.buzzer.beeps == 0
    assert LEGAL in fake.meanings(game.spot_name(beside))
    assert fake.meanings(game.spot_name(cell)) == [CHOSEN]  # it was seen, and stays lit
    count = len(game.log)
    answer = fake.app.host.handle({"do": "undo"})  # the half goes first
    assert answer["error"] == "illegal" and game.spot_name(cell) in answer["why"]
    assert len(game.log) == count
    fake.put(two, game.spot_name(beside))
    assert len(game.log) == count + 1
    assert fake.app.host.handle({"do": "undo"})["ok"] and len(game.log) == count
    # Pieces that still have to follow the game are no mistake.
    assert fake.app.host.handle({"do": "undo"})["why"].startswith("what chance has shown stands")


def test_a_segment_scored_at_once_is_to_be_removed_and_is_no_mistake():
    fake, game = ley_lines(3)

    def burns(game, by, action):
        if action[0] != 5 or "remove" not in events_of(game, by, action):
            return False
        kept = game.snapshot()
        game.play(by, action)
        burnt = [spot for spot, _ in game.gesture(by, action) if not game.piece_at(spot)]
        game.restore(kept)
        return len(burnt) == 2

    by, action = random_until(fake, Rng(7), burns)
    before = [game.piece_at(spot) for spot in range(game.spots())]
    for spot, piece in game.gesture(by, action):
        fake.lay(piece, game.spot_name(spot))
    fake.run(200)  # it shows what was hidden, so it waits until the piece has come to rest
    assert game.log[-1] != (by,) + action
    for spot, piece in game.gesture(by, action):
        assert not piece or CHOSEN in fake.meanings(game.spot_name(spot))
    fake.rest()
    assert game.log[-1] == (by,) + action
    away = [spot for spot, _ in game.gesture(by, action)]
    away += [spot for spot in range(game.spots()) if before[spot] and not game.piece_at(spot)]
    assert len(away) > 2
    for spot in away:  # one by one, in the order of the places
        assert WRONG in fake.meanings(game.spot_name(spot))
        assert fake.app.display_text.problem.startswith("take the ")
        assert "," not in fake.app.display_text.problem  # no reason, since nobody made a mistake
    assert fake.buzzer.beeps == 0
    for spot in away:
        fake.lift(game.spot_name(spot))
    assert fake.app.display_text.problem == ""


def test_a_wrong_piece_is_a_mistake_while_others_are_to_be_removed():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.press("back")
    assert (
        fake.app.display_text.problem == "take Red's small pyramid away from c3"
        and fake.buzzer.beeps == 0
    )
    fake.put("small 1", "d4")
    assert fake.app.display_text.problem == "take it away from d4: this piece is Blue's"
    assert WRONG in fake.meanings("c3") and WRONG in fake.meanings("d4")
    fake.rest()
    assert fake.buzzer.beeps == 2
    fake.lift("c3")
    assert "d4" in fake.app.display_text.problem
    fake.lift("d4")
    assert fake.app.display_text.problem == "" and game.log == []


def test_a_piece_laid_early_waits_until_the_table_agrees():
    fake, game = mars(players=["greedy", "human"])
    fake.run(300)
    name = game.spot_name(game.log[0][2])
    free = "f6" if name != "f6" else "e6"
    fake.put("small 1", free)
    token = game.token(game.piece_at(game.log[0][2]))
    piece = game.named(token)
    assert fake.app.display_text.problem == fake.app.display_text.texts.render(
        ("here", name, piece), "mars"
    )
    assert WRONG not in fake.meanings(free) and len(game.log) == 1
    fake.put(token, name)
    fake.run(300)
    assert game.log[1][0] == 1 and game.spot_name(game.log[1][2]) == free


def test_a_piece_of_the_computer_on_the_wrong_place_is_a_mistake():
    fake = FakeTable()
    game = fake.new("mars", players=["greedy", "human"], seed=2)  # it begins with a pyramid
    fake.run(300)
    spot = game.log[0][2]
    name, piece = game.spot_name(spot), game.token(game.piece_at(spot))
    assert fake.buzzer.beeps == 0 and MISSING in fake.meanings(name)
    other = "f6" if name != "f6" else "e6"
    fake.put(piece, other)
    fake.rest()
    assert fake.buzzer.beeps == 2 and WRONG in fake.meanings(other)


def test_two_tiles_laid_at_once_are_both_handled():
    """The first fits several ways: the table asks which, then takes the other."""
    fake = FakeTable(profile=grid9)
    game = fake.new("land")
    fake.lay(game.token(game.piece_at(40)), "e5")
    fake.run()
    fake.lay("gggy", "e6")
    fake.put("yyyy", "e7")
    assert game.log == [] and fake.app.ask is not None
    fake.press("push")
    fake.press("push")
    assert len(game.log) >= 1 and game.spot_name(game.log[0][2]) == "e6"


def test_only_a_surplus_piece_may_be_a_draw():
    """A tile on another is a mistake even if one of its kind is in the bag."""
    fake = FakeTable(profile=grid9)
    game = fake.new("land", options={"supply": "bag"}, seed=None)
    fake.see_all()
    fake.put("gggy", "e5")
    assert fake.app.display_text.problem == "e5: the tile green and yellow crosswise belongs here"
    assert game.log == []
    fake.see_all()
    fake.put("gggy", "e6")
    assert game.log == []  # a draw cannot be taken back, so it waits
    fake.rest()
    assert [game.text(entry[1:]) for entry in list(game.log)] == [["draw"], ["drawn", "gggy"]]


def small_market():
    """Return (fake, game): Red is about to buy, and all cells have readers."""
    fake = FakeTable(profile=grid9)
    game = fake.new("market", 2, {"board": 3})
    while game.current() == (CHANCE,):
        fake.app.session.think()
    for seat in (0, 1):
        fake.app.session.act(seat, (1, 1 - seat))
    fake.see_all()
    assert game.current() == (0,)
    return fake, game


def test_a_tile_in_hand_is_to_be_put_down():
    fake, game = small_market()
    slot, cell = [game.spot_name(spot) for spot, _ in game.effects(0, game.legal(0)[0])]
    tile = fake.sense.seen[fake.names.index(slot)]
    fake.lift(slot)
    assert fake.app.display_text.line == "Red: now put it down where it glows"
    fake.put(tile, slot)
    fake.put(tile, cell)  # one from the stock: that of the slot is to go
    assert fake.app.display_text.line == "Red: now the other part, where it glows"


def test_a_shared_piece_has_no_owner():
    fake, game = small_market()
    fake.put(game.token(game.piece_at(0)), "a7")  # on the board of the other seat
    assert (
        fake.app.display_text.problem.startswith("take the ")
        and "seat" not in fake.app.display_text.problem
    )
    fake, game = mars()
    fake.put("large 1", "c3")
    assert fake.app.display_text.problem == "take it away from c3: this piece is Blue's"
