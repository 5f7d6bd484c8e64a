"""Few signatures say `Any` of a value, since that hides the kind of the value."""

import ast

from host_tools import ROOT

MOST = {"firmware": 0.1, "sim": 0.16, "host_tools": 0.17, "hardware": 0.07}  # of all signatures


def signatures(text):
    """Yield, for each function, the annotations of its arguments and its result as texts."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            every = [node.args.vararg, node.args.kwarg, *node.args.posonlyargs, *node.args.args,
                     *node.args.kwonlyargs]
            notes = [one.annotation for one in every if one] + [node.returns]
            yield [ast.unparse(note) for note in notes if note]


def is_vague(notes):
    return any("Any" in note for note in notes)


def test_few_signatures_have_any():
    for folder, most in MOST.items():
        every = [notes for path in (ROOT / folder).rglob("*.py")
                 for notes in signatures(path.read_text(encoding="utf-8"))]
        vague = [notes for notes in every if is_vague(notes)]
        assert len(vague) <= most * len(every), (folder, len(vague), len(every))


def test_any_is_found_wherever_it_stands():
    for text in ("a: Any", "*a: 'Any'", "**a: 'list[Any]'", "a, *, b: Any = 1"):
        assert [is_vague(notes) for notes in signatures("def f(%s): pass" % text)] == [True]
    assert [is_vague(notes) for notes in signatures("def f(a: int) -> 'Any': pass")] == [True]
    assert [is_vague(notes) for notes in signatures("def f(a: int) -> str: pass")] == [False]
