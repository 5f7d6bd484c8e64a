"""The files of the workshop, in which the page lets people write a game (docs/workshop.md).

    python -m host_tools.workshop FOLDER

makes them, with the interpreter, for the server of `leyboard play`.
"""

import ast
import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from games.texts import languages
from host_tools import ROOT
from host_tools.errors import CommandError
from host_tools.files import replace_folder
from host_tools.interpreter import interpreter
from sim.window import bundle, gallery
from sim.window.page_texts import FOLDER as TEXTS
from sim.window.page_texts import read

SCRIPT = "workshop.js"
_SHUT = ROOT / "sim" / "tab" / "workshop"  # what runs in the frame that reaches nothing
_EDITOR = bundle.PAGE / "workshop" / "codemirror.js"
_CONTRACT = ROOT / "sim" / "contract"  # its words in other languages
_TEMPLATES = ROOT / "examples" / "templates"
_GAMES = ROOT / "firmware" / "games"
TEMPLATES = ("put", "move", "tiles", "hand", "dice")  # the simplest first
# The classes and the constants that a game may use, by module.
_PROTOCOL = {"base": ("Game",), "grid": ("Grid", "GridGame"), "rng": ("Rng",)}
# Names of parts of a package in a folder, where they differ from those of a package in a file.
_IN_FOLDER = {"py": "game.py", "md": "README.md", "de.md": "README.de.md"}
BOARDS = "workshop/boards.js"  # how this page reaches boards: not at all, or as web.py says
_HASH = "$HASH"
_INLINE = re.compile("<script>(.*?)</script>", re.S)
_SENTENCE = re.compile(r"(?<=\.)\s")


def files() -> dict[str, bytes]:
    """Return the files of the workshop by path, all but those of the table in a tab. Raises
    CommandError if its editor is not made."""
    if not _EDITOR.is_file():
        raise CommandError("the editor of the workshop is not made yet: run make setup")
    found = {
        "workshop.html": (bundle.PAGE / "workshop.html").read_bytes(),
        "workshop/main.js": bundle.script(SCRIPT).encode(),
        "workshop/main.js.map": bundle.source_map(SCRIPT).encode(),
        "workshop/page.css": bundle.style("workshop.css").encode(),
        "workshop/codemirror.js": _EDITOR.read_bytes(),
        "workshop/protocol.json": json.dumps(protocol()).encode(),
        "workshop/templates.json": json.dumps(templates()).encode(),
        "workshop/table.html": _table().encode(),
        "workshop/table/main.js": bundle.script().encode(),
        "workshop/table/main.js.map": bundle.source_map().encode(),
        "workshop/table/link.js": (bundle.PAGE / bundle.APART).read_bytes(),
        "workshop/table/carrier.js": (_SHUT / "carrier.js").read_bytes(),
        "workshop/shut.js": (_SHUT / "shut.js").read_bytes(),
        "workshop/worker.js": (_SHUT / "worker.js").read_bytes(),
        "workshop/sandbox.html": sandbox().encode(),
        BOARDS: b"export const tools = null;\n",
    }
    found["workshop/more.json"] = json.dumps(gallery.known()).encode()
    for game in gallery.known():
        found["workshop/more/%s.json" % game] = json.dumps(_of_gallery(game)).encode()
    for language in languages():
        contract = read("%s/%s.txt" % (_CONTRACT, language))
        texts = read("%s%s/workshop.txt" % (TEXTS, language)) | {
            "contract " + words: text for words, text in contract.items()}
        found["workshop/texts/%s.json" % language] = json.dumps(texts).encode()
    return found


def sandbox() -> str:
    """Return the page of the frame, whose policy allows its own script and no other."""
    text = (_SHUT / "sandbox.html").read_text("utf-8")
    [script] = _INLINE.findall(text)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return text.replace(_HASH, "sha256-" + digest)


def _table() -> str:
    """Return the page of a table that another page carries: the usual one, with another carrier.
    """
    text = (bundle.PAGE / "index.html").read_text("utf-8")
    for name in ("link.js", "main.js"):
        text = text.replace('src="%s"' % name, 'src="workshop/table/%s"' % name)
    text = text.replace('href="carrier.js"', 'href="workshop/table/carrier.js"')
    text = text.replace("<body>", '<body class="carried">')
    return text.replace('<meta charset="utf-8">', '<meta charset="utf-8">\n  <base href="../">')


def _of_gallery(game: str) -> dict[str, str]:
    """Return the files of a game of the gallery in the form of a folder, {path: text}, without its
    drawings, which do not run in the workshop."""
    home = gallery.home(game)
    if home.endswith("/"):
        paths = {path.name: path for path in Path(home).iterdir() if path.is_file()}
    else:
        paths = {path.name.removeprefix(game + "."): path
                 for path in Path(home).parent.glob(game + ".*")}
        paths = {_IN_FOLDER.get(name, name): path for name, path in paths.items()}
    return {name: path.read_text("utf-8") for name, path in sorted(paths.items())
            if not name.endswith(".js")}


def templates() -> dict[str, dict[str, str]]:
    """Return the files of each template by path, {name: {path: text}}."""
    return {
        name: {path.name: path.read_text("utf-8")
               for path in sorted((_TEMPLATES / name).iterdir()) if path.is_file()}
        for name in TEMPLATES
    }


# ---- the names of the protocol, for the editor to complete -----------------------------------


def protocol() -> list[dict[str, str]]:
    """Return what a game may use or write, {"name", "kind", "form", "says"} each: `form` is how a
    method is called, `says` the first sentence of its docstring, or the comment beside a value."""
    found: dict[str, dict[str, str]] = {}
    for module, names in _PROTOCOL.items():
        for one in _names(module, names):
            found.setdefault(one["name"], one)
    return [*found.values()]


def _names(module: str, wanted: tuple[str, ...]) -> Iterator[dict[str, str]]:
    text = (_GAMES / (module + ".py")).read_text("utf-8")
    lines = text.split("\n")
    for node in ast.parse(text).body:
        yield from _value(node, lines, "constant")
        if isinstance(node, ast.ClassDef) and node.name in wanted:
            yield _about(node.name, "class", "", ast.get_docstring(node))
            for inner in node.body:
                yield from _value(inner, lines, "property")
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    form = "(%s)" % ", ".join(one.arg for one in inner.args.args)
                    yield _about(inner.name, "method", form, ast.get_docstring(inner))


def _value(node: ast.stmt, lines: list[str], kind: str) -> Iterator[dict[str, str]]:
    """Yield the name that a statement gives a value, if it is for all."""
    targets = node.targets if isinstance(node, ast.Assign) else (
        [node.target] if isinstance(node, ast.AnnAssign) else [])
    for target in targets:
        if isinstance(target, ast.Name) and not target.id.startswith("_"):
            yield _about(target.id, kind, "", _comment(lines, node.lineno))


def _comment(lines: list[str], number: int) -> str:
    """Return the comment beside a line, or those above it."""
    beside = lines[number - 1].partition("# ")[2]
    above: list[str] = []
    while not beside and lines[number - 2 - len(above)].strip().startswith("# "):
        above.insert(0, lines[number - 2 - len(above)].strip()[2:])
    return beside or " ".join(above)


def _about(name: str, kind: str, form: str, says: str | None) -> dict[str, str]:
    first = _SENTENCE.split(" ".join((says or "").split()))[0]
    return {"name": name, "kind": kind, "form": form, "says": first}


if __name__ == "__main__":
    try:
        replace_folder(Path(sys.argv[1]), interpreter() | files())
    except CommandError as problem:
        sys.exit(str(problem))
