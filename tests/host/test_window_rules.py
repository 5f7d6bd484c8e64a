"""The rules in the window: in two languages, with pictures, open at the moment, searchable."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import make
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import Rng
from sim.window import bundle
from sim.window.click_texts import instead
from sim.window.known import reasons
from sim.window.page_texts import catalogues
from tests.portable.test_texts import catalogue, finished
from tests.portable.window_table import Table
from tests.window import cell, drag, load, needs_chromium, new_game, stack, whole_game

FIRMWARE = Path(bundle.PAGE).parents[2] / "firmware"
PICTURE = re.compile(r"!\[[^\]]+\]\((?:[^)]*/)?([^)/]+)\)")
COMMENT = re.compile(r"<!--[^>]*-->")
CODES = re.compile(r"`|\bseat \d|\bSitz \d|\bprofile\b|\brecord")


WHY = re.compile(r"^<!-- why: ([^>]*) -->\n\n(?=[^#<])", re.M)
# Kinds of texts in a game's catalogue that are no refusals: names of things, actions, events,
# questions, prompts, ends, and values of options.
NO_REFUSALS = re.compile(
    r"(aim|ask|card|cards|cubes|chance \d+|coins|colour|commodity|corner|count|culture|"
    r"culturenumber|deck|dev|do|end|ev|event|fight|forms|goal|half|harbour|hex|kind|level|lies|"
    r"menu|metro|number|now|offer give|offer given|offer given all|offer to|offer to all|"
    r"offer want|offer wanted|option|own|part|piece|points|rest|side|size|spot|steps|supply|term|"
    r"terrain|tile|title|tor|turn|value|why|work|cairn)( .*)?"
)
BUT = {"corner taken", "metro where", "metro city", "metro no city"}


def answered(name, language):
    """Return the keys of refusals that the page of a game answers, one for each paragraph."""
    found = WHY.findall(bundle.rules(name, language))
    return [key for keys in found for key in re.split(r",\s+", keys)]


def told(language, name):
    """Return {key: text} of what the display says in a game, or of the table."""
    return dict(catalogue(language, name))


def refusals(name):
    """Return the keys of all refusals in a game's catalogue."""
    return {key for key in told("en", name) if key in BUT or not NO_REFUSALS.fullmatch(key)}


def has(keys, key):
    return any(key == one or one.endswith("*") and key.startswith(one[:-1]) for one in keys)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", finished())
def test_the_rules_use_each_word_of_the_game(name, language):
    """The rules explain, too, what the window explains where it is met."""
    page = COMMENT.sub("", bundle.rules(name, language)).lower()
    for key, forms in catalogues(language)[name].items():
        if key.startswith("forms "):
            said = [form for form in forms.lower().split(", ")
                    if re.search(r"(?<!\w)%s" % re.escape(form), page)]
            assert said, "%s: none of %s" % (name, forms)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", finished())
def test_each_refusal_has_its_paragraph_in_the_rules(name, language):
    keys = answered(name, language)
    assert len(keys) == len(set(keys)) and keys == answered(name, "en")
    missing = {key for key in refusals(name) if not has(keys, key)}
    assert not missing
    known = catalogues("en")[name] | catalogues("en")[""]
    assert [key for key in keys if "*" not in key and key not in known] == []


# Where the table's own refusals stand, and what else they have of its catalogue.
REFUSING = ("games/base.py", "table/interpret.py", "table/pieces.py", "table/session.py",
            "table/sense/__init__.py", "table/sense/tracker.py", "table/tags.py")
NONE_OF_THEM = {"actions", "away why", "given up", "none", "now", "options", "over", "pad why",
                "part points", "seats"}


def test_each_refusal_of_the_table_has_its_paragraph():
    used = "".join((FIRMWARE / file).read_text() for file in REFUSING)
    keys = told("en", "table").keys() & set(re.findall(r'"([^"\n]+)"', used)) - NONE_OF_THEM
    assert len(keys) > 30
    assert keys - {key for key in keys if has(answered("mars", "en"), key)} == set()


@pytest.mark.parametrize("name", finished())
def test_what_a_game_refuses_is_a_refusal(name):
    """Actions of other moments, and pieces on any spot, are refused for reasons that the rules
    have, or that are no game's own."""
    keys = answered(name, "en")
    lots = random.Random(4)
    rng = Rng(4)
    game = make(name)
    tried = []
    own = set()
    common = catalogues("en")[""]
    for _ in range(300):
        if game.current() == OVER:
            break
        by = rng.choice(game.current())
        spots = [lots.randrange(game.spots()) for _ in range(3)]
        meant = [game.intended_action(by, spot, token) for spot in spots if by != CHANCE
                 for token, _, _, _ in game.tokens()[:12]]
        for action in filter(None, [*meant, *lots.sample(tried, min(len(tried), 12))]):
            for key in reasons(game.refusal(by, action) or "")[:1]:
                assert has(keys, key) or key in common, key
                own.add(key)
        legal = game.legal(by)
        if by != CHANCE:
            tried.append(rng.choice(legal))
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(legal))
    assert len(own - common.keys()) >= 2, own


def test_the_table_tells_the_keys_of_what_is_wrong(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    table.put("gyyy", "a1")
    assert table.state["problem"] and table.state["reasons"] == ["away why", "alone"]
    table.put("gyyy", "")
    table.do("put", tag=table.tag("gyyy", "a1"), at="")
    table.run(1)
    assert table.state["reasons"] == []
    refused = table.do("host", request={"do": "undo"})
    assert not refused["ok"] and refused["reasons"] == ["nothing to undo"]
    pad = Table(tmp_path, "pad", game="mars")
    pad.put("large 0", "c3")
    pad.until(lambda: pad.board)
    refused = pad.do("put", tag=pad.tag("small 1"), at="c3")
    assert not refused["ok"] and refused["reasons"] == ["taken"]


def headings(text):
    return len(re.findall(r"(?m)^## ", text))


@pytest.mark.parametrize("name", finished())
def test_players_read_the_rules_in_both_languages_with_the_same_pictures(name):
    english, german = bundle.rules(name, "en"), bundle.rules(name, "de")
    assert english != german and headings(english) == headings(german) > 10
    assert PICTURE.findall(english) == PICTURE.findall(german) != []
    for picture in PICTURE.findall(english):
        assert (Path(bundle.PAGE) / "pictures" / picture).exists()
    assert not CODES.findall(COMMENT.sub("", english + german))


@needs_chromium
def test_the_rules_open_at_the_moment_and_are_searched(visit):
    page = visit(locale="de", new=True)
    page.get_by_role("button", name="Beginnen").click()
    page.locator("#rules").click()
    rules = page.locator("dialog .prose")
    expect(rules.locator(".now")).to_have_text("Ein Zug")
    picture = rules.get_by_role("img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.prose img').naturalWidth > 100")
    page.get_by_role("searchbox").fill("kappe gehören")
    expect(rules.locator(":scope > :visible")).to_have_count(2)  # a paragraph and its heading
    page.get_by_role("searchbox").fill("trennt")  # only the words of the game have that
    expect(rules.locator(":scope > :visible")).to_have_count(0)
    expect(page.locator("dialog dt:visible")).to_have_text(["Kappe"])
    page.get_by_role("searchbox").fill("besetzt")  # only a refusal says that
    expect(rules.locator(":scope > :visible")).to_have_count(2)
    expect(rules).to_contain_text("irgendein leeres Feld", use_inner_text=True)
    page.get_by_role("searchbox").fill("gipfl")  # a slip
    expect(rules.locator(":scope > :visible")).to_have_count(2)
    page.get_by_role("searchbox").fill("raumschiff")
    expect(page.get_by_text("Davon steht nichts in den Regeln.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_text("Davon steht")).to_be_hidden()
    expect(rules.get_by_role("heading", name="Wertung")).to_be_visible()


@needs_chromium
def test_what_is_refused_leads_to_its_paragraph(visit):
    page = visit()
    new_game(page, "Ley of the Land", player1="human")
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    drag(page, page.locator('.stack[data-name="gggy"]'), cell(page, "a1"))
    page.get_by_role("button", name="Why?").click()
    rules = page.locator("dialog .prose")
    expect(rules.locator(".now")).to_contain_text("on an empty cell beside a tile that lies")
    page.keyboard.press("Escape")
    drag(page, cell(page, "a1"), page.locator("#log"))
    expect(page.get_by_role("button", name="Why?")).to_have_count(0)


@needs_chromium
def test_what_the_table_refuses_leads_to_its_paragraph(visit):
    page = visit()
    drag(page, stack(page, "Blue large"), cell(page, "c3"))
    expect(page.locator("#status")).to_contain_text("this piece is Blue's")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("dialog .prose .now")).to_contain_text("a piece of your own where")


# Words that players typed to find what they saw in a game, by language.
TYPED = {
    "en": {
        "mars": ["caps", "volcanos", "dots", "tie", "draw", "corner", "piramid", "empty cell"],
        "land": ["fairy ring", "territories", "diamonds", "teritory", "edge", "tie"],
        "leylines": ["cairns", "dominos", "domnio", "burnt out", "suit", "draw", "distance",
                     "secret"],
        "market": ["fairies", "marker", "reap", "largest territory", "slots"],
        "landover": ["harbor", "commodities", "soldeir", "4:1", "discard", "catapults", "spy",
                     "hire a soldier", "decline", "cancel the offer", "plunder"],
    },
    "de": {
        "mars": ["Kappen", "groß", "gross", "Piramide", "Gleichstand", "unentschieden", "Ecke"],
        "land": ["Plaettchen", "Platchen", "Raute", "Rauten", "drehen", "Kreise"],
        "leylines": ["Felsens", "verloeschen", "Steinmale", "Felsen", "Abstand", "unentschieden",
                     "Ecke", "geheim", "beiseitegelegt", "Gleichstand"],
        "market": ["Muenzen", "säen", "saeen", "Fächer", "groesstes gebiet"],
        "landover": ["Haefen", "Städte", "Doerfer", "Strassen", "laengster weg", "abwerfen",
                     "geschuetzt", "Soldatt", "Soldat anwerben", "2:1",
                     "ablehnen", "zurückziehen", "plündern", "berauben", "aufgedeckt"],
    },
}
UNFOUND = """async ([words, text]) => {
    const { finder } = await import("./dialogs/text_search.js");
    return words.filter((word) => !finder(word)(text, false) && !finder(word)(text, true));
}"""
FINDS = """async ([query, texts]) => {
    const { finder } = await import("./dialogs/text_search.js");
    const has = finder(query);
    return [false, true].map((slip) => texts.filter((text) => has(text, slip)).length);
}"""


@needs_chromium
def test_what_players_type_is_found_in_the_rules(visit):
    page = visit()
    typed = [(language, *each) for language in TYPED for each in TYPED[language].items()]
    for language, game, queries in typed:
        texts = COMMENT.sub("", bundle.rules(game, language)).split("\n\n")
        texts += [words for key, words in catalogues(language)[game].items() if "term " in key
                  or re.fullmatch(r"dev \w+", key)]
        for query in queries:
            assert max(page.evaluate(FINDS, [query, texts])) > 0, (game, query)


PROMPT = re.compile(r"(guide|idle|now|rest|turn|where)( .*)?")


@needs_chromium
def test_each_word_of_prompts_and_refusals_is_found_in_the_rules(visit):
    """People look for the rule behind a question or a refusal by the words that they read."""
    page = visit()
    for language in TYPED:
        for game in finished():
            asked = words_and_rules(game, language)
            assert page.evaluate(UNFOUND, asked) == [], (language, game)


def words_and_rules(name, language):
    """Return the words of a game's prompts and refusals, and the text in which one looks."""
    clicks = instead(language)
    keys = answered(name, language)
    known = told(language, "table") | told(language, name)
    refused = {key: text for key, text in known.items() if has(keys, key)}
    asked = {key: text for key, text in known.items() if PROMPT.fullmatch(key)}
    asked |= {text: clicks[text] for text in known.values() if text in clicks}
    terms = [text for key, text in catalogues(language)[name].items()
             if key.startswith(("term ", "forms "))]
    text = COMMENT.sub("", bundle.rules(name, language))
    text = "\n".join([text, *refused.values(), *terms])
    said = re.sub(r"\{[^}]*\}", "", "\n".join([*asked.values(), *refused.values()]))
    return sorted(set(re.findall(r"[^\W\d_]{3,}", said))), text


FORMS = (  # query, text, whether it is found as it is, and with a slip
    ("territories", "One territory.", True, True),
    ("territory", "Two territories.", True, True),
    ("Staedte", "Eine Stadt", True, True),
    ("Größe", "groesse", True, True),
    ("säen", "Saeen", True, True),
    ("app", "Kappe", True, True),
    ("cap tor", "a cap", False, False),
    ("trader", "trade", True, True),
    ("Kreise", "Der Kornkreis", True, True),
    ("calm", "clam", False, True),
    ("soldeir", "soldiers", False, True),
    ("cap", "cup", False, False),  # too short for a slip
    ("forest", "frosty", False, False),
)


@needs_chromium
def test_a_word_is_found_in_other_forms(visit):
    page = visit()
    for query, text, as_it_is, with_a_slip in FORMS:
        found = page.evaluate(FINDS, [query, [text]])
        assert found == [int(as_it_is), int(with_a_slip)], (query, text)


@needs_chromium
def test_pictures_that_come_late_do_not_move_the_moment_away(visit, tmp_path):
    """The pictures of Mars stand above its end, where the rules open after a game."""
    page = visit()
    _, game = whole_game()
    (tmp_path / "over.jsonl").write_text("".join(line + "\n" for line in lines(game, 1)))
    load(page, tmp_path / "over.jsonl")
    expect(page.locator("#status")).to_contain_text("all pieces are placed")
    page.locator("#rules").click()
    page.wait_for_function("""() => [...document.querySelectorAll(".prose img")]
        .every((one) => one.naturalWidth > 100)""")
    expect(page.locator("dialog .prose .now")).to_have_text("The end")
    expect(page.locator("dialog .prose .now")).to_be_in_viewport()
