"""docs/glossary.md against the code: its words are used, former names are gone, and questions are
named as questions."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
WORDS, FORMER = [
    [[cell.strip().strip("`") for cell in line.strip("|").split("|")]
     for line in part.splitlines() if line.startswith("|") and "---" not in line]
    for part in PAGE.split("## Former names")]  # fmt: skip
WORDS = [row for row in WORDS if row[0] != "word"]
FORMER = FORMER[1:]
CODE = [path for folder in ("firmware", "sim", "host_tools", "hardware")
        for path in sorted((ROOT / folder).rglob("*.py"))]  # fmt: skip
_QUESTION = re.compile(r"_*(is|has|can|are|was|may|must|needs)_")
_ASKS = re.compile(r"(Is|Are|Does|Has|May|Can|Would|Was|Did|Must|Returns? whether)\b")


@cache
def tree(path):
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


def test_the_list_is_short_and_has_each_word_once():
    words = [row[0] for row in WORDS]
    assert len(words) == len(set(words)) <= 80
    assert all(len(row) == 2 and row[1] for row in WORDS)


def test_every_word_is_used():
    used = set()
    for path in [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]:
        for name in identifiers(tree(path)) | {path.stem, path.parent.name}:
            used.update(re.findall("[a-z0-9]+", name.lower()))
            used.update(part.lower() for part in re.findall("[A-Z][a-z0-9]+", name))
    forms = {word for use in used for word in (use, use.removesuffix("s"), use.removesuffix("es"))}
    assert [row[0] for row in WORDS if row[0].lower() not in forms] == []


def test_no_former_name_has_come_back():
    back = []
    for path in CODE:
        names = identifiers(tree(path)) | {path.stem}
        back += [f"{path}: {old} is called {new}" for old, new in FORMER if old in names]
    assert back == []


def test_a_function_that_returns_a_truth_is_named_as_a_question():
    assert [f"{path}: {name}" for path in CODE for name in misnamed(tree(path))] == []


def test_a_question_without_its_form_is_found():
    source = 'def ready() -> bool:\n    """Is it ready?"""\ndef is_up() -> bool:\n    pass\n'
    assert misnamed(ast.parse(source)) == ["ready"]
    command = 'def drop() -> bool:\n    """Drop it; returns whether it was there."""\n'
    assert misnamed(ast.parse(command)) == []
