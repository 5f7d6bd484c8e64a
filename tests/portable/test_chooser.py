"""A knob and a button reach every action, and never ask what is clear."""

from games import make
from games.rng import Rng
from games.texts import Texts
from table.chooser import Chooser
from tests.portable import effort


def every_action(game, by_spot):
    entries = [(0, action) for action in game.legal(0)]
    return entries, Chooser(game, lambda: entries, by_spot)


def reach(chooser, wanted):
    """Turn and push until the wanted entry is settled."""
    for _ in range(20):
        for _ in range(len(chooser.answers)):
            if wanted in list(chooser.open_entries()):
                break
            chooser.turn(1)
        assert wanted in list(chooser.open_entries())
        settled = chooser.push()
        if settled is not None:
            return settled
    raise AssertionError("asked too much")


def test_every_action_can_be_reached():
    for by_spot in (False, True):
        game = make("mars")
        entries, _ = every_action(game, by_spot)
        for entry in entries[:: effort.of(7, 35)]:
            chooser = Chooser(game, lambda entries=entries: entries, by_spot)
            assert reach(chooser, entry) == entry


def test_words_come_one_after_the_other():
    _, chooser = every_action(make("mars"), False)
    assert chooser.answers == ["small", "medium", "large", "cap"]
    chooser.turn(-1)
    assert chooser.label(Texts()) == "cap"
    assert chooser.push() is None
    assert chooser.label(Texts()) == "cap on a1" and len(chooser.answers) == 36
    assert chooser.spots() == [0]
    assert chooser.back() and chooser.answers[3] == "cap"
    assert not chooser.back()


def test_a_piece_in_hand_asks_where():
    game = make("mars")
    entries = [(0, action) for action in game.legal(0) if action[0] == 2]
    chooser = Chooser(game, lambda: entries, True)
    assert len(chooser.answers) == 36 and chooser.open_spots() == list(range(36))
    chooser.turn(8)
    assert chooser.label(Texts()) == "c2" and chooser.push() == (0, (2, 8))


def test_one_answer_is_not_asked():
    game = make("mars")
    rng = Rng(1)
    for _ in range(20):
        seat = game.current()[0]
        game.apply(seat, rng.choice(game.legal(seat)))
    action = game.legal(0)[0]
    chooser = Chooser(game, lambda: [(0, action)])
    assert chooser.push() == (0, action)


def test_a_look_at_an_answer_searches_once():
    """The display asks for its label and its question, the lights for its spots."""
    game = make("mars")
    searches = []

    def entries():
        searches.append(len(searches))
        return [(0, action) for action in game.legal(0)]

    chooser = Chooser(game, entries)
    texts = Texts()
    chooser.turn(1)
    del searches[:]
    first = chooser.label(texts), chooser.question(), chooser.settled()
    assert len(searches) == 1
    assert (chooser.label(texts), chooser.question(), chooser.settled()) == first
    assert len(searches) == 1
    chooser.turn(1)
    assert chooser.label(texts) != first[0] and len(searches) == 2
    chooser.push()
    assert chooser.label(texts) != first[0]
