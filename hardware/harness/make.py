"""Draws the harness: `python -m hardware.harness.make`, in .venv-hardware with Graphviz."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hardware import boards, fingerprints, pins
from hardware.electronics import circuits
from hardware.harness import plans
from hardware.source import ROOT, Design

OUT = ROOT / "hardware" / "harness"
BUILD = ROOT / "build" / "hardware" / "harness"
_FONT = ' font-family="DejaVu Sans" font-size="14.00"'
_OUTLINE = ' fill="none" stroke="black"'
_STYLE = "<style>text{fill:black;stroke:none}path{stroke-width:2}</style>\n"


def draw(name: str, plan: Any) -> str:
    """Return the SVG of a plan. Raises CalledProcessError with WireViz's words."""
    BUILD.mkdir(parents=True, exist_ok=True)
    source = BUILD / f"{name}.yml"
    source.write_text(json.dumps(plan, indent=1))  # JSON is YAML
    wireviz = Path(sys.executable).with_name("wireviz")
    subprocess.run([wireviz, "-f", "spt", "-o", BUILD, source], check=True, capture_output=True,
                   text=True)
    return lean((BUILD / f"{name}.svg").read_text(encoding="utf-8"))


def lean(text: str) -> str:
    """Return a drawing of Graphviz without attributes repeated at every text, and without
    comments."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
    text = re.sub(r"<title>.*?</title>\n", "", text)
    text = text.replace(_FONT, "").replace(' text-anchor="start"', "")
    return shorter(text.replace('<g id="graph0"', f'<g{_FONT} id="graph0"', 1))


def shorter(text: str) -> str:
    """Return the same drawing in fewer bytes: polygons close themselves, blank texts go, a sign
    separates two numbers, and a group has the attributes of nearly all outlines."""
    text = re.sub(r'points="(\S+) ([^"]*) \1"', r'points="\1 \2"', text)
    text = re.sub(r"<text [^>]*>(?:[ \xa0]|&#160;)*</text>\n", "", text)
    text = re.sub(r' id="(?:node|edge)\d+" class="(?:node|edge)"', "", text)
    text = re.sub(r' (points|d)="[^"]*"', lambda one: one[0].replace(",-", "-"), text)
    text = text.replace(' fill="none" stroke="black"', "")
    text = re.sub(r'(<path) fill="none"(?: stroke="#000000")?( .*?)? stroke-width="2"', r"\1\2",
                  text)
    return text.replace(_FONT, _FONT + _OUTLINE, 1).replace("<g", _STYLE + "<g", 1)


def main() -> None:
    design = Design()
    made = plans.every(design, boards, circuits, pins)
    folder = OUT / "svg"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        path.unlink()
    for name, plan in made.items():
        (folder / f"{name}.svg").write_text(draw(name, plan), encoding="utf-8")
    fingerprints.record("harness", design)
    print(f"harness: {len(made)} drawings")


if __name__ == "__main__":
    main()
