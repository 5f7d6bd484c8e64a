"""The tools' sentences for people in a page: in each of its languages, with the same values."""

import ast
import re

import pytest

from games import numbers
from games.texts import languages
from host_tools import ROOT
from host_tools.core import CommandError, Sentence, carry_out, told
from sim.chip import uf2
from sim.contract import check
from sim.window.page_texts import read
from table import tags
from table.drivers import chip

FOLDER = str(ROOT / "host_tools" / "texts")
MADE_OF = {"Sentence", "CommandError", "UnfitTagError", "TagGoneError", "UnwritableTagError",
           "ImageError", "__init__"}
FILES = [*sorted((ROOT / "host_tools" / "core").glob("*.py")), ROOT / "sim" / "chip" / "uf2.py"]
# Sentences of the table and its readers, which the tools pass on.
PASSED_ON = {
    "silent", "garbled", "starting", "broken", "not calibrated", "no power", "ok", uf2.CURE,
    chip.REFUSAL,
}
VALUE = re.compile(r"%-?\d*[sd]")
# The functions that take words of the contract, and how many arguments stand before these.
CONTRACT = {"need": 2, "BrokenError": 1, "PackageError": 0}
LANGUAGES = [name for name in languages() if name != "en"]


def patterns(path):
    """Yield the patterns of the sentences in a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in MADE_OF:
            said = node.args[0]
            for one in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                if isinstance(one, ast.Constant):
                    yield one.value


def of_tags():
    """Return what is wrong with a tag, as far as it is the same for all."""
    source = (ROOT / "firmware" / "table" / "tags.py").read_text()
    texts = re.findall(r'TagError\("([^"%]+)"\)', source)
    assert tags.TagError.__name__ == "TagError" and len(texts) == 4
    return texts


SAID = {one for path in FILES for one in patterns(path)} | PASSED_ON | set(of_tags())
WORDS = {one for one in SAID if re.search(r"[A-Za-z]", VALUE.sub("", one))}


def test_the_sentences_are_found():
    assert len(WORDS) > 190
    assert {"the tag is empty", "this is a MIFARE Classic; %s", "a %s"} <= WORDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_is_said_in_each_language(language):
    assert WORDS - set(read("%s/%s.txt" % (FOLDER, language))) == set()


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_nothing_is_translated_that_nobody_says(language):
    known = read("%s/%s.txt" % (FOLDER, language))
    assert set(known) - SAID == set()
    for pattern, there in known.items():
        kinds = [value[-1] for value in VALUE.findall(pattern)]
        assert [value[-1] for value in VALUE.findall(there)] == kinds, pattern


def test_a_page_names_no_command_where_it_has_a_button():
    """The page can do what these commands do."""
    own = r"leyboard (doctor|tags|records|flash(?! --(games|profile))|settings|backup)"
    there = read("%s/en.txt" % FOLDER)
    said = {there.get(one, one) for one in WORDS}
    named = {one for one in said if re.search(own, one)}
    assert named <= {
        "%s is not an archive of leyboard backup: it has no main.py",
        "the page cannot fit %s to the firmware: use leyboard flash --with",
        "the page does not know the board %s: use leyboard doctor --walk",
        "set hz in pins.toml to %d, and hear_all to true (leyboard settings)",
    }


def test_sentences_within_sentences_are_told_in_the_language():
    german = {"%s: %s": "%s – %s", "red": "rot", "no": "nein"}
    said = Sentence("%s: %s", "x", [Sentence("red"), Sentence("blue")])
    assert str(said) == "x: red, blue"
    assert said.told(german) == "x – rot, blue"
    assert told(CommandError(Sentence("no")), german) == "nein"
    assert str(CommandError("100 % of it")) == "100 % of it"


def test_what_an_answer_raises_is_raised_where_it_was_asked_for():
    def work():
        try:
            yield "link", 1
        except CommandError as error:
            return (yield "say", str(error))

    def refuse(_):
        raise CommandError("no %s", "answer")

    assert carry_out(work(), {"link": refuse, "say": str.upper}) == "NO ANSWER"


def of_contract():
    """Return the words of the contract: its rules, what makes a package unusable, and what stands
    between the values."""
    found = {numbers.LIKE}
    packages = ROOT / "firmware" / "games" / "packages.py"
    for path in (packages, *sorted((ROOT / "sim" / "contract").glob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CONTRACT:
                said = node.args[CONTRACT[node.func.id]:]
                found |= {one.value for part in said for one in constants(part)}
    return found - {"%s"}


def constants(node):
    """Yield the texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contract_is_said_in_each_language(language):
    """Its words are those of the rules themselves; English needs no other."""
    known = read("%s/%s.txt" % (ROOT / "sim" / "contract", language))
    assert set(known) == of_contract() | {check.RAISES_NOTHING, check.TAKES_THE_SAME}
    assert not [text for text in known.values() if "{" in text]  # there is nothing to fill in
