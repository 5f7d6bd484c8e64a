"""Makes `build/web`: the window as a static folder in which the table runs in the page itself.

    python -m host_tools.web [FOLDER]

Any web server may serve the folder. The page is that of `leyboard play` with another carrier; the
table is the firmware, the virtual chips and the window's own Python, compiled, in a worker on
MicroPython for WebAssembly (see sim/tab).
"""

import hashlib
import json
import sys
from base64 import b64encode
from pathlib import Path

from games.texts import languages
from hardware.artwork import pieces
from host_tools import ROOT, small, workshop
from host_tools.arguments import our_profiles as profiles
from host_tools.build import SOURCE as FIRMWARE
from host_tools.build import compiled
from host_tools.core.board_jobs import PROBES
from host_tools.core.flashing import with_settings
from host_tools.errors import CommandError
from host_tools.files import check_ours, read_text, replace_folder
from host_tools.flash import built
from host_tools.interpreter import LEVEL, archive, inside, interpreter, zipped
from host_tools.onboard import drivers, last
from host_tools.packages import package
from host_tools.sharing import shared
from host_tools.terminal import echo
from sim.chip.image import system_of
from sim.window import bundle, gallery
from sim.window.page_texts import catalogues
from table.settings import profile as wiring_of

TARGET = Path("build") / "web"
LIST = "files.js"  # of what is in the folder
TAB = ROOT / "sim" / "tab"
_COMPILER = TAB / "boards" / "compiler.js"
_CROSS = ROOT / "node_modules" / "@pybricks" / "mpy-cross-v6"
# The modules of host_tools/core that only games of others on boards need.
_JOINING = ("codefile.py", "joining.py", "packs.py", "source_words.py")
_POLICY = (
    "default-src 'self'; img-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:"
)
# Files that the workshop needs for boards.
_BOARDS = 'export * as tools from "../realboard.js";\nexport const profiles = %s;\n'
# The files for a tab that hosts far friends.
_AT_A_BROKER = ("alive.js", "mqtt.js", "noble.js", "sealed.js")
_FAR = _POLICY.replace("connect-src 'self' blob:", "connect-src 'self' ws: wss:")
# The files that the page need not load at once: carrier.js loads them once the table is starting.
_LATER = (
    '  <script type="module" src="main.js"></script>\n',
    '  <link rel="preload" href="texts/en.json" as="fetch" crossorigin>\n',
)
# The files that no table needs without a network: service.js keeps all others.
_ON_DEMAND = (
    "LICENSE.txt", "NOTICE.txt", "boards/", "games/", "icon-512.png", "main.js.map", "more/",
    "noble.js", "piece/", "seat.html", "seat/", "service.js", "workshop",
    *("rules/%s/%s.md" % (language, game) for language in languages()
      for game in gallery.known()),
)
# Pictures of the rules: kept with all others, but not needed to go on.
_PICTURE = ".webp"


def web(folder: Path, boards: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Make the folder anew, with the files that the page flashes onto these boards; return its
    files by path. Raises CommandError, also for a folder of something else."""
    check_ours(folder, "this page", (folder / LIST).is_file)
    found = _files()
    for profile in boards:
        found |= board_files(profile)
    if boards:
        found |= workshop_boards(boards)
    found[LIST] = listing(found)
    replace_folder(folder, found)
    return found


def workshop_boards(boards: tuple[str, ...]) -> dict[str, bytes]:
    """Return the file by which the workshop knows these boards."""
    titles = [(name, wiring_of(name).TITLE) for name in boards]
    return {workshop.BOARDS: (_BOARDS % json.dumps(titles)).encode()}


def board_files(profile: str, games: str | None = None) -> dict[str, bytes]:
    """Return the files that the page needs to flash a board with these games."""
    files = package(profile, games)
    build = {"/" + name: data for name, data in files.items()}
    files["files.bin"] = file_system(profile, games)
    files["shared.json"] = shared(profile, games, build)
    return {"boards/%s/%s" % (profile, name): data for name, data in files.items()}


def _joining() -> dict[str, bytes]:
    """Return the files that the page loads to put games of others onto a board."""
    if not _COMPILER.is_file():
        raise CommandError("the compiler for pages is not made yet: run make setup")
    core = ROOT / "host_tools" / "core"
    paths = [*(core / name for name in _JOINING), FIRMWARE / small.FOLDER / "xip.py",
             FIRMWARE / "table" / "drivers" / "viper.py"]
    return {
        "boards/joining.bin": zipped(archive(_compiled(paths))),
        "boards/compiler.js": _COMPILER.read_bytes(),
        "boards/compiler.wasm": (_CROSS / "build" / "mpy-cross-v6.wasm").read_bytes(),
    }


def _files() -> dict[str, bytes]:
    found = {
        "index.html": _index().encode(),
        "main.js": bundle.script().encode(),
        "main.js.map": bundle.source_map().encode(),
        "page.css": bundle.style().encode(),
        bundle.APART: (bundle.PAGE / bundle.APART).read_bytes(),
        "tools.bin": zipped(archive(_tools())),
        "LICENSE.txt": (ROOT / "LICENSE").read_bytes(),
    }
    found |= interpreter() | workshop.files() | seat_files() | _gallery() | _joining()
    for name in ("workshop.html", "workshop/table.html"):
        found[name] = with_policy(found[name].decode(), _POLICY).encode()
    for path in [*TAB.iterdir(), *(bundle.SEATS / name for name in _AT_A_BROKER)]:
        if path.is_file() and path.suffix != ".ts":
            found[path.name] = _lean(path)
    shared = ("dialogs/crc32.js", "common/database.js", "common/deflate.js", "common/zip.js")
    for path in [*bundle.PAGE.glob("pictures/*"), *(bundle.PAGE / name for name in shared)]:
        found[path.relative_to(bundle.PAGE).as_posix()] = _lean(path)
    for language in languages():
        found["texts/%s.json" % language] = json.dumps(
            catalogues(language), ensure_ascii=False, separators=(",", ":")).encode()
        for game in gallery.every():
            found["rules/%s/%s.md" % (language, game)] = bundle.rules(game, language).encode()
    for number, face in pieces.faces():
        found["piece/%d/%s.svg" % (number, face)] = pieces.draw(number, face).encode()
    return found


def _lean(path: Path) -> bytes:
    """Return a file, a script without its comments, that finds the others in one folder."""
    if path.suffix != ".js":
        return path.read_bytes()
    text = bundle.without_comments(path.read_text("utf-8"))
    return text.replace("../seats/page/", "./").replace("../window/page/", "./").encode()


def seat_files() -> dict[str, bytes]:
    """Return the page of a seat in a room far away: the page of `leyboard host`, carried by a
    broker. The modules of the carrier are apart from the script."""
    page = with_policy((bundle.PAGE / "seat.html").read_text("utf-8"), _FAR)
    for name in ("page.css", "link.js", "main.js"):
        page = page.replace('"%s"' % name, '"seat/%s"' % name)
    return {
        "seat.html": page.encode(),
        "seat/main.js": bundle.script("seat.js").encode(),
        "seat/main.js.map": bundle.source_map("seat.js").encode(),
        "seat/page.css": bundle.style("seat.css").encode(),
        **{"seat/" + name: text.encode() for name, text in bundle.seat_modules().items()},
    }


def _gallery() -> dict[str, bytes]:
    """Return the games of the gallery: for each an archive for the interpreter, and its drawings
    for the page of the table and those of seats, with the modules that they import."""
    found: dict[str, bytes] = {}
    for game in gallery.known():
        home = Path(gallery.home(game))
        paths = home.rglob("*") if home.is_dir() else home.parent.glob(game + ".*")
        parts = {inside(path, ".py"): path.read_bytes() for path in sorted(paths)
                 if path.suffix in (".py", ".txt") and "window." not in path.name}
        found["more/%s.bin" % game] = zipped(archive(parts))
        script = read_text(Path(gallery.home(game) + bundle.DRAWING))
        for folder in ("", "seat/"):
            found["%sgames/%s.js" % (folder, game)] = script.encode()
            for module in bundle.imported(script):
                found[folder + module] = bundle.module(module).encode()
    return found


def listing(files: dict[str, bytes]) -> bytes:
    """Return the list for the service worker: the version, and the SHA-256 of each of its files.
    """
    sums = {name: hashlib.sha256(data).digest() for name, data in sorted(files.items())}
    version = hashlib.sha256(b"".join(name.encode() + b"\0" + sums[name] for name in sums))
    kept = {name: b64encode(sums[name]).decode() for name in sums
            if not name.startswith(_ON_DEMAND)}
    pictures = {name: kept.pop(name) for name in list(kept) if name.endswith(_PICTURE)}
    text = "self.VERSION = %s;\nself.PICTURES = %s;\nself.FILES = %s;\n"
    values = (version.hexdigest()[:16], pictures, kept)
    return (text % tuple(map(json.dumps, values))).encode()


def _index() -> str:
    """Return the page of the table."""
    more = ('<link rel="manifest" href="manifest.webmanifest">',
            '<link rel="apple-touch-icon" href="icon-192.png">')
    page = with_policy((bundle.PAGE / "index.html").read_text("utf-8"), _POLICY, *more)
    for later in _LATER:
        assert later in page
        page = page.replace(later, "")
    return page


def with_policy(page: str, policy: str, *more: str) -> str:
    """Return a page with the policy that a server sends in its headers."""
    start = '<meta charset="utf-8">'
    told = '<meta http-equiv="Content-Security-Policy" content="%s">' % policy
    return page.replace(start, "\n  ".join((start, told, *more)), 1)


def _tools() -> dict[str, bytes]:
    """Return the interpreter's further files for a real board."""
    room = FIRMWARE / small.FOLDER
    core = [path for path in sorted((ROOT / "host_tools" / "core").glob("*.py"))
            if path.name not in _JOINING]
    paths = [*core, room / "__init__.py",
             room / "pack.py", ROOT / "sim" / "chip" / "uf2.py"]
    found = _compiled(paths)
    for path in sorted((ROOT / "host_tools" / "texts").glob("*.txt")):
        found[inside(path)] = path.read_bytes()
    found[PROBES + "drivers.json"] = json.dumps(drivers()).encode()
    for name in profiles():
        found["%s%s.txt" % (PROBES, name)] = last(wiring_of(name)).encode()
    return found


def _compiled(paths: list[Path]) -> dict[str, bytes]:
    """Return Python files of ours as the interpreter imports them."""
    return {
        inside(path): compiled(path.read_text("utf-8"), path.relative_to(ROOT).as_posix(), LEVEL)
        for path in paths
    }


def file_system(profile: str, games: str | None = None) -> bytes:
    """Return the file system of a new board, compressed, for a file that the page makes."""
    files = with_settings(built(profile, games), {"profile": profile})
    return zipped(system_of(files))


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else TARGET
    try:
        files = web(folder, tuple(profiles()))
    except CommandError as error:
        sys.exit(str(error))
    echo("%d files, %.1f MB in %s" % (len(files), sum(map(len, files.values())) / 1e6, folder))


if __name__ == "__main__":
    main(sys.argv[1:])
