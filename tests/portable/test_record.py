"""Records tell what happened, and a torn or edited line is detected."""

import json

from games import make
from games.record import end_line, lines
from games.replay import RecordError, is_same, replay
from games.rng import Rng


def played(count=35):
    game = make("mars")
    rng = Rng(1)
    for _ in range(count):
        seat = game.current()[0]
        game.apply(seat, rng.choice(game.legal(seat)))
    return game


def fault(record):
    """Return (line number, reason) of an invalid record."""
    try:
        replay(record)
    except RecordError as error:
        return error.line, error.why
    raise AssertionError("the record was taken")


def test_header_has_every_option():
    first = next(lines(make("mars"), None))
    assert first == (
        '{"leyboard": 1, "game": "mars", "seats": 2, "options": {"tie": "draw"}, "seed": null}'
    )


def test_blank_lines_count_but_say_nothing():
    written = list(lines(played(3), 1))
    check = replay(["", written[0], " "] + written[1:] + [""])
    assert len(check.game.log) == 3
    assert fault([written[0], "", "{"])[0] == 3


def test_a_field_that_nobody_knows_holds_anything_that_is_json():
    header, action = lines(played(1), 1)
    for value in ("null", "1.5", "1e9", '"NaN"', '{"a": [true, "Infinity"]}'):
        assert replay([header, action[:-1] + ', "mood": %s}' % value]).game.log
    for value in ("NaN", "Infinity", "-Infinity", "[1, NaN]", '{"a": -Infinity}'):
        for record in ([header[:-1] + ', "mood": %s}' % value, action],
                       [header, action[:-1] + ', "mood": %s}' % value]):
            assert fault(record)[1] == "is torn or not JSON"


def test_the_record_of_a_running_game_has_no_end():
    check = replay(lines(played(7), 1))
    assert check.end is None and len(check.game.log) == 7


def test_given_up():
    game = played(7)
    record = list(lines(game, 1)) + [end_line(game, given_up=True)]
    assert replay(record).end["winners"] == []
    assert fault(record + [record[1]])[0] == 10
    whole = list(lines(played(), 1))
    assert fault(whole[:-1] + [end_line(played(), given_up=True)])[0] == 37


def test_a_game_may_give_any_reason():
    game = played()
    game.result = lambda: ([0], 'all "placed"')
    assert json.loads(end_line(game))["reason"] == 'all "placed"'


def test_a_fault_is_reported_with_its_line():
    good = list(lines(played(), 1))
    assert replay(good).end is not None
    edits = (
        (0, '"leyboard": 1', '"leyboard": 2', 1),
        (0, '"mars"', '"venus"', 1),
        (0, '"seats": 2', '"seats": 3', 1),
        (0, '"draw"', '"never"', 1),
        (0, '"options": {"tie": "draw"}', '"options": {}', 1),
        (3, '"n": 3', '"n": 4', 4),
        (3, '"n": 3', '"n": 3.0', 4),
        (3, '"by": 0', '"by": 1', 4),
        (3, '"do": [', '"do": ["huge", ', 4),
        (3, '"ev": []', '"ev": [["line", 0, 3, ["b1", "a2"]]]', 4),
        (3, '"scores": [', '"scores": [5, ', 4),
        (3, "}", "", 4),
        (36, '"winners": [', '"winners": [7, ', 37),
        (36, "all pieces placed", "board full", 37),
    )
    for index, old, new, line in edits:
        assert old in good[index], (good[index], old)
        wrong = list(good)
        wrong[index] = good[index].replace(old, new, 1)
        assert fault(wrong)[0] == line, wrong[index]
    assert fault(good[:5] + good[6:])[0] == 6
    assert fault(good + [good[-1]])[0] == 38
    assert fault(good[1:])[0] == 1
    assert fault([])[0] == 1


def test_a_wrong_line_leaves_the_game_unchanged():
    good = list(lines(played(3), 1))
    game = make("mars")
    from games.replay import Replay

    check = Replay()
    for line in good[:3]:
        check.feed(line)
    before = check.game.digest()
    try:
        check.feed(good[3].replace('"scores": [', '"scores": [9, '))
    except RecordError:
        assert check.game.digest() == before and len(check.game.log) == 2
        assert game.digest() != before
        return
    raise AssertionError


def test_same_distinguishes_types():
    assert is_same([1, ["a", None, True]], [1, ["a", None, True]])
    for a, b in ((1, 1.0), (1, True), (0, False), (0, None), ("1", 1), ([1], [1, 2]), ([], {})):
        assert not is_same(a, b) and not is_same(b, a)
