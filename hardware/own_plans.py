"""The plans of the user's own board, as the files of its folder: profile, bill, pictures, prints,
and a guide with the differences from the common one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware import bills, boards, guide, own_boards, pins, power
from hardware.artwork import maps, overlays
from hardware.artwork.draw import svg
from hardware.electronics import circuits, facings
from hardware.harness import labels, plans, topview
from hardware.mechanics import cross_section, map_frames
from hardware.source import ROOT, Design
from hardware.tables import table
from hardware.wiring import module

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.harness.plans import Plan

_HARDWARE = ROOT / "hardware"
# Steps of the common guide, and the work in them.
_STEPS = {"3-order": "Order", "4-print": "Print", "5-solder": "Solder", "6-wire": "Wire",
          "8-tags": "Tags and pieces"}
_OVERLAYS = {"land": overlays.meadow, "market": overlays.meadow, "mars": overlays.mars}
_COLOURS = {code: name for name, code in plans.CODES.items()}
_COMMON = ("panel", "ribbon", "cell")  # drawings of the harness that all boards share


def profile(design: Design) -> str:
    """Return the profile of the one board of a design, as a module. Raises SourceError."""
    board = own_boards.board_of(design)
    budget = power.Power(design.power).budget(board)
    used = pins.table(design.pins, board.facings)
    return module(board, used, design.pins.need("bus", "hz", int), budget)


def files(design: Design, games: tuple[str, ...]) -> dict[str, bytes]:
    """Return {path in the folder: content} of the plans of a design with a board's own file.
    Raises SourceError if the board breaks a rule."""
    own_boards.check(design)
    board = own_boards.board_of(design)
    made: dict[str, str | bytes] = {
        f"{board.name}.py": profile(design), "bill.csv": bills.Bills(design).text(board),
        "top.svg": topview.view(board, design.mechanics.need("top", "mouth", (int, float))),
        **{f"overlay-{name}.svg": _overlay(board, name) for name in games if name in _OVERLAYS},
        **_island_maps(board, games), **prints(design, board)}
    for name in _drawings(board):
        made[f"{name}.svg"] = (_HARDWARE / "harness" / "svg" / f"{name}.svg").read_bytes()
    if board.blocks:
        made["section.svg"] = cross_section.view(design)
    if board.facings:
        made["facings.png"] = (_HARDWARE / "electronics" / "out" / "facing" /
                               "schematic.png").read_bytes()
    made["README.md"] = _guide(design, board, games, made)
    return {name: data.encode() if isinstance(data, str) else data for name, data in made.items()}


def _drawings(board: boards.Board) -> tuple[str, ...]:
    return _COMMON[:3 if board.cells_read else 2 if board.blocks else 1]


def prints(design: Design, board: boards.Board) -> dict[str, bytes]:
    """Return {path in the folder: STL} of all printed parts of a board."""
    made = {f"prints/{name}.stl": (_HARDWARE / "mechanics" / "stl" / f"{name}.stl").read_bytes()
            for name in [*bills.printed(board), *["tile_facing"] * board.facings]}
    if board.width and not board.blocks:
        printer = design.mechanics.need("fit", "printer", (int, float))
        for n, mesh in enumerate(map_frames.meshes(*own_boards.strips(board), printer), 1):
            made[f"prints/map_frame_{n}.stl"] = map_frames.stl(mesh)
    return made


def _overlay(board: boards.Board, game: str) -> str:
    """Return a game's drawing under the opal sheet, in its true size."""
    wide, high = (side * board.pitch for side in (board.width, board.height))
    return svg(_OVERLAYS[game](board.width, board.height, board.pitch), wide, high,
               f"{game}, {board.title}") + "\n"


def _island_maps(board: boards.Board, games: tuple[str, ...]) -> dict[str, str]:
    """Return the set-up pictures of the maps of Landover whose land a board of hexes has."""
    if not board.hexes or "landover" not in games:
        return {}
    made = {}
    for name, (fields, _) in maps.MAPS.items():
        land = {str(number) for number, field in enumerate(fields.replace("|", " ").split())
                if field != "~"}
        if land <= set(board.spots):
            made[f"map-{name[0]}.svg"] = svg(maps.picture(name), *maps.SIZE, f"map {name}") + "\n"
    return made


def _wires(plan: Plan) -> str:
    """Return the wires of a drawing as a table."""
    rows = []
    for joins in plan["connections"]:
        (one, ways), (cable, wires), (other, others) = [
            item for join in joins for item in join.items()]
        about = plan["cables"][cable]
        numbers = map(labels.numbers, (ways, wires, others))
        for here, wire, there in zip(*numbers, strict=True):
            rows.append((one, plan["connectors"][one]["pinlabels"][here - 1],
                         _COLOURS[about["colors"][wire - 1]], about.get("gauge", "jumper wire"),
                         f"{1000 * about['length']:.0f} mm", other,
                         plan["connectors"][other]["pinlabels"][there - 1]))
    return table(("from", "pin", "colour", "wire", "length", "to", "pin"), rows)


def _guide(design: Design, board: boards.Board, games: tuple[str, ...],
           made: dict[str, str | bytes]) -> str:
    """Return the page of a board: its pictures, and for each step of the common guide the parts
    and the paths of its wires."""
    bill, budget = bills.Bills(design), power.Power(design.power).budget(board)
    cells = [side * board.pitch for side in (board.width, board.height)]
    facts = [("hexes", f"{board.hexes}, {board.pitch:g} mm across the flats") if board.hexes else
             ("cells", f"{board.width} x {board.height}, {board.pitch:g} mm each: "
              f"{cells[0]:.0f} x {cells[1]:.0f} mm"),
             ("readers", str(sum(r is not None for r in board.readers) + 1)),
             ("lights", f"{len(board.pixels)}, at most {budget.light_ma} mA"),
             ("supply", f"{board.supplies} x {design.parts[_brick(design, board)]['what']}"),
             ("circuit boards", ", ".join(_circuit_boards(board))),
             ("games", ", ".join(games)), ("parts", f"{bill.total(board)} USD ([bill](bill.csv))")]
    lines = [f"# {board.name}: {board.title}", "", "![The board from above](top.svg)", "",
             table(("", ""), facts)]
    pages = (ROOT / "hardware" / "docs").as_posix()
    lines += ["The steps are those of the common guide; this page says what they take for this "
              f"board. Begin with [two cells on the bench]({pages}/2-one-cell.md)."
              if board.cells_read else
              "The steps are those of the common guide; this page says what they take for this "
              "board.", ""]
    for step, words in _STEPS.items():
        _, rows = guide.needs(design, step)
        lines += [f"## [Step {step[0]}: {words}]({pages}/{step}.md)", "",
                  table(("part", "how many"), [row for row in rows if row[1] != "-"]),
                  *_of_step(design, board, step, made)]
    if board.facings:
        lines += [f"## [How a tile is turned]({pages}/facings.md)", "", table(
            ("part", "how many"), [(design.parts[part]["what"], str(n * board.blocks))
                                   for part, n in (bill.sensors
                                                   | bill.recipe.data["facings"]).items()]), "",
            "![The circuit of a block's facing sensors](facings.png)", "",
            table(("wire", "colour", "from", "on the strip board"),
                  [(*row, ", ".join(joined)) for *row, joined in
                   facings.wires(design, pins.table(design.pins, True))]), "",
            "Print [the tile](prints/tile_facing.stl) with pockets for its magnets. When all is "
            "wired, take everything off the board and run `leyboard doctor --calibrate`.", ""]
    lines += ["## Step 7: First light", "", "```", f"leyboard play --profile {board.name}",
              f"leyboard flash --profile {board.name} --games {','.join(games)}",
              f"leyboard image --profile {board.name} --games {','.join(games)} "
              "--base RPI_PICO.uf2", "leyboard doctor --walk", "```", "",
              f"The first one plays on it without a board. The files of the flash are in "
              f"`firmware`. [The common page]({pages}/7-first-light.md) says more."]
    return "\n".join(lines) + "\n"


def _brick(design: Design, board: boards.Board) -> str:
    part: str = design.power.data["supplies"][board.supply]["part"]
    return part


def _circuit_boards(board: boards.Board) -> list[str]:
    kind = "block" if board.cells_read else "hall block"
    return ["1 main board", *([f"{board.blocks} x {kind}"] if board.blocks else [])]


def _of_step(design: Design, board: boards.Board, step: str,
             made: dict[str, str | bytes]) -> list[str]:
    """Return the lines of a step that are only for this board."""
    if step == "4-print":
        count = bills.printed(board) | {f"map_frame_{n}": 1 for n in range(1, 100)
                                        if f"prints/map_frame_{n}.stl" in made}
        lines = [table(("print", "how many"), [(f"[{name}](prints/{name}.stl)", str(n))
                                               for name, n in count.items()])]
        if "prints/map_frame_2.stl" in made:
            lines += ["The frame of the map is longer than a printer's bed: glue its pieces side "
                      "by side, number 1 in the south-west, then eastwards row by row.", ""]
        lines += [f"![Overlay of {name[8:-4]}, print it in its true size]({name})"
                  for name in made if name.startswith("overlay-")]
        lines += [f"![Map {name[4:-4]} of Landover]({name})"
                  for name in made if name.startswith("map-")]
        return [*lines, *(["", "![A block in section](section.svg)"] if board.blocks else []), ""]
    if step == "6-wire":
        supply = design.power.need(f"supplies.{board.supply}", "ma", int)
        main, bill = circuits.main_board(pins.table(design.pins)), design.bills
        drawn = [("Supply", plans.power(board, supply, bill)),
                 ("Lights", plans.lights(board, bill)), ("Panel", plans.panel(main, bill))]
        lines = [line for words, plan in drawn for line in (f"### {words}", "", _wires(plan))]
        return lines + [f"![{name}]({name}.svg)" for name in _drawings(board)] + [""]
    return []


def write(folder: Path, made: dict[str, bytes]) -> None:
    """Write the files of a folder; others in it stay."""
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
