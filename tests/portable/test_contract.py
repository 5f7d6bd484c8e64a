"""The contract of all games, checked on random games over seats and options."""

import games
from games import game_class, make, names
from games.base import CHANCE, OVER, IllegalAction
from games.record import lines
from games.replay import replay
from games.rng import Rng
from sim.virtual.steps import offered_for, way
from tests.portable import effort

_LONGEST = 20000  # actions, after which random play is taken to be endless
_LOOKS = 3  # slow checks run each time the game has grown by a third
_SOME = 50  # actions of a list that they check
_FEW = 8  # of these, for the slowest


def variants(name):
    """Yield (seats, options): all seat counts with default options, then rows of options. Row i
    sets every option that has a value i to it, except those that the rules refuse together with
    the others."""
    game = game_class(name)
    fewest, most = game.SEATS
    for seats in range(fewest, most + 1):
        yield seats, {}
    columns = []
    for option, values in game.OPTIONS:
        columns.append((option, values if isinstance(values, tuple) else (values[0], values[-1])))
    for row in range(max([len(values) for _, values in columns] + [0])):
        seats = fewest + row % (most - fewest + 1)
        options = {}
        for option, values in columns:
            if row < len(values):
                options[option] = values[row]
                try:
                    game(seats, options)
                except ValueError:
                    del options[option]
        yield seats, options


def started(name):
    """Yield new games: all variants on CPython, the first on MicroPython."""
    for seats, options in variants(name):
        yield make(name, seats, options)
        if not effort.ALL:
            return


def step(game, rng):
    """Take one random action; return (by, action) or None at the end."""
    seats = game.current()
    if seats == OVER:
        return None
    by = rng.choice(seats)
    if by == CHANCE:
        action = game.sample(rng)
    else:  # choose a kind first: rare kinds come up, and games end
        actions = game.legal(by)
        some = rng.choice(sorted(set([action[0] for action in actions])))
        action = rng.choice([action for action in actions if action[0] == some])
    game.apply(by, action)
    return by, action


def finish(game, rng):
    for _ in range(_LONGEST):
        if step(game, rng) is None:
            return game
    raise AssertionError("%s does not end" % game.NAME)


def table(game):
    return [game.piece_at(spot) for spot in range(game.spots())]


def check_actions(game, rng):
    """Check that each listed action is legal, in ascending order, survives its text form, and has
    the effects that it announces."""
    for by in game.current():
        actions = game.legal(by)
        assert list(game.each_legal(by)) == actions
        for i in range(1, len(actions)):
            assert actions[i - 1] < actions[i], (actions[i - 1], actions[i])
        for i in range(0, len(actions), 1 + len(actions) // _SOME):
            assert game.reason(by, actions[i]) is None, actions[i]
            assert game.parse(game.text(actions[i])) == actions[i]
        for _ in range(3):
            if actions:
                check_effects(game, by, rng.choice(actions))


def check_effects(game, by, action):
    before = table(game)
    digest = game.digest()
    effects = game.effects(by, action)
    gesture = game.gesture(by, action)
    assert game.digest() == digest
    kept = game.snapshot()
    game.play(by, action)
    after = table(game)
    game.restore(kept)
    assert game.digest() == digest
    different = tuple([(s, after[s]) for s in range(len(after)) if after[s] != before[s]])
    assert effects == different, (action, effects, different)
    for spot, piece in gesture:
        assert piece != before[spot]


def check_lights(game, by):
    """Check that lights and menus leave no legal action out and that a gesture means its own
    action."""
    actions = game.legal(by)
    public = list(game.public(by))
    every = set(public)
    assert public == sorted(every), "in order, once each"
    begun = [action for action in public if game.steps(by, action)]
    left_out = [action for action in actions if action not in every]
    assert begun or not left_out, left_out
    for action in left_out[:: 1 + len(left_out) // _FEW]:
        check_steps(game, by, begun, action)
    lit = set(game.targets(by))
    digest = game.digest()
    for action in public[:: 1 + len(public) // _FEW]:
        game.gesture(by, action)  # works for an action that only a hidden hand rules out, too
        game.text(action)
    assert game.digest() == digest
    for action in actions[:: 1 + len(actions) // _FEW]:
        gesture = game.gesture(by, action)
        dev_card = game.NAME == "landover" and game.text(action)[0] == "play"
        for spot, piece in () if dev_card else gesture:
            assert spot in lit, (action, spot)


def check_idle(game):
    """Check that a seat that is not to act has no actions and nothing to light."""
    for by in range(-1, game.seats):
        if by not in game.current():
            assert game.legal(by) == [] == list(game.public(by))
            assert list(game.targets(by)) == []


def check_steps(game, by, begun, action):
    """Check that the questions of the menu lead to an action of which the legal actions list only
    the beginning."""
    found = offered_for(game, by, action)
    assert found in begun, action
    for index, answers in way(game, by, found, action):
        digest = game.digest()
        question, again = game.steps(by, found)
        assert game.digest() == digest and again == answers
        assert question and len(set([longer for _, longer in answers])) == len(answers)
        found = answers[index][1]
    assert found == action and game.steps(by, action) is None


def check_placing(game, by, rng):
    """Check placing(): any token on any spot gives exactly the legal actions with that gesture.
    (The implementation in the base class is this search, so it needs no check.)"""
    if game.NAME == "landover":
        return
    actions = [(action, game.gesture(by, action)) for action in game.legal(by)]
    tokens = [0] + [entry[0] for entry in game.tokens()] + [240]
    for _ in range(12):
        spot, token = rng.below(game.spots()), rng.choice(tokens)
        if actions and rng.below(2):
            gesture = rng.choice(actions)[1]
            if gesture:
                spot, piece = gesture[rng.below(len(gesture))]
                token = game.token(piece)
        meant = []
        begun = []
        for action, gesture in actions:
            laid = [(at, game.token(piece)) for at, piece in gesture]
            if (spot, token) in laid:
                meant.append(action)
            if laid and laid[0][1] == token:
                begun.append(action)
        assert sorted(game.placing(by, token, spot)) == meant, (token, spot)
        assert sorted(game.placing(by, token)) == begun, token


def check_draws(game):
    """Check that the actions which a drawn piece implies can be played one after the other."""
    kept = game.snapshot()
    for token, _, _, _ in game.tokens():
        for by, action in game.drawn_actions(token, -1):
            assert game.refusal(by, action) is None, (by, action)
            game.play(by, action)
        game.restore(kept)


def check_box(game):
    """Check that all pieces on the table are in the box, and that their names are unique. Only a
    city of Landover that becomes a village does so even if no village is left (landover 10)."""
    lying = [game.token(piece) for piece in table(game) if piece]
    called = [entry[1] for entry in game.tokens()]
    assert all(called) and len(set(called)) == len(called), called
    for token, _, seat, count in game.tokens():
        assert -1 <= seat < game.seats and 0 < count, game.label(token)
        is_forced = game.NAME == "landover" and game.label(token).startswith("village")
        assert lying.count(token) <= count or is_forced, (game.options, game.label(token))


def check_refusals(game, rng):
    """Check that unlisted actions are refused with a reason and change nothing."""
    digest = game.digest()
    seats = game.current()
    strangers = [by for by in range(-1, game.seats) if by not in seats]
    wild = [(), (0,), (99,), (1, 1000), (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    for by in list(seats) + strangers:
        for action in wild + game.legal(rng.choice(seats))[:2]:
            if by in seats and action in game.legal(by):
                continue
            try:
                game.apply(by, action)
            except IllegalAction as error:
                assert str(error)
            else:
                raise AssertionError("%s by %d was not refused" % (action, by))
            assert game.digest() == digest


def test_random_play_ends_and_obeys():
    for name in names():
        rng = Rng(11)  # its own, so that another game changes nothing
        for game in started(name):
            check_actions(game, rng)
            look = 1
            while step(game, rng):
                assert len(game.log) < _LONGEST, "%s does not end" % name
                if len(game.log) >= look and game.current() != OVER:
                    check_actions(game, rng)
                    check_refusals(game, rng)
                    for by in game.current():
                        check_lights(game, by)
                        check_placing(game, by, Rng(look))
                    check_idle(game)
                    check_draws(game)
                    check_box(game)
                    look += 1 + look // _LOOKS
            check_idle(game)
            check_box(game)
            winners, reason = game.result()
            assert reason and winners == sorted(set(winners))
            assert len(game.scores()) == game.seats


def test_undo_restores_every_earlier_digest():
    for name in names():
        game = make(name)
        rng = Rng(3)
        digests = [game.digest()]
        events = [game.events]
        while len(digests) < 120 and step(game, rng):
            digests.append(game.digest())
            events.append(game.events)
        while game.log:
            assert game.digest() == digests.pop()
            assert game.events == events.pop()
            game.undo()
        assert game.digest() == digests.pop()
        try:
            game.undo()
        except IllegalAction:
            continue
        raise AssertionError("undo went before the start")


def test_records_round_trip():
    for name in names():
        for game in started(name):
            finish(game, Rng(8))
            written = list(lines(game, 8))
            again = replay(written)
            assert again.seed == 8 and again.end is not None
            assert again.game.digest() == game.digest()
            assert again.game.log == game.log
            assert list(lines(again.game, 8)) == written


def test_games_share_no_state():
    for name in names():
        one = make(name)
        fresh = make(name).digest()
        rng = Rng(2)
        for _ in range(40):
            step(one, rng)
        assert make(name).digest() == fresh
        two = make(name)
        before = one.digest()
        for _ in range(20):
            step(two, rng)
        assert one.digest() == before


def test_all_pieces_on_the_table_have_tokens():
    for name in names():
        game = make(name)
        tokens = [entry[0] for entry in game.tokens()]
        assert tokens == sorted(set(tokens)) and 0 < tokens[0] and tokens[-1] < 240
        finish(game, Rng(4))
        for piece in table(game):
            if piece:
                assert game.token(piece) in tokens
                assert game.face(piece)


def test_sets_of_tags_are_not_mixed():
    """Games share a set number only if they share all pieces."""
    boxes = {}
    for name in names():
        game = make(name, game_class(name).SEATS[1])
        assert 1 <= game.SET <= 255, name
        box = [(token, called) for token, called, _, _ in game.tokens()]
        assert boxes.setdefault(game.SET, box) == box, "%s: set %d is taken" % (name, game.SET)


def page(name):
    """Return the page of a game, which the window shows as help."""
    home = games.__file__.replace("\\", "/").rsplit("/", 1)[0]
    for path in ("%s/%s.md" % (home, name), "%s/%s/README.md" % (home, name)):
        try:
            with open(path) as file:
                return file.read()
        except OSError:
            continue
    raise AssertionError("%s has no page" % name)


def test_every_game_has_a_page():
    for name in names():
        text = page(name)
        game = game_class(name)
        assert text.startswith("# ") and game.TITLE.split(":")[-1].strip() in text, name
        for option, values in game.OPTIONS:
            assert "`%s`" % option in text, (name, option)
            for value in values if isinstance(values, tuple) else ():
                assert not isinstance(value, str) or "`%s`" % value in text, (name, value)


def test_spots_have_names():
    for name in names():
        game = make(name)
        known = []
        for spot in range(game.spots()):
            text = game.spot_name(spot)
            try:
                assert game.spot(text) == spot
                known.append(text)
            except ValueError:
                assert game.piece_at(spot) == 0  # a hole of the map
        assert len(set(known)) == len(known) and known
        for wrong in ("", "z99", None, 7, "a0"):
            try:
                game.spot(wrong)
            except ValueError:
                continue
            raise AssertionError("there is a spot %s" % wrong)


def test_options_and_seats_are_checked():
    for name in names():
        few, most = game_class(name).SEATS
        wrong = [(few - 1, {}), (most + 1, {}), (few, {"no_such_option": 1})]
        for option, _ in game_class(name).OPTIONS:
            wrong.append((few, {option: "no such value"}))
            wrong.append((few, {option: True}))
        for seats, options in wrong:
            try:
                make(name, seats, options)
            except ValueError as error:
                assert str(error)
                continue
            raise AssertionError("%s %d %s" % (name, seats, options))


def known(game, seat):
    """Return all that a seat is shown: its view, the public view, and the lights."""
    return game.view(seat), game.view(-1), game.overlay(), game.scores(), game.current()


def test_determinized_games_look_the_same():
    """determinize() changes no byte of what a seat is shown."""
    for name in names():
        game = make(name)
        rng = Rng(6)
        while len(game.log) < 200 and step(game, rng):
            if len(game.log) % 9 == 0:
                for seat in range(game.seats):
                    kept = game.snapshot()
                    before = known(game, seat)
                    game.determinize(seat, rng)
                    assert known(game, seat) == before
                    game.determinize(seat, Rng(1))
                    guess = game.digest()
                    game.restore(kept)
                    game.determinize(seat, Rng(1))
                    assert game.digest() == guess, "a guess depends on what the seat cannot know"
                    game.restore(kept)


def offered(game):
    """Return what lights and menus show about the seats to act."""
    found = []
    for by in game.current():
        public = list(game.public(by))
        steps = [game.steps(by, action) for action in public]
        found.append((by, sorted(set(game.targets(by))), public, steps))
    return found


def test_lights_and_menus_do_not_show_a_hand():
    """Lights and menus stay the same whatever hidden hands the seats hold."""
    for name in names():
        for seed in range(3):
            game = make(name, game_class(name).SEATS[1 if seed else 0])
            rng = Rng(seed)
            looks = 0
            while len(game.log) < 400 and step(game, rng):
                if rng.below(9) == 0 and game.current() != OVER and looks < 30:
                    looks += 1
                    kept = game.snapshot()
                    before = offered(game)
                    for seat in range(game.seats):
                        game.determinize(seat, rng)
                    assert offered(game) == before, (name, len(game.log))
                    game.restore(kept)


def test_overlay_is_well_formed():
    for name in names():
        game = make(name)
        rng = Rng(9)
        while len(game.log) < 150 and step(game, rng):
            for spot, meaning, value in game.overlay():
                assert 0 <= spot < game.spots() and 1 <= meaning <= 12 and -1 <= value < 240


def test_the_rules_can_be_asked_about_any_tag():
    """The rules can be asked about any tag number, even of another set or none."""
    for name in names():
        game = make(name)
        rng = Rng(2)
        while len(game.log) < 40 and step(game, rng):
            spot = rng.below(game.spots())
            for token in list(range(1, 40)) + [64, 128, 200, 239, 255]:
                game.drawn_actions(token, -1)
                game.drawn_actions(token, spot)
                for by in game.current():
                    meant = game.intended_action(by, spot, token) if by != CHANCE else None
                    assert meant is None or game.refusal(by, meant) != ""


def test_a_game_goes_on_from_a_snapshot():
    """A snapshot is the complete state, and undo works across it."""
    for name in names():
        game = make(name)
        rng = Rng(7)
        for _ in range(20):
            step(game, rng)
        count = len(game.log)
        first = list(game.log)
        again = make(name)
        again.log.bound(lambda entries=first: iter(entries))
        again.begin_at(count, game.snapshot(), game.events)
        assert again.digest() == game.digest() and len(again.log) == count
        for _ in range(9):
            if not step(game, rng):
                break
            again.apply(game.log[-1][0], game.log[-1][1:])
            assert again.digest() == game.digest() and again.log[-1] == game.log[-1]
        assert again.can_rewind(count) and not again.can_rewind(count - 1)
        while len(game.log) > count - 3:
            assert again.undo() == game.undo()
            assert again.digest() == game.digest() and len(again.log) == len(game.log)
