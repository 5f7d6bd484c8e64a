"""A knob and a button reach every action, and the chooser asks nothing that is already clear."""

from games import make
from games.base import CHANCE
from games.pauses import on_pause
from games.rng import Rng
from games.texts import Texts
from table.chooser import Chooser
from tests.portable import effort
from tests.portable.fake_table import pauses


def every_action(game, by_spot):
    entries = [(0, action) for action in game.legal(0)]
    return entries, Chooser(game, lambda: entries, by_spot)


def reach(chooser, wanted):
    """Turn and push until the wanted entry is settled."""
    for _ in range(20):
        for _ in range(len(chooser.answers)):
            if wanted in list(chooser.open_entries()):
                break
            chooser.rotate(1)
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


def test_words_are_asked_one_by_one():
    _, chooser = every_action(make("mars"), False)
    assert chooser.answers == ["small", "medium", "large", "cap"]
    chooser.rotate(-1)
    assert chooser.label(Texts()) == "cap"
    assert chooser.push() is None
    assert chooser.label(Texts()) == "cap on a1" and len(chooser.answers) == 36
    assert chooser.spots() == [0]
    assert chooser.back() and chooser.answers[3] == "cap"
    assert not chooser.back()


def test_a_piece_in_hand_leads_to_the_question_where():
    game = make("mars")
    entries = [(0, action) for action in game.legal(0) if action[0] == 2]
    chooser = Chooser(game, lambda: entries, True)
    assert len(chooser.answers) == 36 and chooser.open_spots() == list(range(36))
    chooser.rotate(8)
    assert chooser.label(Texts()) == "c2" and chooser.push() == (0, (2, 8))


def test_a_single_answer_is_not_asked():
    game = make("mars")
    rng = Rng(1)
    for _ in range(20):
        seat = game.current()[0]
        game.apply(seat, rng.choice(game.legal(seat)))
    action = game.legal(0)[0]
    chooser = Chooser(game, lambda: [(0, action)])
    assert chooser.push() == (0, action)


def test_a_turn_of_the_knob_searches_nothing():
    """The display asks for label and question, the lights for spots. Only `spots` may search, once
    an answer, to find what many actions share. The open actions are kept once they are few."""
    game = make("mars")
    searches = []

    def entries():
        searches.append(len(searches))
        return [(0, action) for action in game.legal(0)]

    chooser = Chooser(game, entries)
    texts = Texts()
    assert len(searches) == 1
    for _ in range(2):
        said = []
        for _ in chooser.answers:
            chooser.rotate(1)
            chooser.question(), chooser.settled(), chooser.spots(), chooser.open_spots()
            said.append(chooser.label(texts))
        assert len(set(said)) == len(chooser.answers) == 4 and len(searches) == 1 + 4
    assert chooser.push() is None and len(searches) == 6
    for _ in chooser.answers:
        chooser.rotate(1)
        chooser.label(texts), chooser.spots(), chooser.open_spots()
    chooser.rotate(1)
    assert chooser.push() and len(searches) == 6
    assert chooser.back() and len(searches) == 7 and len(chooser.answers) == 4
    chooser.push(), chooser.rotate(1)
    assert chooser.label(texts) == "small pyramid on b1" and chooser.spots() == [1]
    assert chooser.settled()


def test_what_is_open_and_few_is_not_searched_for_again():
    """The first tile can be laid in 33 ways, picked by word, tile and cell."""
    game = make("land")
    searches = []

    def entries():
        searches.append(1)
        return [(0, action) for action in game.legal(0)]

    assert len(game.legal(0)) <= 64
    chooser = Chooser(game, entries)
    while chooser.push() is None:
        chooser.spots(), chooser.open_spots()
    assert len(searches) == 1


def test_a_search_has_pauses():
    """Market's longest list takes 160 ms, and readers must be polled meanwhile."""
    game = make("mars")
    paused = []
    on_pause(lambda at_once: paused.append(1))
    try:
        Chooser(game, lambda: [(0, action) for action in game.legal(0)])
    finally:
        on_pause(None)
    assert len(paused) > len(game.legal(0)) // 5


def test_too_many_gestures_are_not_shown():
    game = make("mars")
    _, chooser = every_action(game, False)
    assert len(game.legal(0)) > 64 and chooser.open_spots() is None
    chooser.push()
    assert len(pauses(chooser.open_spots)) == 9  # 36 gestures take 29 ms
    assert chooser.open_spots() == list(range(36))


def test_shared_spots_are_those_in_all_gestures():
    game = make("land")
    while game.current() == (CHANCE,):
        game.apply(CHANCE, game.sample(Rng(1)))
    by = game.current()[0]
    entries = [(by, action) for action in game.legal(by)]
    chooser = Chooser(game, lambda: entries)
    while chooser.settled() is None:
        under = list(chooser.open_entries())
        every = [set([spot for spot, _ in game.gesture(by, action)]) for by, action in under]
        shared = every[0]
        for spots in every:
            shared = shared & spots
        assert set(chooser.spots()) == shared
        assert len(chooser.open_spots() or [0]) > 0
        chooser.push()
    assert chooser.spots()
