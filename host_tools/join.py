"""Joins the modules of the firmware into a few, with what a board need not hold left out.

A module costs a board memory beyond its code: every name it imports is an entry of a dict, every
name it defines is kept as text, every parameter too. So the modules that are always loaded
together become one: names of the top level that nobody looks up from outside, attributes that
begin with "_", and parameters that nobody names in a call, get short names that all modules share,
whole numbers with a name become the number, words in tables are kept as names are, and words that
are used often take less code. Methods that each subclass has to have are left out of the base.
What the code does stays the same; a traceback tells less, so `leyboard build --plain` leaves all
this out.
"""

import ast
import collections
import copy
import itertools
import keyword
import string

_SHORT = 124  # words of a file that take one byte, less the few that are in every file
_PARAMETERS = string.ascii_lowercase  # new names of parameters, with "_" behind them


class JoinError(Exception):
    """The modules use something that joining would break."""


class Module:
    """A module by its `name`: its `tree` and what its top level binds.

    `bound` tells of each name ("own",), ("module", name), ("from", module, name), or ("ext",) for
    what is not of the firmware.
    """

    def __init__(self, name, text, known):
        self.name = name
        self.tree = ast.parse(text)
        self.bound = {}
        self.needs = []  # modules of the firmware that have to be there before it
        for statement in self.tree.body:
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                for alias, found in imported(statement, known):
                    self.bound[alias] = found
                    if found[0] != "ext" and found[1] not in self.needs:
                        self.needs.append(found[1])
            else:
                for alias in binds([statement]):
                    self.bound[alias] = ("own",)


def imported(statement, known):
    """Return ((alias, what it is), ...) of an import, see Module.bound."""
    found = []
    for alias in statement.names:
        name = alias.asname or alias.name
        if isinstance(statement, ast.ImportFrom):
            inner = "%s.%s" % (statement.module, alias.name)
            if inner in known:
                found.append((name, ("module", inner)))
            elif statement.module in known:
                found.append((name, ("from", statement.module, alias.name)))
            else:
                found.append((name, ("ext",)))
        elif alias.name in known:
            raise JoinError("import %s: say `from ... import ...`" % alias.name)
        else:
            found.append((name, ("ext",)))
    return found


def binds(statements):
    """Return the names that these statements bind in their own scope, in order."""
    found = {}

    class Finder(ast.NodeVisitor):
        def visit_FunctionDef(self, node):
            found[node.name] = True

        def visit_ClassDef(self, node):
            found[node.name] = True

        def visit_Lambda(self, node):
            pass

        def visit_ListComp(self, node):
            pass

        visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

        def visit_Name(self, node):
            if not isinstance(node.ctx, ast.Load):
                found[node.id] = True

        def visit_ExceptHandler(self, node):
            if node.name:
                found[node.name] = True
            self.generic_visit(node)

        def visit_Import(self, node):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = True

        visit_ImportFrom = visit_Import

    finder = Finder()
    for statement in statements:
        finder.visit(statement)
    return list(found)


class Joiner:
    """All modules of a firmware: `texts` by module name.

    The roots are the modules that stay, and those that are imported within functions. Each takes
    in what it needs, unless a root that is loaded before it has that; other roots may hold the
    same module twice, since only one of them is loaded.
    """

    def __init__(self, texts, roots):
        self.modules = {name: Module(name, text, texts) for name, text in texts.items()}
        self._late = self._find_late(roots)  # {late root: the module whose function wants it}
        roots = roots + list(self._late)
        self.inside = {root: [] for root in roots}  # its modules, each after those it needs
        for root in roots:
            self._take(root, root, ())
        self._foreign = {}
        self._words = set()
        self._named = set()  # in calls
        self._texts = set()
        self._attributes = collections.Counter()
        for module in self.modules.values():
            self._look(module.tree)
        self.private = self._private()  # {attribute: its new name}
        self.numbers = {}  # (module, name): int
        for root in roots:
            for name in self.inside[root]:
                self._find_numbers(self.modules[name])
        self.names = {}  # (module, name): its new name
        self._free = {root: self._short() for root in roots}
        for root in roots:
            for name in self.inside[root]:
                for own, bound in self.modules[name].bound.items():
                    if bound == ("own",):
                        keep = name == root and not own.startswith("_")
                        new = own if keep else next(self._free[root])
                        self.names[root, name, own] = new

    def _find_late(self, roots):
        found = {}
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.ImportFrom) and node not in module.tree.body:
                    for _, bound in imported(node, self.modules):
                        if bound[0] != "ext" and bound[1] not in roots:
                            found.setdefault(bound[1], module.name)
        return found

    def _take(self, root, name, path):
        if name in path or self.home(root, name):
            return
        for need in self.modules[name].needs:
            self._take(root, need, path + (name,))
        self.inside[root].append(name)

    def home(self, root, name):
        """Return the root where `root` finds a module: the module if that is a root, itself, or
        the root that loads it when a function wants it; None if there is none."""
        if name in self.inside and name != root:
            return name
        places = [root]
        if root in self._late:
            places += [place for place in self.inside if self._late[root] in self.inside[place]]
        for place in places:
            if name in self.inside[place]:
                return place
        return None

    def _look(self, tree):
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                self._words.add(node.id)
            elif isinstance(node, ast.arg):
                self._words.add(node.arg)
            elif isinstance(node, ast.alias):
                self._words.add(node.asname or node.name)
            elif isinstance(node, ast.keyword) and node.arg:
                self._named.add(node.arg)
            elif isinstance(node, ast.Attribute):
                self._attributes[node.attr] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._texts.add(node.value)

    # ---- numbers -----------------------------------------------------------------------------

    def _find_numbers(self, module):
        """Remember the names of the top level that are bound once, to a whole number."""
        times = {}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                times[node.id] = times.get(node.id, 0) + 1
        for statement in module.tree.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                for name, number in self._assigned(module, statement):
                    if times[name] == 1:
                        self.numbers[module.name, name] = number

    def _assigned(self, module, statement):
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            number = self._number(module, statement.value)
            return [(target.id, number)] if number is not None else []
        if isinstance(target, ast.Tuple):
            numbers = self._several(module, statement.value)
            if numbers and len(numbers) == len(target.elts):
                return [(name.id, numbers[i]) for i, name in enumerate(target.elts)]
        return []

    def _several(self, module, node):
        """Return the numbers of a tuple or a range, or None."""
        if isinstance(node, ast.Tuple):
            numbers = [self._number(module, part) for part in node.elts]
        elif _is_call(node, "range"):
            numbers = [self._number(module, part) for part in node.args]
            if None not in numbers:
                numbers = list(range(*numbers))
        else:
            return None
        return None if None in numbers else numbers

    def _number(self, module, node):
        """Return the whole number that an expression is, or None."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if _is_call(node, "const"):
            return self._number(module, node.args[0])
        if isinstance(node, ast.Name):
            return self.numbers.get(self.find(module, node.id))
        parts = [self._number(module, part) for part in ast.iter_child_nodes(node)
                 if isinstance(part, ast.expr)]
        if isinstance(node, (ast.BinOp, ast.UnaryOp)) and None not in parts:
            value = eval(ast.unparse(_with(node, parts)))  # of numbers only
            return value if type(value) is int else None
        return None

    # ---- names -------------------------------------------------------------------------------

    def find(self, module, name):
        """Return (module, name) of where a name of a module's top level is defined, or None."""
        bound = module.bound.get(name)
        if bound is None or bound[0] in ("ext", "module"):
            return None
        if bound[0] == "own":
            return module.name, name
        return self.find(self.modules[bound[1]], bound[2])

    def _private(self):
        """Return new names of the attributes that begin with "_", the same in all modules; those
        that a text of the firmware names stay."""
        free = (word for word in map("_".__add__, self._short()) if word not in self._texts)
        return {
            name: next(free)
            for name, _ in self._attributes.most_common()
            if name[0] == "_" and name[:2] != "__" and name not in self._texts
        }

    def _short(self):
        """Yield short names that nothing in the firmware has: the same ones for each root."""
        letters = string.ascii_letters
        for length in itertools.count(1):
            for word in itertools.product(letters, repeat=length):
                word = "".join(word)
                if word not in self._words and not keyword.iskeyword(word):
                    yield word

    # ---- text --------------------------------------------------------------------------------

    def text(self, root):
        """Return the source of a root with all that went into it."""
        imports = {}  # (module or None, name, its name here): True
        body = []
        for name in self.inside[root]:
            module = self.modules[name]
            writer = _Writer(self, module, root, imports)
            for statement in module.tree.body:
                if isinstance(statement, (ast.Import, ast.ImportFrom)):
                    writer.keep(statement)
                elif not _is_docstring(statement) and not self._is_number(root, name, statement):
                    body.append(writer.visit(copy.deepcopy(statement)))
        body += self._exports(root)
        used = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
        imports = [key for key in imports if key[2] in used]
        whole = ast.unparse(ast.fix_missing_locations(ast.Module(body=body, type_ignores=[])))
        return "\n".join([_first(body), *_import_lines(imports), whole, ""])

    def foreign(self, root, found):
        """Return the name in `root` of what another root defines."""
        if (root, found) not in self._foreign:
            self._foreign[root, found] = next(self._free[root])
        return self._foreign[root, found]

    def _exports(self, root):
        """Return assignments of what the `__init__` of a package imports to its names there."""
        module = self.modules[root]
        made = []
        if any(name.startswith(root + ".") for name in self.modules):
            for name, bound in module.bound.items():
                if bound[0] == "from" and self.home(root, bound[1]) == root:
                    value = ast.Name(self.names[(root, *self.find(module, name))], ast.Load())
                    made.append(ast.Assign([ast.Name(name, ast.Store())], value))
        return made

    def _is_number(self, root, name, statement):
        """Is it a definition of numbers that nobody looks up by name?"""
        if not isinstance(statement, ast.Assign):
            return False
        numbers = binds([statement])  # none where a place in a table is set
        return numbers != [] and all(
            (name, number) in self.numbers and (name != root or number.startswith("_"))
            for number in numbers
        )


class _Writer(ast.NodeTransformer):
    """Rewrites the statements of a module for the root it goes into."""

    def __init__(self, joiner, module, root, imports):
        self._joiner = joiner
        self._module = module
        self._root = root
        self._imports = imports
        self._scopes = []  # of functions: {name: new name}
        self._depth = 0  # parameters renamed around here

    def keep(self, statement):
        """Keep what an import brings from outside the firmware."""
        for alias in statement.names:
            bound = self._module.bound[alias.asname or alias.name]
            if bound[0] == "ext":
                module = getattr(statement, "module", None)
                self._imports[module, alias.name, alias.asname or alias.name] = True

    # ---- scopes ------------------------------------------------------------------------------

    def _function(self, node, statements):
        """Rename parameters within a function; nested ones get other names."""
        spec = node.args
        for i, default in enumerate(spec.defaults):
            spec.defaults[i] = self.visit(default)
        if spec.kwonlyargs or spec.posonlyargs:
            raise JoinError("%s: parameters by keyword or place only" % self._module.name)
        scope = {name: name for name in binds(statements)}
        depth = self._depth
        for arg in spec.args:
            new = arg.arg
            if new != "self" and new not in self._joiner._named:
                new = _PARAMETERS[self._depth] + "_"
                self._depth += 1
            scope[arg.arg] = new
            arg.arg = new
        for arg in (spec.vararg, spec.kwarg):
            if arg:
                scope[arg.arg] = arg.arg
        self._scopes.append(scope)
        return depth

    def _leave(self, depth):
        self._scopes.pop()
        self._depth = depth

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(part) for part in node.decorator_list]
        in_class = getattr(node, "in_class", False)
        if not self._scopes and not in_class:
            node.name = self._joiner.names[self._root, self._module.name, node.name]
        elif in_class:
            node.name = self._joiner.private.get(node.name, node.name)
        else:
            node.name = self._scopes[-1].get(node.name, node.name)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        depth = self._function(node, node.body)
        node.body = self._statements(node.body)
        self._leave(depth)
        return node

    def _statements(self, statements):
        done = []
        for statement in statements:
            new = self.visit(statement)
            if isinstance(new, list):
                done += new
            elif new is not None:
                done.append(new)
        return done or [ast.Pass()]

    def visit_Lambda(self, node):
        depth = self._function(node, [])
        node.body = self.visit(node.body)
        self._leave(depth)
        return node

    def visit_ListComp(self, node):
        scope = {}
        for part in node.generators:
            for name in binds([ast.Expr(part.target)]):
                scope[name] = name
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        self._scopes.append(scope)
        for i, part in enumerate(node.generators):
            part.target = self.visit(part.target)
            if i:
                part.iter = self.visit(part.iter)
            part.ifs = [self.visit(test) for test in part.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self._scopes.pop()
        return node

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_ClassDef(self, node):
        if self._scopes:
            raise JoinError("%s: a class within a function" % self._module.name)
        node.bases = [self.visit(base) for base in node.bases]
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        node.body = [part for part in node.body if not _is_owed(part)] or [ast.Pass()]
        own = set(binds(node.body))
        for statement in node.body:
            statement.in_class = True
            if not isinstance(statement, ast.FunctionDef):
                for part in ast.walk(statement):
                    if isinstance(part, ast.Name) and part.id in own:
                        part.in_class = True
        node.body = [self.visit(statement) for statement in node.body]
        node.name = self._joiner.names[self._root, self._module.name, node.name]
        return node

    # ---- names -------------------------------------------------------------------------------

    def visit_Name(self, node):
        if getattr(node, "in_class", False) and not (
            isinstance(node.ctx, ast.Load) and self._module.bound.get(node.id)
        ):
            node.id = self._joiner.private.get(node.id, node.id)
            return node
        for scope in reversed(self._scopes):
            if node.id in scope:
                node.id = scope[node.id]
                return node
        if self._module.bound.get(node.id, ("",))[0] == "module":
            raise JoinError("%s: %s is a module" % (self._module.name, node.id))
        found = self._joiner.find(self._module, node.id)
        return node if found is None else self._global(node, found)

    def _global(self, node, found):
        """Return what stands for something of a top level here."""
        joiner = self._joiner
        if found in joiner.numbers and isinstance(node.ctx, ast.Load):
            return ast.parse(str(joiner.numbers[found]), mode="eval").body
        home = joiner.home(self._root, found[0])
        new = joiner.names[(home, *found)]
        if home != self._root:
            local = joiner.foreign(self._root, found)
            self._imports[home, new, local] = True
            new = local
        if any(new in scope for scope in self._scopes):
            raise JoinError("%s: a local %s hides the module's" % (self._module.name, new))
        return ast.Name(new, node.ctx)

    def visit_Tuple(self, node):
        """Have the words of the top level's tables kept as names are: once, in few bytes.

        In a tuple of constants each word takes 32 bytes, even one that is an attribute too.
        """
        node = self.generic_visit(node)
        if self._scopes or not any(_is_text(part) for part in node.elts):
            return node
        return ast.Call(ast.Name("tuple", ast.Load()), [ast.List(node.elts, ast.Load())], [])

    def visit_Attribute(self, node):
        value = node.value
        if isinstance(value, ast.Name) and not any(value.id in s for s in self._scopes):
            bound = self._module.bound.get(value.id)
            if bound and bound[0] == "module":
                module = self._joiner.modules[bound[1]]
                found = self._joiner.find(module, node.attr)
                if found is None:
                    raise JoinError("%s has no %s" % (bound[1], node.attr))
                return self._global(ast.Name(node.attr, node.ctx), found)
        node.value = self.visit(value)
        node.attr = self._joiner.private.get(node.attr, node.attr)
        return node

    def visit_ImportFrom(self, node):
        """Within a function: of a root that is loaded when it is needed."""
        for alias, bound in imported(node, self._joiner.modules):
            if bound[0] == "ext":
                continue
            if bound[0] != "from" or bound[1] not in self._joiner.inside:
                raise JoinError("%s: %s is imported within a function" %
                                (self._module.name, alias))
        return node

    def visit_ExceptHandler(self, node):
        if node.name and self._scopes and self._scopes[-1].get(node.name) != node.name:
            raise JoinError("%s: %s is a parameter" % (self._module.name, node.name))
        return self.generic_visit(node)

    def visit_Global(self, node):
        raise JoinError("%s: global %s" % (self._module.name, ", ".join(node.names)))


def _is_docstring(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_owed(node):
    """Is it a method that each subclass has to have, and that says nothing else?"""
    if not isinstance(node, ast.FunctionDef):
        return False
    return ast.unparse(node.body[-1]) == "raise NotImplementedError"


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_call(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _with(node, parts):
    """Return an operation with numbers for its parts."""
    parts = [ast.Constant(part) for part in parts]
    if isinstance(node, ast.UnaryOp):
        return ast.UnaryOp(node.op, parts[0])
    return ast.BinOp(parts[0], node.op, parts[1])


def _first(body):
    """Return a line that does nothing but name the words that functions use most.

    mpy-cross numbers words as they come, those of a chain of attributes before all names. A word
    with a number below 128 takes one byte where it is used, all others two: 3 KB of Landover.
    """
    times = collections.Counter()
    for function in [node for part in body for node in ast.walk(part) if _has_own_names(node)]:
        own = binds(function.body) if isinstance(function, ast.FunctionDef) else ()
        for node in ast.walk(function):
            word = getattr(node, "attr", None) or getattr(node, "arg", None)
            if isinstance(node, ast.Name) and node.id not in own:
                word = node.id
            times[word] += 1
    del times[None]
    return ".".join(["[] and _"] + [word for word, _ in times.most_common(_SHORT)])


def _has_own_names(node):
    return isinstance(node, (ast.FunctionDef, ast.Lambda))


def _import_lines(imports):
    """Return the statements for (module or None, name, its name here)."""
    parts = {}
    for module, name, local in imports:
        said = name if name == local else "%s as %s" % (name, local)
        parts.setdefault(module, []).append(said)
    lines = []
    for module, names in parts.items():
        start = "from %s import " % module if module else "import "
        lines.append(start + ", ".join(names))
    return lines
