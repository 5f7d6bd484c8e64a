"""Prints apt's source of Debian's backports suite, made from the machine's own Debian source."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

APT = Path("/etc/apt")


def stanzas(folder: Path) -> Iterator[dict[str, str]]:
    """Return each apt source of the machine as {field: value}, from both formats of its files."""
    for path in sorted((folder / "sources.list.d").glob("*.sources")):
        text = re.sub(r"(?m)^#.*\n", "", path.read_text())
        for block in re.split(r"\n\s*\n", text):
            fields = dict(re.findall(r"(?m)^([\w-]+):[ \t]*(.*)$", block))
            if fields:
                yield fields
    for path in (folder / "sources.list", *sorted((folder / "sources.list.d").glob("*.list"))):
        for line in path.read_text().splitlines() if path.is_file() else ():
            match = re.match(r"deb\s+(?:\[([^]]*)\]\s+)?(\S+)\s+(\S+)\s+(.*)", line)
            if match:
                signed = re.search(r"signed-by=(\S+)", match[1] or "")
                yield {"URIs": match[2], "Suites": match[3], "Components": match[4],
                       **({"Signed-By": signed[1]} if signed else {})}


def backports(folder: Path, codename: str) -> str:
    """Return the source's text. Raises LookupError if there is no Debian source of `codename`."""
    for fields in stanzas(folder):
        suites, components = fields.get("Suites", ""), fields.get("Components", "")
        if codename in suites.split() and "main" in components.split():
            lines = ["Types: deb", "URIs: %s" % fields["URIs"], "Suites: %s-backports" % codename,
                     "Components: main"]
            if "Signed-By" in fields:
                lines.append("Signed-By: %s" % fields["Signed-By"])
            return "\n".join(lines) + "\n"
    raise LookupError("no Debian source of %s in %s: KiCad 9 needs Debian 12; elsewhere install "
                      "KiCad 9, PrusaSlicer, Graphviz and Poppler by hand" % (codename, folder))


if __name__ == "__main__":
    release = Path("/etc/os-release").read_text()
    name = re.search(r"(?m)^VERSION_CODENAME=(\w+)", release)
    try:
        print(backports(APT, name[1] if name else "?"), end="")
    except LookupError as error:
        sys.exit(str(error))
