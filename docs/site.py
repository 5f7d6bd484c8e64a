"""Makes one site of pages that lie all over the project; a hook of mkdocs, see mkdocs.yml.

A page keeps its path, so links between pages work as they do in the repository. Files that a page
links to come along; a link to a folder becomes plain text, as a site has no folders to show.
"""

import re
from pathlib import Path

from mkdocs.structure.files import File, Files

_PAGES = ("*.md", "docs/**/*.md", "firmware/games/**/*.md", "hardware/**/*.md")
_LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_ROOT = Path(__file__).resolve().parents[1]
_SHIM = "iframe-worker/shim/index.js"  # of node_modules


def on_config(config):
    """Put pages of docs/ that the navigation does not name at the end of its documents."""
    for part in config["nav"]:
        if "Documents" in part:
            listed = part["Documents"]
            found = sorted(f"docs/{path.name}" for path in (_ROOT / "docs").glob("*.md"))
            listed += [name for name in found if name not in listed]
    return config


def on_files(files, config):
    """Return the pages and the files that they link to, in place of the files in `docs_dir`."""
    pages = {path for pattern in _PAGES for path in _ROOT.glob(pattern)}
    linked = set()
    for page in pages:
        for _, _, target, _ in _LINK.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve()
            if path.is_file() and path.is_relative_to(_ROOT):
                linked.add(path)
    names = sorted(path.relative_to(_ROOT).as_posix() for path in pages | linked)
    themes = [file for file in files if file.src_dir != config["docs_dir"]]
    ours = [File(name, str(_ROOT), config["site_dir"], False) for name in names]
    ours.append(File(_SHIM, str(_ROOT / "node_modules"), config["site_dir"], False))
    return Files(themes + ours)


def on_page_markdown(markdown, page, config, files):
    """Return the page without links to folders."""
    home = (_ROOT / page.file.src_uri).parent

    def plain(link):
        return link[2] if (home / link[3]).is_dir() else link[0]

    return _LINK.sub(plain, markdown)
