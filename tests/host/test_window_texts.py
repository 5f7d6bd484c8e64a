"""The window's sentences for people: all of them are in the catalogues of sim/window/texts,
firmware/texts and the games, the same in each language, nothing twice and nothing that nobody
says."""

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from games import base, names, path_of
from games.texts import languages
from sim.window import geometry
from sim.window.bundle import PAGE
from sim.window.page_texts import catalogues
from table import theme
from tests.portable.test_texts import catalogue, finished, slots

WINDOW = PAGE.parent
FOLDER = WINDOW / "texts"
PROGRAMS = sorted([*WINDOW.glob("*.py"), *(WINDOW.parent / "seats").glob("*.py")])
SCRIPTS = sorted(path for path in PAGE.rglob("*.js") if path.name != "codemirror.js")
OF_PAGES = ("refusals", "window", "workshop")
NAMES = [*finished(), *OF_PAGES]

# Two words one after the other: what people read, unless it stands where only programs look.
WORDS = re.compile(r"[^\W\d_]{2,}[,.:;!?…]? [^\W\d_]{2,}")
# One word as a sentence or a button begins.
WORD = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+[.:!?…]?")
# The text before a literal that only programs read; "" stands for other literals there.
FOR_PROGRAMS = re.compile(
    r"\b(class: [^,{}]*|(closest|matches|matchMedia|querySelector(All)?)\(\s*"
    r"|button\([^;]*[\w)], )$"
)


# To programs they speak English.
PLAIN = (
    "clubs", "far", "fardevice", "messages", "process", "sealing", "server", "sessions", "site",
    "socketdevice",
)
KEYS = {"Enter", "Escape", "Shift", "None"}


def rows(language, name):
    path = FOLDER / language / (name + ".txt")
    if name not in OF_PAGES:
        path = Path(path_of(name, "window.%s.txt" % language))
    lines = path.read_text("utf-8").splitlines()
    return [tuple(line.split("=", 1)) for line in lines]


def firmware(language, name):
    """Return the firmware's rows that are in reach of a window's catalogue."""
    own = [one for one in finished() if one == name or name not in names()]
    return [row for one in [*own, "table"] for row in catalogue(language, one)]


ALL = {key: pattern for name in NAMES for key, pattern in rows("en", name)}
SPOKEN = [*catalogues("en").values(), dict(rows("en", "workshop"))]
KNOWN = {key for texts in SPOKEN for key in texts}
GAMES = Path(__import__("games").__file__).parent
ENGINES = set(re.findall(r'"([\w ]+)"', "\n".join(map(Path.read_text, GAMES.rglob("*.py")))))
RULES = "\n".join(path.read_text("utf-8") for path in GAMES.rglob("*.md"))


def matches(key):
    """Return the keys that a literal, with "*" for what is put in, may be."""
    like = re.compile(re.escape(key).replace(r"\*", ".+"))
    return {known for known in KNOWN if like.fullmatch(known)} if re.search(r"\w", key) else set()


class Literal:
    """A literal of a script: its text with "*" for what is put in, and the code before it."""

    def __init__(self, text, before, line):
        self.text, self.before, self.line = text, before, line


def literals(source):
    """Return the Literals of a script, as far as this project writes scripts."""
    found = []
    code = ""  # so far, without comments
    at = 0

    def quoted(at, quote):
        """Return (text, where it ends) of the literal that begins behind `at`."""
        text = ""
        while source[at] != quote:
            if source[at] == "\\":
                text += source[at + 1]
                at += 2
            elif quote == "`" and source.startswith("${", at):
                at = inner(at + 2)
                text += "*"
            else:
                text += source[at]
                at += 1
        return text, at + 1

    def inner(at):
        """Return where the expression in a template ends, having found the literals in it."""
        nonlocal code
        depth = 1
        while depth:
            if source[at] in "\"'`":
                at = literal(at)
                continue
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            code += source[at]
            at += 1
        return at

    def literal(at):
        nonlocal code
        before, line = code[-200:], source.count("\n", 0, at) + 1
        text, end = quoted(at + 1, source[at])
        found.append(Literal(text, before, line))
        code = before + '""'
        return end

    while at < len(source):
        letter = source[at]
        if source.startswith("//", at):
            at = (source + "\n").find("\n", at)
        elif source.startswith("/*", at):
            at = source.index("*/", at) + 2
        elif letter in "\"'`":
            at = literal(at)
        elif letter == "/" and re.search(r"[(,=:\[!&|?{};]\s*$", code):  # a regular expression
            at = re.compile(r"/(\\.|\[(\\.|[^\]])*\]|[^/\\])+/[a-z]*").match(source, at).end()
            code += "/"
        else:
            code += letter
            at += 1
    return found


SAID = [(path, one) for path in SCRIPTS for one in literals(path.read_text("utf-8"))]
HTML = "".join(path.read_text("utf-8") for path in sorted(PAGE.glob("*.html")))


def spoken(one):
    """Does a literal of a script reach people, without a catalogue?"""
    if matches(one.text) or one.text in ENGINES | KEYS or FOR_PROGRAMS.search(one.before):
        return False
    if re.search(r"^[-#\d. *]*" + re.escape(one.text), RULES, re.MULTILINE):
        return False  # where the rules' page is opened
    return bool(WORDS.search(one.text) or WORD.fullmatch(one.text))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_holds_a_sentence(script):
    wrong = ["%d: %s" % (one.line, one.text) for path, one in SAID
             if path == script and spoken(one)]
    assert not wrong


@pytest.mark.parametrize(("line", "reaches"), [
    ('say("the table is away");', True),
    ("say(`${name} scores ${more}.`);", False),
    ("say(`${name} scores again.`);", True),
    ('html("button", {}, "Close");', True),
    ('html("p", { class: "dialog lead" }, phrase("take back"));', False),
    ('a.closest(".tray button");', False),
    ('html("p", { title: "Turn it" });', True),
    ("// the table is away", False),
    ('if (event.key === "Enter") return;', False),
    ('complain(`no: ${why ? "not at all" : ""}`);', True),
    (r"name.match(/^(\d) of (the tray)$/)", False),
])
def test_a_sentence_is_found(line, reaches):
    assert any(map(spoken, literals(line))) == reaches


class Said(HTMLParser):
    """Return the texts of a page, and those of its attributes."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.keys = []

    def handle_data(self, data):
        self.found += [data.strip()] if re.search(r"\w", data) else []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("aria-label", "title", "alt", "placeholder"):
                self.found += [value] if value else []
            if name.startswith("data-say"):
                self.keys.append(value)


def test_the_page_holds_no_sentence():
    page = Said()
    late = re.compile('<p [^>]*id="late".*?</p>', re.DOTALL)
    for note in late.findall(HTML):  # where no script runs, no text can be fetched
        assert sorted(re.findall('lang="(.*?)"', note)) == sorted(languages())
    page.feed(late.sub("", HTML))
    assert set(page.found) == {"Leyboard"}
    assert set(page.keys) <= KNOWN
    for style in PAGE.rglob("*.css"):
        assert not re.search(r"content: *\"[^\"]*\w", style.read_text("utf-8")), style


def test_no_program_of_the_window_holds_a_sentence():
    """The server's own sentences are for programs: they are on HTTP, or on what is no request."""
    refusals = {"said", *dict(rows("en", "refusals"))}
    for path in PROGRAMS:
        tree = ast.parse(path.read_text("utf-8"))
        comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        comments |= {id(node.msg) for node in ast.walk(tree) if isinstance(node, ast.Assert)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RefusedError":
                assert node.args[0].value in refusals, ast.dump(node)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                sentence = WORDS.search(node.value) and not matches(node.value)
                sentence = sentence and "[" not in node.value  # a type
                assert not sentence or id(node) in comments or path.stem in PLAIN, node.value


# ---- the catalogues --------------------------------------------------------------------------


def test_all_languages_have_the_same_texts():
    assert sorted(path.name for path in FOLDER.iterdir()) == languages()
    for language in languages():
        for name in NAMES:
            keys = [key.encode() for key, _ in rows(language, name)]
            assert keys == sorted(set(keys)), (language, name)
            assert keys == [key.encode() for key, _ in rows("en", name)], (language, name)
            for (key, one), (_, other) in zip(rows("en", name), rows(language, name), strict=True):
                assert slots(one) == slots(other), (language, name, key)
                assert other == other.strip() and "  " not in other, (language, name, key)


def test_what_the_firmware_says_is_not_said_again():
    for name in NAMES:
        known = {key for key, _ in firmware("en", name)}
        pairs = zip(firmware("en", name), firmware("de", name), strict=True)
        same = {(one.lower(), other.lower()): key for (key, one), (_, other) in pairs}
        for (key, one), (_, other) in zip(rows("en", name), rows("de", name), strict=True):
            assert key not in known, (name, key)
            again = same.get((one.lower(), other.lower()))  # a word may do in two places
            assert again is None or " " not in one or one == other, (name, key, again)
    window = {key for key, _ in rows("en", "window")}
    for name in NAMES:
        assert name == "window" or window.isdisjoint(dict(rows("en", name))), name


def arguments(code):
    """Return what stands between the brackets of a call, split at its commas."""
    parts, depth, at = [""], 0, 0
    while True:
        letter = code[at]
        if letter in "\"'`":
            end = at + 1
            while code[end] != letter:
                end += 1
            parts[-1] += code[at : end + 1]
            at = end + 1
            continue
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if depth < 0:
            return [part.strip() for part in parts if part.strip()]
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
        at += 1


def calls():
    """Return all that scripts say, as (script, key, how many values or None), in any order."""
    found = []
    for path in SCRIPTS:
        source = path.read_text("utf-8")
        for call in re.finditer(r"\b(phrase|phraseOf)\(", source):
            if source[: call.start()].endswith("function "):
                continue
            given = arguments(source[call.end() :])[call[1] == "phraseOf" :]
            keys = [one.text for one in literals(given[0])
                    if re.search(r"\w", one.text) and "data-" not in one.text]
            if path.name == "words.js":  # where kinds are put in front of any word
                keys = [key for key in keys if "*" not in key]
            values = None if any(one.startswith("...") for one in given) else len(given) - 1
            found += [(path.stem, key, values) for key in keys]
    return found


def test_what_is_said_is_there_with_its_values():
    texts = {key: pattern for one in SPOKEN for key, pattern in one.items()}
    for script, key, values in calls():
        assert matches(key), (script, key)
        if "*" in key or values is None:
            continue
        wanted = {int(slot.split(" ")[0]) for slot in slots(texts[key])}
        assert wanted <= set(range(values)), (script, key)
        assert key not in ALL or len(wanted) == values, (script, key)


def test_every_text_is_said():
    page = Said()
    page.feed(HTML)
    mentioned = {one.text for path, one in SAID if path.name != "words.js"}
    mentioned |= {key for _, key, _ in calls()} | {*page.keys}
    python = "\n".join(path.read_text("utf-8") for path in PROGRAMS)
    mentioned |= set(re.findall(r'RefusedError\(\s*"([^"]+)"', python))
    used = set().union(*(matches(key) for key in mentioned if re.search(r"\w", key)))
    scripts = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    kinds = set(re.findall(r"\bname[ds]\(\"([\w ]+)\"", scripts))
    for texts in catalogues("en").values():
        kinds |= {kind for text in texts.values() for kind in re.findall(r"\{\d+ (\w+)#?\}", text)}
    for key in ALL:
        kind = max((one for one in kinds if key == one or key.startswith(one + " ")), default="")
        assert key in used or kind, key


@pytest.mark.parametrize("game", finished())
def test_every_action_has_a_sentence(game):
    texts = {**catalogues("en")[""], **catalogues("en")[game]}
    words = {key.split(" ")[1] for key in texts if key.startswith("do ")}
    assert words
    for word in words - {"trade"}:  # with the knob: an offer's beginning
        assert "does " + word in texts


def test_every_board_has_a_name():
    assert {"board " + profile.NAME for profile in geometry.profiles()} <= set(ALL)


def test_what_the_guide_says_of_lights_is_how_they_move():
    meanings = {"green": base.CHOSEN, "red": base.WRONG, "white": base.CURSOR, "soft": base.LEGAL,
                "wave": base.FLOW, "straw": base.NUMBER}
    words = {theme.PULSE: "Pulsing", theme.BLINK: "Blinking", theme.RUN: "wave"}
    said = dict(rows("en", "window"))
    guide = (PAGE / "panel" / "guide.js").read_text("utf-8")
    for light, meaning in meanings.items():
        motion = theme.MOTIONS[meaning]
        for moves, word in words.items():
            assert (word in said["light " + light]) == (moves == motion), light
        [shown] = re.findall(r'"(\w*)", "%s"\]' % light, guide)
        assert bool(shown) == (motion != theme.STEADY), light
