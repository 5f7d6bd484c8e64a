"""Joins the modules of the page into one script, and its styles into one.

On a slow line each request costs a round trip, and the modules import each other in a chain. A
checkout has no build step and a wheel has no Node, so the server joins the sources as they are.
For this, the modules use only a few forms of `import` and `export`, and never import each other in
a circle. Developers still find each module by its name: a source map shows it in the browser's
tools, and `await import("./texts/words.js")` in the console gives the one that runs.
"""

import functools
import json
import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import games
from games.jsonline import plain_text
from sim.window import gallery

PAGE = Path(__file__).parent / "page"
SEATS = Path(__file__).parents[1] / "seats" / "page"  # the carrier of a seat's page
NOBLE = SEATS / "noble.js"  # its cryptography, which make setup makes from npm's packages
APART = "link.js"  # loads first, and opens the link while the rest loads
CARRIER = "carrier.js"  # it imports this; each place where a table can run has its own
MAIN = "main.js"
DRAWING = "drawing.js"  # in the package of a game of others

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";', re.M)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.M)
_EXPORT_LIST = re.compile(r"^export \{([\w\s,]*)\};", re.M)
_OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.M)
_LOAD = re.compile(r"\bimport\(")
_LOADS_GAMES = re.compile(r"\bimport\(`[./]*games/")
_COMMENT = re.compile(r"^ *//.*", re.M)
_BLOCK_COMMENT = re.compile(r"/\*\*?\s.*?\*/ ?", re.S)  # types above all, which only tsc reads
_FOR_BUILDERS = re.compile(r"^## For\sbuilders$", re.M)
_STYLE = re.compile(r'^@import "([^"]+)";\n', re.M)

# Each module is a function, which runs at its first import. `$import` stands for `import()` of a
# module of games/, whose path from any folder beside it is "../games/NAME.js"; the module of
# another author's package is a separate file.
_LINK = 'import * as %s from "./%s";\n' % ("$apart", APART)
_HEAD = """\
const $sources = {};
const $modules = {%s};
export const $get = (name) => ($modules[name] ??= $sources[name]());
const $import = async (path) => {
  const name = path.replace(/^\\.+\\//, "");
  return name in $sources ? $get(name) : import("./" + name);
};
"""
_TAIL = """\
$get("%s");
//# sourceMappingURL=%s.map
"""
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class UnknownFormError(Exception):
    """A module has an import or an export in a form that cannot be joined."""


def script(main: str = MAIN) -> str:
    """Return the page as one script, in which the module `main` runs. Raises UnknownFormError."""
    return _script(main, max(path.stat().st_mtime_ns for path in PAGE.rglob("*.js")))


@functools.lru_cache(maxsize=4)
def _script(main: str, _changed: int) -> str:
    """Join a script, once until a module changes: it takes 50 ms, and each reload asks for it."""
    wrapped = "".join(_wrapped(name) for name in modules(main))
    return _head(main) + wrapped + _TAIL % (main, MAIN)


def _head(main: str) -> str:
    """Return the lines before the modules: a page without a table has no link to one."""
    names = modules(main)
    has_link = any(APART in imports(name) for name in names)
    return (_LINK if has_link else "") + _HEAD % ('"%s": $apart' % APART if has_link else "")


def seat_modules() -> dict[str, str]:
    """Return the modules of a seat's page that are not in its script, by their names."""
    shared = ("phone/device.js", "common/preferences.js", "common/deflate.js")
    apart = {name: _read(name) for name in (APART, *shared)}
    for path in SEATS.glob("*.js"):
        apart[path.name] = path.read_text("utf-8").replace("../../window/page/", "./")
    return apart


def source_map(main: str = MAIN) -> str:
    """Return the map from the lines of `script(main)` to those of the modules."""
    names = modules(main)
    mappings = ";" * _head(main).count("\n") + "".join(_mappings(names))
    return json.dumps({
        "version": 3, "sources": names, "sourcesContent": [_read(name) for name in names],
        "names": [], "mappings": mappings,
    })


def module(name: str) -> str:
    """Return the file served under a module's own name: it re-exports the module that runs in
    `script()`."""
    up = "../" * name.count("/") or "./"
    _, exported = _joined(name)
    head = 'import { $get } from "%s%s";\n' % (up, MAIN)
    return head + "export " + _taken("{ %s }" % ", ".join(exported), name) + "\n"


def style(name: str = "page.css") -> str:
    """Return a style sheet with all its imports joined in."""
    return _STYLE.sub(lambda found: style(found[1]), without_comments(_read(name)))


def without_comments(text: str) -> str:
    """Return a script or a style sheet whose comments are empty lines, so that the others keep
    their numbers. A remark behind code stays."""
    return _BLOCK_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), _COMMENT.sub("", text))


def rules(game: str, language: str) -> str:
    """Return the pages of a game for players as Markdown: its own page, then that of the table."""
    return "\n".join(page(name, language) for name in (game, "table"))


def page(name: str, language: str) -> str:
    """Return a page for players, in English if the language has none, without its parts for people
    who build boards or write records; "" for a draft without a page."""
    home = games.folder() + "games/table." if name == "table" else gallery.home(name)
    start = home + "README." if home.endswith("/") else home
    for ending in (language + ".md", "md"):
        path = Path(start + ending)
        if path.exists():
            return _FOR_BUILDERS.split(plain_text(path.read_bytes()))[0]
    return ""


def modules(main: str = MAIN) -> list[str]:
    """Return the names of the modules that are joined for `main`, their paths in the page's
    folder: all that it imports, and the drawings of all games if it loads any."""
    found: set[str] = set()
    left = [main]
    while left:
        name = left.pop()
        if name in found or name == APART:
            continue
        found.add(name)
        left += imports(name)
        if _LOADS_GAMES.search(_read(name)):
            left += [path.relative_to(PAGE).as_posix() for path in PAGE.glob("games/*.js")]
    return sorted(found)


def imports(name: str) -> list[str]:
    """Return the names of the modules that a module imports before it runs."""
    return [_resolve(name, path) for _, _, path in _IMPORT.findall(_read(name))]


def imported(drawings: str) -> list[str]:
    """Return the names of the modules that the text of a game's drawings imports."""
    return [_resolve("games/" + DRAWING, path) for _, _, path in _IMPORT.findall(drawings)]


def _read(name: str) -> str:
    return (PAGE / name).read_text("utf-8")


def _resolve(name: str, path: str) -> str:
    """Return the name of the module that `name` calls `path`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _taken(names: str, name: str) -> str:
    """Return the line that takes names from a module."""
    return 'const %s = $get("%s");' % (names, name)


def _wrapped(name: str) -> str:
    """Return a module as a function: a line before its own lines, and two after them."""
    text, exported = _joined(name)
    return '$sources["%s"] = () => {\n%sreturn { %s };\n};\n' % (name, text, ", ".join(exported))


def _joined(name: str) -> tuple[str, list[str]]:
    """Return a module's lines as those of a function, and the names that it exports."""
    exported: list[str] = []

    def imported(found: re.Match[str]) -> str:
        names = "{%s}" % found[1].replace(" as ", ": ") if found[1] else found[2]
        return _taken(names, _resolve(name, found[3]))

    def declared(found: re.Match[str]) -> str:
        exported.append(found[2])
        return "%s %s" % found.groups()

    def listed(found: re.Match[str]) -> str:
        exported.extend(re.findall(r"\w+", found[1]))
        return "\n" * found[0].count("\n")

    forms: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
        (_IMPORT, imported), (_LOAD, "$import("), (_EXPORT, declared), (_EXPORT_LIST, listed),
    )
    text = without_comments(_read(name))
    for form, joined in forms:
        text = form.sub(joined, text)
    other = _OTHER_FORM.search(text)
    if other:
        raise UnknownFormError("%s: %s" % (name, other[0]))
    return text, exported


def _mappings(names: list[str]) -> Iterator[str]:
    """Yield the source map's entries for each module's lines."""
    file = line = 0  # the last that were mapped
    for number, name in enumerate(names):
        yield ";"
        for there in range(_read(name).count("\n")):
            yield "A%s%sA;" % (_vlq(number - file), _vlq(there - line))
            file, line = number, there
        yield ";;"


def _vlq(value: int) -> str:
    """Return a number as source maps write it: five bits a digit, the lowest is the sign."""
    rest = -2 * value + 1 if value < 0 else 2 * value
    digits = _BASE64[rest & 31 | (32 if rest > 31 else 0)]
    while rest := rest >> 5:
        digits += _BASE64[rest & 31 | (32 if rest > 31 else 0)]
    return digits
