"""Ley of the Land: the worked examples of the rules and their consequences."""

from games import make
from games.base import ALMOST, CHANCE, COMPLETE, OVER, IllegalAction
from games.rng import Rng
from games.tiles import COUNTS, KINDS, tile_of
from tests.portable import golden, tile_sketch

BAG = {"supply": "bag"}


def do(game, *moves):
    """Apply actions in words, as whoever is to act; return the last events."""
    for move in moves:
        events = game.apply(game.current()[0], game.parse(move.split()))
    return events


def lay(game, *tiles):
    """Place each "word cell" without checks, to set up a position."""
    for tile in tiles:
        text, cell = tile.split()
        game.lay(game.spot(cell), tile_of(text), (0, 1))


def why_not(game, move, by=None):
    """Return why an action in words is refused."""
    before = game.digest()
    try:
        game.apply(game.current()[0] if by is None else by, game.parse(move.split()))
    except IllegalAction as error:
        assert game.digest() == before
        return str(error)
    raise AssertionError("%s was not refused" % move)


def moves(game):
    return [" ".join(game.text(action)) for action in game.legal(game.current()[0])]


def places_of(game, text):
    return [move.split()[2] for move in moves(game) if move.split()[:2] == ["place", text]]


def playthrough():
    game = make("land", 2, {"edge": "closed"})
    return golden.told(game, Rng(14), lambda game: tile_sketch.board(game, 0), 20)


def test_example_1_a_ring_beside_the_first_cross():
    game = make("land")
    assert places_of(game, "gggg") == ["e4", "e6"]
    assert why_not(game, "place gggg d5") == "the right side would touch yellow with green"
    assert why_not(game, "place gggg f5") == "the left side would touch yellow with green"


def test_example_2_turns_of_a_half():
    game = make("land")
    legal = [move for move in moves(game) if move.endswith(" e6")]
    halves = [move.split()[1] for move in legal if move.split()[1] in
              ("ggyy", "yggy", "yygg", "gyyg")]
    assert halves == ["yggy", "yygg"]
    assert why_not(game, "place ggyy e6") == "the lower side would touch green with yellow"


def test_example_3_the_smallest_region():
    for seat in (0, 1):
        game = make("land")
        game.turn = seat
        assert do(game, "place gygy e6") == [["territory", 0, "g", 1, 0, 1, ["e5", "e6"]]]
        assert game.scores() == [1, 0]


def test_example_4_a_ring_among_four():
    game = make("land")
    do(game, "place gggg e6", "place yygy e7", "place ygyy d6")
    cells = ["e5", "d6", "e6", "f6", "e7"]
    assert do(game, "place yyyg f6") == [["territory", 0, "g", 4, 4, 8, cells]]
    assert game.scores() == [8, 0]


def test_example_5_a_ring_at_the_edge():
    for edge, events in (
        ("open", []),
        ("closed", [["territory", 0, "g", 3, 4, 7, ["a4", "a5", "b5", "a6"]]]),
    ):
        game = make("land", 2, {"edge": edge})
        lay(game, "gyyy a4", "yygy a6", "yyyg b5")
        assert do(game, "place gggg a5") == events


def test_who_owns_what_closes():
    for ownership, owner in (("colour", 1), ("completer", 0)):
        game = make("land", 2, {"ownership": ownership})
        events = do(game, "place gygy d5")
        assert events == [["territory", owner, "y", 1, 0, 1, ["d5", "e5"]]]
        assert game.scores()[owner] == 1
        assert (game.spot("d5"), COMPLETE, owner) in game.overlay()


def test_one_tile_completes_several_regions_by_smallest_triangle():
    game = make("land")
    lay(game, "gygy e7", "gygy d6", "gygy f6")
    assert [(event[2], event[6]) for event in do(game, "place gygy e6")] == [
        ("g", ["e5", "e6"]),
        ("y", ["d6", "e6"]),
        ("g", ["e6", "e7"]),
        ("y", ["e6", "f6"]),
    ]
    assert game.scores() == [2, 2]


def test_two_passes_end_the_game_and_a_tie_goes_to_seat_1():
    game = make("land")
    do(game, "pass", "place gggg e6", "pass")
    assert game.current() == (1,)
    do(game, "pass")
    assert game.current() == OVER and game.result() == ([1], "both passed")
    assert why_not(game, "pass", 0) == "the game is over"


def test_supplies():
    game = make("land")
    assert game.view(-1)["supply"] == [[1, 10, 10, 8, 10, 1], [1, 10, 10, 8, 10, 1], [0] * 6]
    game = make("land", 2, BAG)
    assert game.view(-1)["supply"] == [[1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1],
                                       [0, 20, 20, 16, 20, 0]]
    assert sum(COUNTS) == 81


def test_a_drawn_tile_must_be_placed():
    game = make("land", 2, BAG)
    assert moves(game) == ["place gggg e4", "place yyyy d5", "place yyyy f5", "place gggg e6",
                           "draw"]
    do(game, "draw")
    assert game.current() == (CHANCE,)
    assert game.legal(CHANCE) == [game.parse(["drawn", kind]) for kind in KINDS[2:6]]
    assert [game.weight(action) for action in game.legal(CHANCE)] == [20, 20, 16, 20]
    assert why_not(game, "drawn gggg") == "not in the bag: all green"
    assert why_not(game, "place gggg e6", 0) == "chance comes first: draw or roll"
    do(game, "drawn gggy")
    assert game.piece_at(game.spot("drawn")) == tile_of("gggy")
    assert why_not(game, "place gggg e6") == "first the drawn tile: three green, one yellow"
    assert why_not(game, "pass") == "first the drawn tile: three green, one yellow"
    assert why_not(game, "return").startswith("it fits somewhere")
    do(game, "place gggy e6")
    assert game.view(-1)["supply"][2] == [0, 19, 20, 16, 20, 0]
    assert game.piece_at(game.spot("drawn")) == 0 and game.current() == (1,)


def test_a_tile_that_fits_nowhere_is_returned():
    game = make("land", 2, BAG)
    for cell in range(81):
        game.want[cell] = 0  # no cell is open
    for _ in range(2):
        do(game, "draw", "drawn gygy")
        assert moves(game) == ["return"]
        do(game, "return")
    assert game.result() == ([1], "both passed")
    assert game.view(-1)["supply"][2] == [0, 20, 20, 16, 20, 0]


def test_passing_with_a_bag():
    game = make("land", 2, BAG)
    assert why_not(game, "pass") == "no pass while the bag has tiles: draw"
    for kind in range(1, 7):
        game.supply[14 + kind] = 0
    assert why_not(game, "draw") == "the bag is empty"
    assert moves(game)[-1] == "pass" and "place gggg e6" in moves(game)
    do(game, "pass", "place gggg e6", "pass", "pass")
    assert game.current() == OVER


def test_refusals_say_why():
    game = make("land")
    assert why_not(game, "place ggyy a1") == "that is not beside a tile"
    assert why_not(game, "place ggyy e5") == "that cell is taken"
    assert why_not(game, "place gygy e6", 1) == "it is the turn of Red"
    assert why_not(game, "draw") == "there is no bag in this game"
    do(game, "place gggg e6", "place gggg e4")
    assert why_not(game, "place gggg e7") == "you have none left: all green"
    game = make("land", 2, BAG)
    assert why_not(game, "place ggyy e6") == "draw it from the bag first: half green, half yellow"


def test_invalid_words():
    game = make("land")
    for words in (["place", "gg", "e6"], ["place", "gggb", "e6"], ["place", "gggg", "j1"],
                  ["place", "gggg"], ["pas"], [""], [], "pass", ["drawn", "yggy"], ["drawn", ""],
                  ["draw", "ggyy"], [7], [["pass"]], ["place", 7, "e6"], ["place", "gggg", None]):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_a_tile_laid_without_its_turn_gets_the_best_one():
    game = make("land")
    place = game.intended_action(0, game.spot("d5"), KINDS.index("gggg"))
    assert game.refusal(0, place) == ("touches yellow", "E")
    assert game.refusal(0, game.intended_action(0, game.spot("e6"), KINDS.index("ggyy"))) is None


def test_the_mark_of_a_tile_turns_with_it():
    game = make("land")
    for turns in (("gggg",), ("yyyy",), ("gggy", "yggg", "gygg", "ggyg"),
                  ("ggyy", "yggy", "yygg", "gyyg"), ("gygy", "ygyg"),
                  ("gyyy", "ygyy", "yygy", "yyyg")):
        corners = [game.facing(tile_of(text)) for text in turns]
        assert corners == ([-1] if len(turns) == 1 else [0, 1, 2, 3][: len(turns)])


def test_overlay_shows_where_one_tile_would_close():
    game = make("land")
    almost = [game.spot_name(spot) for spot, meaning, _ in game.overlay() if meaning == ALMOST]
    assert almost == ["e4", "d5", "f5", "e6"]
    do(game, "place gggg e6")
    almost = [game.spot_name(spot) for spot, meaning, _ in game.overlay() if meaning == ALMOST]
    assert almost == ["e4", "d5", "f5"]


def test_perft():
    for entry in golden.perft_table("land"):
        assert golden.perft_counts("land", entry) == entry["counts"], entry


def test_playthrough():
    assert playthrough() == golden.text("land")
