"""docs/glossary.md against the code, Python and JavaScript: its words are used, former names are
gone, and questions are named as questions."""

import ast
import json
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
SECTIONS = {}  # by heading: the rows of its table, without its head
for _part in PAGE.split("\n## ")[1:]:
    _rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")]
             for line in _part.splitlines() if line.startswith("|") and "---" not in line]
    SECTIONS[_part.splitlines()[0]] = _rows[1:]
FOLDERS, FORMER = SECTIONS.pop("Folders"), SECTIONS.pop("Former names")
WORDS = [row for rows in SECTIONS.values() for row in rows]
MOST = 40  # words of a section, which a reader takes in at a time
CODE = [path for folder in ("firmware", "sim", "host_tools", "hardware")
        for path in sorted((ROOT / folder).rglob("*.py"))]
SCRIPTS = [path for folder in json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["include"]
           for path in sorted((ROOT / folder).rglob("*.[jt]s"))]
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.S)  # comments and plain texts
_QUESTION = re.compile(r"_*(is|has|can|are|was|may|must|needs)_")
_ASKS = re.compile(r"(Is|Are|Does|Has|May|Can|Would|Was|Did|Must|Returns? whether)\b")


def tree(path):
    """Return a file's syntax tree. It is not kept: the trees of all files have 860,000 objects,
    and each gc.collect() of the firmware in a later test would look at them, for 370 ms."""
    return ast.parse(path.read_text(encoding="utf-8"))


def identifiers(node):
    """Return all names in a syntax tree: of variables, attributes, functions, classes, files."""
    found = set()
    for part in ast.walk(node):
        for field in ("id", "attr", "arg", "name"):
            name = getattr(part, field, None)
            if isinstance(name, str):
                found.update(name.split("."))
        if isinstance(part, ast.ImportFrom) and part.module:
            found.update(part.module.split("."))
    return found


@cache
def names_in(path):
    """Return all names in a file, in Python or in a script."""
    if path.suffix == ".py":
        return {*identifiers(tree(path)), path.stem}
    return {*re.findall(r"[A-Za-z_$][\w$]*", _NO_CODE.sub("", path.read_text("utf-8"))), path.stem}


def misnamed(node):
    """Return the functions that answer a question, as their docstrings say, and are not named as
    questions. A command may return whether it did something; its docstring begins with the act."""
    found = []
    for part in ast.walk(node):
        if not isinstance(part, ast.FunctionDef) or part.name.startswith("__"):
            continue
        if part.returns is None or ast.unparse(part.returns) != "bool":
            continue
        text = " ".join((ast.get_docstring(part) or "").split())
        if not _QUESTION.match(part.name) and _ASKS.match(text):
            found.append(part.name)
    return found


def test_the_lists_are_short_and_have_each_word_once():
    words = [row[0] for row in WORDS]
    assert len(words) == len(set(words))
    assert [name for name, rows in SECTIONS.items() if len(rows) > MOST] == []
    assert all(len(row) == 2 and row[1] for row in [*WORDS, *FOLDERS, *FORMER])


def test_each_folder_says_what_a_change_asks_for():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    there = {name.split("/")[0] for name in files.stdout.splitlines() if "/" in name}
    assert {row[0] for row in FOLDERS} == {name for name in there if not name.startswith(".")}


def parts(names):
    """Yield the words that names are made of, in lower case."""
    for name in names:
        yield from re.findall("[a-z0-9]+", name.lower())
        yield from (part.lower() for part in re.findall("^[a-z]+|[A-Z][a-z0-9]+", name))


def test_every_word_is_used():
    unused = {row[0].lower() for row in WORDS}
    for path in [*CODE, *SCRIPTS, *sorted((ROOT / "tests").rglob("*.py"))]:
        if not unused:
            break
        for used in parts(names_in(path) | {path.parent.name}):
            unused -= {used, used.removesuffix("s"), used.removesuffix("es")}
    assert unused == set()


def test_no_former_name_has_come_back():
    back = []
    for path in [*CODE, *SCRIPTS]:
        names = names_in(path)
        back += [f"{path}: {old} is called {new}" for old, new in FORMER if old in names]
    assert back == []


def test_a_function_that_returns_a_truth_is_named_as_a_question():
    assert [f"{path}: {name}" for path in CODE for name in misnamed(tree(path))] == []


def test_a_question_without_its_form_is_found():
    source = 'def ready() -> bool:\n    """Is it ready?"""\ndef is_up() -> bool:\n    pass\n'
    assert misnamed(ast.parse(source)) == ["ready"]
    command = 'def drop() -> bool:\n    """Drop it; returns whether it was there."""\n'
    assert misnamed(ast.parse(command)) == []
