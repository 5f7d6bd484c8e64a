"""Rewrites the firmware's Python for mypyc, which compiles it: a class there has the fields and
methods that its body declares, and nothing else.

- A constant, in capitals, becomes `Final`.
- A value that a class body assigns becomes a class variable. A function that a class body takes
  from another module becomes a method that calls it, since mypyc would silently leave it out.
- Code that only mypy sees, under `if False`, moves under TYPE_CHECKING; the fields in a class body
  lose the guard.
- A loop over a bytearray gets `iter`, without which mypyc ends with an error.
"""

import ast
from typing import TypeGuard

from host_tools.errors import CommandError

_HEAD = """\
from typing import TYPE_CHECKING, ClassVar, Final
if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
"""
_OPEN = "mypyc_attr(allow_interpreted_subclasses=True)"  # games of others are not compiled


def rewritten(sources: dict[str, str]) -> dict[str, str]:
    """Return {module: source for mypyc} of all modules in {module: source}."""
    trees = {module: ast.parse(source) for module, source in sources.items()}
    shared = _shared(list(trees.values()))
    return {
        module: _Rewriter(module, trees, shared).source(ast.parse(source))
        for module, source in sources.items()
    }


class _Rewriter(ast.NodeTransformer):
    def __init__(self, module: str, trees: dict[str, ast.Module], bytearrays: set[str]):
        self.module = module
        self.trees = trees
        self.bytearrays = bytearrays  # names of these
        self.counts: dict[str, int] = {}  # how often a name is assigned
        self.imported: dict[str, str] = {}  # by name: the module
        self.borrowed: set[str] = set()  # modules whose names of types a new method needs

    def source(self, tree: ast.Module) -> str:
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.counts[node.id] = self.counts.get(node.id, 0) + 1
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        self.visit(tree)
        body = [self._statement(node) for node in tree.body]
        head = ast.parse(_HEAD).body
        for module in sorted(self.borrowed):
            head += [ast.If(ast.Name("TYPE_CHECKING"), [name], []) for name in
                     self._types_of(module)]
        at = 1 if ast.get_docstring(tree) else 0
        body[at:at] = head
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))

    def _types_of(self, module: str) -> list[ast.stmt]:
        """Return the imports that a module makes only for mypy, of other modules than itself."""
        return [
            name for node in self.trees[module].body if _is_never(node) for name in node.body
            if isinstance(name, ast.ImportFrom) and name.module != self.module
        ]

    # ---- bytearrays ----------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        outer, self.bytearrays = self.bytearrays, self.bytearrays | _declared(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Assign) and _last_name(part.value) in self.bytearrays:
                self.bytearrays.update(_last_name(target) for target in part.targets)
        self.generic_visit(node)
        self.bytearrays = outer
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = self._iterated(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self._iterated(node.iter)
        return node

    def _iterated(self, node: ast.expr) -> ast.expr:
        name = _last_name(node)
        if isinstance(node, ast.Call) and name in ("enumerate", "zip"):
            node.args = [self._iterated(argument) for argument in node.args]
        elif name in self.bytearrays:
            return ast.Call(ast.Name("iter"), [node], [])
        return node

    # ---- constants and classes -----------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> ast.stmt:
        """Return a statement of the module as mypyc needs it."""
        if _is_never(node):
            return ast.If(ast.Name("TYPE_CHECKING"), node.body, [])
        if isinstance(node, ast.ClassDef):
            node.body = [part for old in node.body for part in self._members(old)]
            if not any(_last_name(base).endswith(("Error", "Exception")) for base in node.bases):
                node.decorator_list = [_expression(_OPEN)]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.isupper() and self.counts[name] == 1:
                return _annotated(name, "Final", _constant(node.value))
        return node

    def _members(self, node: ast.stmt) -> list[ast.stmt]:
        """Return the statements that replace a statement of a class body."""
        if _is_never(node):
            return node.body
        if isinstance(node, ast.AnnAssign) and node.value and _last_name(node.target).isupper():
            said = ast.unparse(node.annotation).strip("\"'")
            return [_annotated(_last_name(node.target), "ClassVar[%s]" % said, node.value)]
        if isinstance(node, ast.Assign):
            name = _last_name(node.targets[0])
            if isinstance(node.value, ast.Attribute) and not node.value.attr.isupper():
                return [self._method(name, node.value)]
            return [_annotated(name, "ClassVar", node.value)]
        return [node]

    def _method(self, name: str, function: ast.Attribute) -> ast.FunctionDef:
        """Return a method that calls the function; raises CommandError if there is none."""
        module = self.imported[_last_name(function.value)]
        for node in self.trees[module].body:
            if isinstance(node, ast.FunctionDef) and node.name == function.attr:
                self.borrowed.add(module)
                rest = node.args.args[1:]
                call = ast.Call(function, [ast.Name(arg.arg) for arg in [ast.arg("self"), *rest]],
                                [])
                arguments = ast.arguments([], [ast.arg("self"), *rest], None, [], [], None,
                                          node.args.defaults)
                return ast.FunctionDef(name, arguments, [ast.Return(call)], [], node.returns)
        raise CommandError("%s has no function %s" % (module, function.attr))


def _shared(trees: list[ast.Module]) -> set[str]:
    """Return the names of fields that are bytearrays, and of functions that return one."""
    found = {"bytearray"}
    for _ in range(2):  # what a function gives, a field takes, and another one takes
        for node in [node for tree in trees for node in ast.walk(tree)]:
            if isinstance(node, ast.ClassDef):
                found.update(_declared(node))
            elif isinstance(node, ast.FunctionDef):
                if _says_bytearray(node.returns):
                    found.add(node.name)
                local = found | _declared(node)
                for part in ast.walk(node):
                    if isinstance(part, ast.Assign) and _last_name(part.value) in local:
                        found.update(target.attr for target in part.targets
                                     if isinstance(target, ast.Attribute))
    return found


def _declared(node: ast.AST) -> set[str]:
    """Return the arguments and variables in `node` that are annotated as bytearrays."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.arg) and _says_bytearray(part.annotation):
            found.add(part.arg)
        elif isinstance(part, ast.AnnAssign) and _says_bytearray(part.annotation):
            found.add(_last_name(part.target))
    return found


def _says_bytearray(annotation: ast.expr | None) -> bool:
    return annotation is not None and ast.unparse(annotation).strip("'") == "bytearray"


def _last_name(node: ast.expr) -> str:
    """Return the last name in `a`, `b.a`, `b.a()` or `a[1:]`, else ""."""
    if isinstance(node, ast.Call):
        return _last_name(node.func)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _last_name(node.value)
    name: str = getattr(node, "id", getattr(node, "attr", ""))
    return name


def _is_never(node: ast.stmt) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Constant) and not node.test.value


def _constant(value: ast.expr) -> ast.expr:
    """Return the value itself of `const(value)`."""
    return value.args[0] if isinstance(value, ast.Call) and _last_name(value) == "const" else value


def _annotated(name: str, annotation: str, value: ast.expr) -> ast.AnnAssign:
    return ast.AnnAssign(ast.Name(name), _expression(annotation), value, 1)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
