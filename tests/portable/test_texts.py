"""Texts for people: present, filled in, short enough for the display, and free of codes."""

import io
import os

from games import folder, make, names, path_of
from games.base import CHANCE, OVER, IllegalAction
from games.rng import Rng
from games.texts import Texts, languages
from games.texts import _begun as begun
from games.texts import _find as find
from table.chooser import Chooser
from table.drivers.oled import LETTERS, LINES, wrap
from tests.portable import effort

_ROWS = 5  # of the display for one sentence; the others show points and an answer
_BUFFER = bytearray(641)  # as a Texts has
_FONT = "\xc4\xd6\xdc\xdf\xe4\xf6\xfc"
# Words of records and engines that people must not see in a sentence.
_CODES = (
    "seat", "None", "gggg", "gggy", "ggyy", "gygy", "gyyy", "yyyy", "auto", "[", "]", "(0",
    "?",
)


def test_every_line_of_a_catalogue_is_found_however_long():
    lines = ["key %03d=%s" % (i, "x%d" % i * (i * 37 % 120)) for i in range(90)]
    file = io.BytesIO("".join([line + "\n" for line in lines]).encode())
    for line in lines:
        key, pattern = line.split("=")
        assert find(file, key.encode(), _BUFFER) == pattern.encode(), key
    for key in ("a", "key 044x", "z"):
        assert find(file, key.encode(), _BUFFER) is None


def test_a_line_may_be_longer_than_what_is_read_at_once():
    lines = ["%s=%s" % (key, key * 900) for key in "abcdefgh"]
    file = io.BytesIO("\n".join(lines).encode())
    for key in "abcdefgh":
        assert find(file, key.encode(), _BUFFER) == key.encode() * 900
    assert find(file, b"cc", _BUFFER) is None and begun(file, b"hh", _BUFFER) is None


def test_the_beginning_of_a_key_is_found_wherever_it_lies():
    lines = ["key %03d part=%s" % (i, "x%d" % i * (i * 37 % 120)) for i in range(0, 180, 2)]
    file = io.BytesIO("".join([line + "\n" for line in lines]).encode())
    for i in range(180):
        start = b"key %03d " % i
        assert begun(file, start, _BUFFER) == (None if i % 2 else start)
    for start in (b"a ", b"key 18 ", b"z "):
        assert begun(file, start, _BUFFER) is None


def test_an_action_is_looked_up_with_its_second_word_only_where_keys_have_one():
    searched = []

    class Seen(Texts):
        def _look(self, key, find):
            searched.append(key)
            return Texts._look(self, key, find)

    texts = Seen()
    assert texts.render(("do", "village", "18.SE"), "landover").startswith("village")
    assert "do village " in searched and "do village 18.SE" not in searched
    assert "{" not in texts.render(("do", "play", "spy", 1), "landover")
    assert "do play spy" in searched


class Strict(Texts):
    """Raises for a text that no catalogue has."""

    def missing(self, key):
        raise KeyError(key)


def path(language, name):
    if name == "table":
        return "%stexts/%s/table.txt" % (folder(), language)
    return path_of(name, language + ".txt")


def catalogue(language, name):
    with open(path(language, name), "rb") as file:
        lines = file.read().decode().split("\n")
    assert lines.pop() == ""
    return [line.split("=", 1) for line in lines]


def finished():
    """Return the names of the games that have a catalogue; a draft of a game needs none."""
    found = []
    for name in names():
        try:
            os.stat(path("en", name))
        except OSError:
            continue
        found.append(name)
    return found


def catalogues():
    return finished() + ["table"]


def slots(pattern):
    return sorted([part.split("}")[0] for part in pattern.split("{")[1:]])


def check(text):
    """Fail if a text does not fit its part of the display or contains a code."""
    assert text and text == text.strip(), text
    assert len(wrap(text, LETTERS)) <= _ROWS, text
    for letter in text:
        assert " " <= letter <= "~" or letter in _FONT, text
    for word in text.replace(",", " ").replace(":", " ").split(" "):
        assert word not in _CODES and "_" not in word and "{" not in word, text


def test_a_game_without_a_catalogue_is_shown_in_its_own_words():
    texts = Texts()
    assert texts.render(("piece white pawn",), "sketch") == "white pawn"
    assert texts.render(("do", "move", "a1", "a2"), "sketch") == "move, a1, a2"
    assert texts.answer(["move", "a1", "a2"], 0, "sketch") == "move"
    assert texts.render("end no move left", "sketch") == "no move left"
    assert texts.render(("over", [0], "no move left"), "sketch") == "Red wins: no move left"
    assert texts.render("a pawn goes forward", "sketch") == "a pawn goes forward"


def test_all_languages_have_the_same_catalogues_and_keys():
    assert languages() == ["de", "en"]
    for name in catalogues():
        english = catalogue("en", name)
        german = catalogue("de", name)
        keys = [key.encode() for key, _ in english]
        assert keys == sorted(set(keys)), name
        assert keys == [key.encode() for key, _ in german], name
        for (key, one), (_, other) in zip(english, german):
            assert slots(one) == slots(other) or key.startswith("now "), key


def test_what_the_knob_does_is_said_to_those_who_have_it():
    texts = Strict()
    for has_knob, said in ((True, "roll by knob, or"), (False, "roll, or")):
        texts.has_knob = has_knob
        assert texts.render("now 4", "landover") == said + " play the Alchemist"


def test_every_text_fits_the_display():
    for language in languages():
        for name in catalogues():
            rows = catalogue(language, name) + catalogue(language, "table")
            texts = {}
            for key, pattern in rows:
                texts.setdefault(key, pattern)
            for key, pattern in catalogue(language, name):
                if pattern:
                    said = longest(texts, pattern, 0).strip(" ,")
                    check(said.replace("[", "").replace("]", ""))


def longest(texts, pattern, depth):
    """Return a pattern filled with the longest words that its slots allow."""
    said = pattern.split("{")[0]
    for part in pattern.split("{")[1:]:
        slot, rest = part.split("}", 1)
        kind = slot.partition(" ")[2].rstrip("#")
        fits = [text for key, text in texts.items() if kind and key.startswith(kind + " ")]
        if fits and depth < 2 and not kind.startswith("seat"):
            fits = [longest(texts, text, depth + 1) for text in fits]
            said += max(fits, key=len)
        else:
            said += "Green" if kind == "seat" else "88"
        said += rest
    return said


def test_a_message_is_filled():
    texts = Strict()
    assert texts.render(("taken", "c3"), "mars") == "that cell is taken"
    assert texts.render(("not your turn", [0, 2])) == "it is the turn of Red, Green"
    assert texts.render(("lack", [0, 0, 1, 0, 2, 0, 0, 0]), "landover") == "you lack 1 wool, 2 ore"
    said = texts.render(("away why", "18.SE", ("too close",)), "landover")
    assert said == (
        "take it away from d4, south-east corner: that is too close to another building"
    )
    assert Strict("de").render(("line", [1], ("now bid", 10)), "market") == (
        "Blau: biete geheim 0 bis 10 M\xfcnzen"
    )
    assert texts.render(["do", "bid", 1], "market") == "bid 1 coin"
    assert texts.answer(["place", "ggyy", "d5"], 1, "land") == "half, green up and right"
    assert texts.render(("ask", "bank"), "landover") == "give which card?"


def test_one_step_is_no_steps():
    for language, said in (("en", ("1 step left", "2 steps left")),
                           ("de", ("noch 1 Schritt,", "noch 2 Schritte,"))):
        texts = Texts(language)
        for steps in (1, 2):
            assert said[steps - 1] in texts.render(("why defends", steps, 3, 2), "landover")
    for steps, said in ((1, "at least 1 step away"), (3, "at least 3 steps away")):
        assert Texts().render(("close tor", "b2", 0, steps), "leylines").endswith(said)


def test_optional_parts_are_left_out():
    texts = Strict("en")
    assert texts.render(["do", "improve", "politics"], "landover") == "raise politics"
    said = texts.render(["do", "improve", "politics", "23.SE"], "landover")
    assert said == "raise politics, metropolis: b3, south-east corner"
    said = texts.render(["do", "play", "commercial_harbor", None], "landover")
    assert said == "Commercial harbour: offer nothing"


def test_a_text_without_a_catalogue_entry_is_shown_unchanged():
    assert Texts().render("a sketch of a game says so", "sketch") == "a sketch of a game says so"
    assert Texts().render('say ["put", {1}', "sketch") == 'say ["put", {1}'


def test_a_message_with_words_and_no_catalogue_entry_is_its_own_pattern():
    assert Texts().render(("the die shows {0}", 3), "sketch") == "the die shows 3"


def one_of_each(game, by, rng):
    """Return a random legal action of each kind."""
    found = {}
    for action in game.public(by):
        if action[0] not in found or rng.below(8) == 0:
            found[action[0]] = action
    return [found[kind] for kind in sorted(found)]


def look(game, texts, rng):
    """Check all texts that the table may show at this moment."""
    seats, what = game.prompt()
    assert seats and set(seats) <= set(game.current())
    check(texts.render(what, game.NAME))
    by = rng.choice(game.current())
    if by == CHANCE and not game.legal(CHANCE):
        return
    for action in one_of_each(game, by, rng):
        words = game.words(by, action)
        check(texts.render(["do"] + words, game.NAME))
        for level in range(len(words)):
            check(texts.answer(words, level, game.NAME))
    for other in range(-1, game.seats):
        try:
            game.apply(other, (1, 0))
        except IllegalAction as error:
            check(texts.render(error.why, error.game))
        else:
            game.undo()


def test_random_play_shows_no_codes():
    for name in finished():
        for language in languages():
            rng = Rng(11)
            texts = Strict(language)
            for seats in effort.of(game_seats(name), game_seats(name)[:1]):
                game = make(name, seats)
                for token, _, _, _ in game.tokens():
                    check(texts.render(game.named(token), name))
                for n in range(120):
                    if game.current() == OVER:
                        break
                    if n % 6 == 0 or n > 100:
                        look(game, texts, rng)
                    by = rng.choice(game.current())
                    action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
                    game.apply(by, action)


def game_seats(name):
    game = make(name)
    return list(range(game.SEATS[0], game.SEATS[1] + 1))


def test_every_question_of_a_menu_is_readable():
    for name in finished():
        texts = Strict()
        rng = Rng(3)
        game = make(name)
        for _ in range(40):
            if game.current() == OVER:
                break
            by = game.current()[0]
            if by == CHANCE:
                game.apply(by, game.sample(rng))
                continue
            chooser = Chooser(game, lambda game=game, by=by: ((by, a) for a in game.public(by)))
            for _ in range(6):
                chooser.rotate(rng.below(5))
                question = chooser.question() or game.prompt()[1]
                line = "Green: " + texts.render(question, name)
                label = chooser.label(texts)
                check(label)
                shown = wrap(line, LETTERS) + wrap("> " + label, LETTERS)
                assert (game.seats + 1) // 2 + len(shown) <= LINES, shown
                if chooser.push():
                    break
            game.apply(by, rng.choice(game.legal(by)))
