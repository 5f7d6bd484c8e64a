"""Where the spots of a game lie on a board."""

from games import make, names
from games.base import CHOSEN
from table.interpret import refusal
from table.layout import NOT_IN_BOX, NOWHERE, Layout
from table.settings import profile
from table.wiring import grid9
from tests.portable.fake_table import FakeTable, pauses


def test_a_place_is_the_spot_of_its_name():
    for board in ("grid3", "grid9", "hex37"):
        for name in names():
            game = make(name)
            layout = Layout(profile(board), game)
            for place, spot in enumerate(layout.spot_of):
                assert spot == _spot(game, layout.name(place)), (board, name, layout.name(place))
                assert spot == NOWHERE or layout.place_of[spot] == place
            found = [place for place in layout.place_of if place != NOWHERE]
            assert len(found) == len(set(found)) == sum(spot != NOWHERE for spot in layout.spot_of)


def test_a_token_belongs_to_its_seat():
    for name in names():
        game = make(name)
        layout = Layout(grid9, game)
        tokens = {token: seat for token, _, seat, _ in game.tokens()}
        for token in range(256):
            assert layout.owner(token) == tokens.get(token, NOT_IN_BOX), (name, token)


def _spot(game, name):
    try:
        return game.spot(name)
    except ValueError:
        return NOWHERE


def laid_in_a_pause(deed):
    """Do something, once, while the layout of a second game of Mars is made; return the table a
    tick later."""
    fake = FakeTable()
    fake.new("mars", 2)
    done = []
    fake.app.session.new("mars", 2)
    pauses(lambda: fake.run(1), lambda: done or done.append(deed(fake)))
    assert done
    return fake


def test_a_piece_laid_while_the_layout_is_made_is_an_action():
    fake = laid_in_a_pause(lambda fake: fake.lay("small 0", "b2"))
    fake.run(2)
    assert len(fake.app.session.game.log) == 1


def test_a_tag_that_is_felt_while_the_layout_is_made_stays_lit():
    def feel(fake):
        place = fake.names.index("b2")
        fake.sense.is_arriving = lambda at: at == place
        fake.sense.arrivals.append(place)
        fake.poll_in_pause()

    fake = laid_in_a_pause(feel)
    assert CHOSEN in fake.meanings("b2")
    fake.run(2)
    assert CHOSEN in fake.meanings("b2")


def test_tags_are_read_for_the_new_game_while_its_layout_is_made():
    fake = FakeTable(grid9)
    fake.new("land", 2)
    fake.app.session.new("mars", 2)
    read_for = pauses(lambda: fake.run(1), lambda: fake.sense.set_in_play)
    assert set(read_for) == {fake.app.session.game.SET}


def test_a_hole_of_the_map_is_no_spot():
    game = make("leylines", 3)  # the map of three seats has no north-east corner
    layout = Layout(profile("grid9"), game)
    sea, land = [layout.names().index(name) for name in ("i9", "a1")]
    assert layout.spot_of[sea] == NOWHERE and layout.spot_of[land] != NOWHERE
    assert refusal(layout, layout.spot_of[sea], game.tokens()[0][0]) == ("not board",)
