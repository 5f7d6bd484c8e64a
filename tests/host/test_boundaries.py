"""No module touches names that another one calls private, with an underscore in front."""

import ast

from host_tools import ROOT

# Documented by Python, in spite of the underscore.
_PUBLIC = {"_asdict", "_exit", "_getframe"}
_MOST_IN_TESTS = 22


def defined(tree):
    """Return the names that a module gives to anything: functions, classes, attributes."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_own(node):
            found.add(node.attr)
    return found


def is_own(node):
    """Is this an attribute of `self`, `cls` or `super()`?"""
    value = node.value
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "super"
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def strangers(text):
    """Return what a module's text takes of the private parts of others, as "line: expression"."""
    tree = ast.parse(text)
    own = defined(tree) | _PUBLIC
    return [
        "%d: %s" % (node.lineno, ast.unparse(node))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in own
        and not is_own(node)
    ]


def found(*folders):
    """Return those of all modules of some folders, each with its path."""
    return [
        "%s:%s" % (path.relative_to(ROOT), one)
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        for one in strangers(path.read_text())
    ]


def test_no_module_takes_what_is_private_to_another():
    assert found("firmware", "sim", "host_tools", "hardware") == []


def test_tests_take_little_of_what_is_private():
    taken = found("tests")
    assert len(taken) <= _MOST_IN_TESTS, "\n".join(taken)


def test_only_what_is_another_modules_counts():
    text = """
class Own:
    def _help(self):
        self._count += super()._count

def use(own, other):
    own._help()
    own._count = other.point._asdict()
    return other._hidden
"""
    assert strangers(text.replace("self._count +=", "self._count =")) == ["9: other._hidden"]
    assert strangers("journal._tail = []") == ["1: journal._tail"]
