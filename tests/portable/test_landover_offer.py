"""Offers of Landover: built card by card with the knob (Game.steps)."""

from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.landover import state
from games.landover.common import (
    A_ACCEPT,
    A_CANCEL,
    A_DECLINE,
    A_END,
    A_OFFER,
    A_PICK,
    C_STEAL,
    CARDS,
    P_MAIN,
    P_REPLY,
)
from games.landover.economy.trade import can_accept
from games.landover.game import Landover
from games.landover.views import known
from games.rng import Rng
from games.texts import Texts, languages
from sim.virtual.steps import offered_for
from table.drivers.oled import LETTERS, LINES, wrap
from table.panel import for_steps
from table.wiring import hex37
from tests.portable.fake_table import FakeTable
from tests.portable.landover_table import give, level, table


def counts(**cards):
    return [cards.get(card, 0) for card in CARDS]


def asked(game, hand):
    """Return (question, taken): the first question to seat 0 with this hand, and the list to which
    the finished offer is appended."""
    game.hands[:8] = hand
    taken = []
    before = object()
    return for_steps(game, 0, (A_OFFER,), lambda *entry: taken.append(entry), before), taken


def answer(ask, wanted, language="en"):
    """Turn to an answer and push; return the next question."""
    texts = Texts(language)
    for _ in ask.answers:
        if ask.label(texts) == wanted:
            return ask.push()
        ask.rotate(1)
    raise AssertionError([texts.render(said, "landover") for said in ask.answers])


def labels(ask):
    return [Texts().render(said, "landover") for said in ask.answers]


def test_one_wool_for_two_ore_from_blue():
    game = table(3)
    ask, taken = asked(game, counts(wool=2, wood=1))
    assert ask.title(Texts()) == "Red: what do you give?"
    assert labels(ask) == ["wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin"]
    ask = answer(ask, "wool")
    assert ask.title(Texts()) == "Red: 1 wool: what else do you give?"
    assert labels(ask)[0] == "that is all" and len(labels(ask)) == 9
    ask = answer(ask, "that is all")
    assert ask.title(Texts()) == "Red: 1 wool for what?"
    assert "wool" not in labels(ask) and len(labels(ask)) == 7
    ask = answer(answer(ask, "ore"), "ore")
    assert ask.title(Texts()) == "Red: 1 wool for 2 ore: ask whom, or more?"
    assert labels(ask)[:3] == ["ask everybody", "ask Blue", "ask Green"] and not taken
    assert answer(ask, "ask Blue") is None
    assert taken == [(0, game.parse(["offer", counts(wool=1), counts(ore=2), [1]]))]
    game.apply(*taken[0])
    assert game.current() == (0, 1), "Red may cancel it"


def test_several_kinds_on_both_sides():
    game = table(4)
    ask, taken = asked(game, counts(wool=2, wood=1, coin=1))
    for word in ("coin", "wood", "wool", "wool", "that is all", "cloth", "clay", "ask everybody"):
        ask = answer(ask, word)
    wanted = ["offer", counts(wood=1, wool=2, coin=1), counts(clay=1, cloth=1), [1, 2, 3]]
    assert ask is None and game.text(taken[0][1]) == wanted
    assert game.refusal(0, taken[0][1]) is None


def test_nobody_gives_more_cards_than_the_hand_has():
    """The size of a hand is public, so the answers reveal nothing about its cards."""
    ask, _ = asked(table(2), counts(wool=1, ore=1))
    ask = answer(answer(ask, "coin"), "coin")
    assert labels(ask) == ["that is all"]
    other, _ = asked(table(2), counts(coin=2))
    assert labels(answer(answer(other, "coin"), "coin")) == ["that is all"]


def test_with_one_opponent_the_partner_is_not_asked():
    ask, taken = asked(table(2), counts(wool=1))
    ask = answer(answer(answer(ask, "wool"), "that is all"), "ore")
    assert labels(ask)[:2] == ["ask everybody", "wood"]
    assert answer(ask, "ask everybody") is None and taken


def test_back_takes_one_card_back():
    ask, _ = asked(table(2), counts(wool=1))
    after = answer(ask, "wool")
    assert after.back() is ask
    assert ask.back() is not None, "the menu"


def test_the_longest_offer_fits_the_display():
    for language in languages():
        game = table(4)
        texts = Texts(language)
        ask, _ = asked(game, [9] * 8)
        for card in [0, 2, 4, 6] * 9 + [None] + [1, 3, 5, 7] * 9:
            word = "offer given all" if card is None else "card " + CARDS[card]
            ask = answer(ask, texts.render((word,), "landover"), language)
            shown = wrap(ask.title(texts), LETTERS) + wrap("> " + ask.label(texts), LETTERS)
            assert 2 + len(shown) <= LINES, shown


def test_a_player_stands_by_an_offer_that_somebody_accepts():
    """Or a hint proposes an offer, and then to cancel it; one that no player makes may be."""
    for given, kinds in ((1, {A_PICK}), (2, {A_PICK, A_CANCEL})):
        game = table(3)
        give(game, 0, wool=2)
        give(game, 1, ore=1)
        game.apply(0, game.parse(["offer", counts(wool=given), counts(ore=1), [1]]))
        game.apply(1, (A_ACCEPT,))
        assert {action[0] for action in game.candidates(0)} == kinds
        assert (A_CANCEL,) in game.legal(0)


def test_the_menu_offers_a_trade_as_long_as_one_is_allowed():
    game = table(3)
    wanted = game.parse(["offer", counts(wool=1), counts(ore=1), [2]])
    assert offered_for(game, 0, wanted) is None, "the hand is empty"
    game.hands[0] = 1
    assert offered_for(game, 0, wanted) == (A_OFFER,)
    game.offers = game.most
    assert offered_for(game, 0, wanted) is None
    assert game.refusal(0, (A_OFFER,)) == "offer empty"


def test_an_offer_with_the_knob():
    fake = FakeTable(profile=hex37)
    game = fake.new("landover", 2)
    rng = Rng(3)
    while game.phase != P_MAIN or game.todo or not sum(game.hands[8 * game.turn :][:8]):
        by = game.current()[0]
        fake.app.session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    fake.run()
    by = game.turn
    held = [card for card in range(8) if game.hands[8 * by + card]][0]
    other = CARDS[held - 1]
    for word in ("offer a trade", CARDS[held], "that is all", other, "ask everybody"):
        for _ in range(12):
            if fake.app.ask and fake.app.ask.label(fake.app.display_text.texts) == word:
                break
            fake.turn_knob(1)
        fake.press("push")
    assert game.text(game.log[-1][1:]) == [
        "offer", counts(**{CARDS[held]: 1}), counts(**{other: 1}), [1 - by],
    ]
    assert fake.app.ask is None
    refused = fake.app.host.handle({"id": 1, "do": "hint", "by": by})
    assert refused["key"] == "hint waits", "a hint could only cancel the offer"
    assert fake.app.host.handle({"id": 1, "do": "hint", "by": 1 - by})["ok"]


def test_what_everybody_knows_of_a_hand_is_never_too_much():
    known_cards = 0
    for seed in range(4):
        rng = Rng(seed)
        game = Landover(4)
        for _ in range(400):
            by = game.current()[0] if game.current() != OVER else None
            if by is None:
                break
            game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
            assert all([sure <= held for sure, held in zip(game.sure, game.hands)])
            known_cards += sum(game.sure)
    assert known_cards > 1000


def test_a_stolen_card_may_be_any():
    game = table(2)
    game.hands[:8] = counts(wool=2, ore=1)
    game.sure[:8] = counts(wool=2, ore=1)
    known.follow(game, (C_STEAL, 0, 2), [["cards", 0, [0, 0, -1, 0, 0, 0, 0, 0]],
                                         ["cards", 1, [0, 0, 1, 0, 0, 0, 0, 0]]])
    assert game.sure[:8] == counts(wool=1) and not any(game.sure[8:])


def test_computers_ask_once_in_a_turn_and_only_those_who_can_pay_and_might_want_it():
    made = 0
    for seed in range(6):
        rng = Rng(seed)
        game = Landover(4, {"target": 9})
        while game.current() != OVER:
            by = game.current()[0]
            if by == CHANCE:
                action = game.sample(rng)
            elif game.phase == P_REPLY:
                by = [seat for seat in game.current() if seat != game.turn][0]
                action = (A_DECLINE,)
            else:
                action = decide(greedy, game, by, rng)
                offers = [one for one in game.candidates(by) if one[0] == A_OFFER]
                assert action[0] != A_OFFER or action in offers
                if offers and action[0] == A_END:
                    action = rng.choice(offers)
            game.apply(by, action)
            if action[0] == A_OFFER:
                made += 1
                assert game.offers == 1
                for seat in range(4):
                    if action[1] >> seat & 1:
                        assert can_accept(game, seat), (seed, seat, game.deal)
    assert made > 20


def test_an_offer_of_a_computer_goes_to_those_who_might_want_it():
    game = table(3)
    give(game, 0, wood=1, paper=1)
    for seat in (1, 2):
        state.add_sure(game, seat, counts(ore=1))
    ask = [game.text(one)[1:] for one in game.candidates(0) if one[0] == A_OFFER]
    assert ask == [[counts(wood=1), counts(ore=1), [1, 2]],
                   [counts(paper=1), counts(ore=1), [1, 2]]]
    state.add_sure(game, 1, counts(wood=2))  # a road and a village
    level(game, 2, "science", 5)
    ask = [game.text(one)[1:] for one in game.candidates(0) if one[0] == A_OFFER]
    assert ask == [[counts(wood=1), counts(ore=1), [2]], [counts(paper=1), counts(wood=1), [1]],
                   [counts(paper=1), counts(ore=1), [1]]]
    game.points[0] = game.options["target"] - 3
    assert not [one for one in game.candidates(0) if one[0] == A_OFFER]


def test_a_begun_offer_can_become_those_with_its_cards():
    game = table(3)
    wanted = game.parse(["offer", counts(wool=2), counts(ore=1), [2]])
    for given, asked_for, fits in (
        (counts(), counts(), True),
        (counts(wool=2), counts(ore=1), True),
        (counts(wool=2), counts(ore=2), False),
        (counts(wool=1), counts(ore=1), False),
        (counts(wool=2), counts(coin=1), False),
    ):
        begun = [A_OFFER]
        if sum(given):
            whole = game.parse(["offer", given, asked_for, []])
            begun = [A_OFFER, whole[1]] + list(whole[2:])
        assert game.can_become(tuple(begun), wanted) == fits, (given, asked_for)
    assert not game.can_become((A_OFFER,), game.parse(["end"]))
