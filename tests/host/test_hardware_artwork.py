"""The drawings of the pieces: every face of every game, valid SVG, and turns that agree."""

import xml.etree.ElementTree as ElementTree

import pytest

from games import game_class, make, names
from hardware.artwork import maps, pieces
from hardware.artwork.draw import Path, Words, moved, svg
from tests.portable.test_texts import catalogue

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("number, face", pieces.faces())
def test_every_piece_is_a_drawing_of_its_own(number, face):
    root = ElementTree.fromstring(pieces.draw(number, face))
    assert root.get("viewBox") == "0 0 100 100" and len(root) > 3
    assert root[0].text == face
    for shape in pieces.shapes(number, face):
        if isinstance(shape, Path):
            values = [v for _, *step in shape.steps for v in step]
            assert min(values) >= -1 and max(values) <= 101


def test_no_two_pieces_look_the_same():
    drawings = {}
    for number, face in pieces.faces():
        if number == 3 and " of " in face:
            face = face[0] + " of"  # a half shows its own value
        elements = tuple(map(repr, pieces.shapes(number, face if " of" not in face
                                                 else f"{face} 0-0")))
        drawings.setdefault(elements, set()).add((number, face))
    assert [names for names in drawings.values() if len(names) > 1] == []


@pytest.mark.parametrize("number, face", [
    (1, "huge 0"), (2, "gggx"), (2, "ggg"), (3, "stars tor"), (4, "village 4"), (4, "x metro"),
    (4, "village 0 with wall"), (4, "city 0 with hat"), (9, "cap"), (1, "")])
def test_an_unknown_face_is_refused(number, face):
    with pytest.raises(KeyError, match="has no piece"):
        pieces.draw(number, face)


def test_the_mark_of_a_tile_lies_between_the_first_two_triangles_of_its_kind():
    faces = {"gggy": "gggy", "yggg": "gggy", "yggy": "ggyy", "gyyg": "ggyy"}
    for face, word in faces.items():
        corner = pieces.mark_of(face)
        back = face[corner:] + face[:corner]  # turned back to the kind as it is written
        assert back == word


DRAWN = {number for number, _ in pieces.faces()}  # a new game's pieces may be plain discs


@pytest.mark.parametrize("name", [name for name in names() if game_class(name).SET in DRAWN])
def test_every_piece_in_the_box_of_a_drawn_game_can_be_drawn(name):
    for seats in range(game_class(name).SEATS[0], game_class(name).SEATS[1] + 1):
        game = make(name, seats)
        for token, called, _, _ in game.tokens():
            assert pieces.draw(game.SET, called)
            assert pieces.draw(game.SET, game.face(token))


@pytest.mark.parametrize("face", ["city 1 with wall", "city 2 with science metro and wall",
                                  "city 0 with politics metro", "merchant under catapult 3"])
def test_pieces_that_stand_on_pieces(face):
    assert pieces.draw(4, face)


def test_the_drawn_maps_are_those_of_the_game():
    from games.landover.map.maps import MAPS
    for title, (rows, harbours) in maps.MAPS.items():
        game_rows, game_harbours = MAPS[title[0]]
        assert rows.replace("|", " ").split() == game_rows.split()
        assert harbours.replace(",", " ").replace("3:1", "any").split() == game_harbours.split()


def test_the_hexes_of_the_maps_are_called_as_on_the_display():
    for language in ("en", "de"):
        said = dict(catalogue(language, "landover"))
        called = [said[f"hex {number}"] for number in range(37)]
        assert len(set(called)) == 37
        for name in maps.MAPS:
            assert [shape.text for shape in maps.picture(name)
                    if isinstance(shape, Words) and shape.text in called] == called


def test_svg_of_words_is_escaped():
    assert "&lt;b&gt; &amp;" in svg([Words(1, 1, 10, "<b> &")])


def test_a_drawing_is_turned_scaled_and_moved():
    corner, = moved([Words(100, 0, 4, "x")], 10, 20, 2, turn=1, about=(50, 50))
    assert (round(corner.x), round(corner.y), corner.size) == (210, 220, 8)  # the south-east one
