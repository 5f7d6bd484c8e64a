"""The greatest length of a function, a file and App, and number of attributes of a class; ruff
limits the complexity (C901 in pyproject.toml)."""

import ast

from host_tools import ROOT

FOLDERS = ("firmware", "sim", "host_tools", "hardware")
LINES = 450  # of a file
SCREEN = 60  # lines of a function
ATTRIBUTES = 25  # of a class of the firmware
APP_LINES = 350

FILES = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".js", ".mjs", ".css") and "node_modules" not in path.parts
]


def is_machine_code(function):
    """Is it translated by MicroPython's viper? Then a call in it costs more than all else."""
    return any(getattr(one, "id", "") == "viper" for one in function.decorator_list)


def long_functions(text):
    return [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.end_lineno - node.lineno >= SCREEN
        and not is_machine_code(node)
    ]


def classes(text):
    return {one.name: one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.ClassDef)}


def position(one, others):
    """Return the fields that the class of a game, or its base among `others`, lists in STATE: its
    position, whose number is the game's."""
    bases = [others[base.id] for base in one.bases if getattr(base, "id", "") in others]
    for part in (part for each in (one, *bases) for part in each.body):
        if isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") == "STATE":
            return {one.value for one in ast.walk(part.value) if isinstance(one, ast.Constant)}
    return set()


def attributes(one, others):
    """Return what a class assigns to `self`, without the position of a game."""
    return {
        node.attr
        for node in ast.walk(one)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and getattr(node.value, "id", "") == "self"
    } - position(one, others)


def test_files_and_functions_are_short():
    long = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            long += [f"{path}: {name}" for name in long_functions(text)]
        count = len(text.splitlines())
        if count > LINES and not path.is_relative_to(ROOT / "hardware"):  # it has long tables
            long.append(f"{path}: {count} lines")
    assert long == []


def test_a_long_function_is_found():
    body = "    pass\n" * SCREEN
    assert long_functions("def f():\n" + body) == ["f"]
    assert long_functions("@viper\ndef f():\n" + body) == []


def test_classes_have_few_attributes():
    paths = (ROOT / "firmware").rglob("*.py")
    found = [classes(path.read_text(encoding="utf-8")) for path in paths]
    every = {name: one for each in found for name, one in each.items()}
    for name, one in (pair for each in found for pair in each.items()):
        assert len(attributes(one, every)) <= ATTRIBUTES, name


def test_app_is_short():
    app = classes((ROOT / "firmware/table/app.py").read_text(encoding="utf-8"))["App"]
    assert app.end_lineno - app.lineno < APP_LINES


def test_attributes_are_counted_however_they_are_assigned():
    text = """class C:
    STATE = ("board",)
    def f(self, other):
        self.board = self.a = 1
        self.b, (self.c, _) = 1, (2, 3)
        self.d: int = 4
        self.e += 1
        for self.f in self.g:
            other.h = self.i()
"""
    heir = text.replace("class C", "class D(C)").replace("STATE", "OTHER")
    every = classes(text + heir)
    assert attributes(every["C"], every) == attributes(every["D"], every) == set("abcdef")
