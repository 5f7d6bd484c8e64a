"""Makes the files of a release in dist/; unchanged sources give the same bytes.

`make release`, after `make hardware`, in .venv-hardware; Chromium prints the guide. README.md
lists the files under "What a release brings".
"""

import base64
import hashlib
import mimetypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import partial
from pathlib import Path

from markdown_it import MarkdownIt

from hardware import archive, kicad_projects
from hardware.source import ROOT

DIST = ROOT / "dist"
FRESH = ROOT / "build" / "dist"  # it becomes DIST once it is complete
HARDWARE = ROOT / "hardware"
_DAY = (2026, 1, 1, 0, 0, 0)  # of every file in an archive
_EPOCH = "1767225600"         # the same, for tools
_BOARDS = kicad_projects.BOARDS
_STYLE = """body{font:11pt/1.4 sans-serif}h1{page-break-before:always;font-size:22pt}
h1:first-of-type{page-break-before:auto}img{max-width:100%;max-height:22cm}img.large{width:100%}
table{border-collapse:collapse;font-size:9pt}td,th{border:1px solid #999;padding:2px 5px}
code{font-size:9pt}pre{background:#eee;padding:6px;white-space:pre-wrap}a{color:#046}"""


class ReleaseError(Exception):
    """A file for the release is missing, or a tool failed."""


def made(*names: str) -> Path:
    """Return a file or folder that `make hardware` made."""
    return _there(archive.FOLDER.joinpath(*names), "hardware")


def _there(path: Path, target: str) -> Path:
    if not path.exists():
        raise ReleaseError(f"{path.relative_to(ROOT)} is missing: run make {target} first")
    return path


def pack(name: str, files: dict[str, bytes]) -> Path:
    """Return a zip archive of {name in it: bytes}, sorted, with one date for all."""
    path = FRESH / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for inside in sorted(files):
            entry = zipfile.ZipInfo(inside, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            zipped.writestr(entry, files[inside], compresslevel=9)
    return path


def folder(path: Path, pattern: str) -> dict[str, bytes]:
    """Return {name below `path`: bytes} of the files that match."""
    return {str(file.relative_to(path)): file.read_bytes()
            for file in sorted(path.rglob(pattern)) if file.is_file()}


def steady_step(text: str) -> str:
    """Return a STEP file without its date and time."""
    return re.sub(r"'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^']*'", "'2026-01-01T00:00:00'", text)


def step() -> dict[str, bytes]:
    found = {}
    for path in sorted(archive.FOLDER.rglob("*.step")):
        found[path.name] = steady_step(path.read_text(errors="replace")).encode()
    return found


def pages() -> list[Path]:
    """Return the guide's Markdown files, in the order of reading."""
    docs = HARDWARE / "docs"
    steps = sorted(docs.glob("[1-9]-*.md"))
    rest = [path for path in sorted(docs.glob("*.md")) if path not in steps]
    return [HARDWARE / "README.md", *steps, *rest]


def guide() -> str:
    """Return the whole guide as one page of HTML, pictures inside, with the large ones of the
    boards."""
    parser = MarkdownIt("commonmark").enable("table")
    body = []
    for path in pages():
        html = parser.render(path.read_text(encoding="utf-8"))
        html = re.sub(r'(?<=<img src=")([^"]+)', partial(_pictured, path.parent), html)
        body.append(re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", html, flags=re.S))
    body.append("<h1>The boards</h1>")
    for board in _BOARDS:
        picture = made("electronics", f"{board}.png")
        body.append(f'<h2>{board}</h2><img class="large" src="{_inside(picture)}">')
    return (f'<!doctype html><meta charset="utf-8"><title>Leyboard: building guide</title>'
            f"<style>{_STYLE}</style>" + "\n".join(body))


def _pictured(folder: Path, found: re.Match[str]) -> str:
    return _inside(folder / found[1])


def _inside(path: Path) -> str:
    kind = mimetypes.guess_type(path.name)[0]
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def printed(html: str, path: Path) -> None:
    """Print a page to a PDF, without its date and time."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        raise ReleaseError("Chromium prints the guide, and it is not there: apt install chromium")
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "guide.html"
        page.write_text(html, encoding="utf-8")
        done = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
             "--disable-pdf-tagging",  # tags have numbers that differ from run to run
             f"--user-data-dir={place}/profile", f"--print-to-pdf={path}", page.as_uri()],
            capture_output=True, text=True)
    if done.returncode or not path.is_file():
        raise ReleaseError(f"Chromium did not print the guide:\n{done.stderr[-500:]}")
    path.write_bytes(re.sub(rb"\(D:\d{14}([^)]*)\)", rb"(D:20260101000000\1)", path.read_bytes()))


def wheel() -> None:
    """The programs, for pip. Setuptools leaves build/lib and an egg-info, so it works on a copy.
    """
    with tempfile.TemporaryDirectory() as place:
        for name in filter(None, git("ls-files", "-z").split("\0")):
            if (ROOT / name).is_file():
                target = Path(place) / "tree" / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
        done = subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check",
             "--no-deps", "-w", str(FRESH), str(Path(place) / "tree")],
            capture_output=True, text=True,
            env=os.environ | {"SOURCE_DATE_EPOCH": _EPOCH})
    if done.returncode:
        raise ReleaseError(f"no wheel: {done.stderr[-500:]}")


def git(*words: str) -> str:
    """Return git's output about this checkout."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True,
                              check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        why = getattr(error, "stderr", None) or str(error)
        raise ReleaseError(f"a release is made in a checkout, of what git has: {why}") from None


def main() -> None:
    changed = git("status", "--short")
    os.umask(0o022)  # the rights in the wheel
    shutil.rmtree(FRESH, ignore_errors=True)
    FRESH.mkdir(parents=True)
    for board in _BOARDS:
        shutil.copyfile(made("electronics", f"{board}-fab.zip"),
                        FRESH / f"leyboard-{board}-fab.zip")
        shutil.copyfile(made("electronics", f"{board}.png"), FRESH / f"leyboard-{board}.png")
    shutil.copyfile(made("electronics", "interactive-bill.html"),
                    FRESH / "leyboard-interactive-bill.html")
    pack("leyboard-kicad.zip", {name: text.encode()
                                for name, text in kicad_projects.projects().items()})
    pack("leyboard-step.zip", step())
    pack("leyboard-stl.zip", folder(HARDWARE / "mechanics" / "stl", "*.stl")
         | folder(HARDWARE / "mechanics" / "laser", "*.dxf"))
    pack("leyboard-sheets.zip", folder(made("sheets"), "*.pdf"))
    pack("leyboard-bills.zip", folder(HARDWARE / "bills", "*.csv"))
    printed(guide(), FRESH / "leyboard-guide.pdf")
    for name in ("boards", "web"):
        pack(f"leyboard-{name}.zip", folder(_there(ROOT / "build" / name, name), "*"))
    wheel()
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
                   for path in sorted(FRESH.iterdir()))
    (FRESH / "SHA256SUMS").write_text(sums)
    shutil.rmtree(DIST, ignore_errors=True)
    FRESH.rename(DIST)
    print(sums, end="")
    if changed:
        print(f"not for others: what git has not committed is in it\n{changed}", end="")


if __name__ == "__main__":
    try:
        main()
    except (ReleaseError, kicad_projects.ProjectError) as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"the release cannot be written: {error}")
