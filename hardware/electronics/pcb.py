"""Places, routes and writes the printed boards of layouts.py. Runs under Debian's python3 with
KiCad's pcbnew: `/usr/bin/python3 -m hardware.electronics.pcb OUT [BOARD...]`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pcbnew

from hardware import pins
from hardware.electronics import circuits
from hardware.electronics.layouts import FRONT, HOLES, PLANS, SIZE, pin_names
from hardware.electronics.route import CLEARANCE, DRILL, STEP, VIA, Pad, Router, simplified
from hardware.electronics.schematic import open_net, uid
from hardware.source import Design

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.electronics.route import Node, Spot
    from hardware.source import Parts

FOOTPRINTS = Path("/usr/share/kicad/footprints")
ORIGIN = 40 * STEP
WIDTHS = {"+5V": 0.8, "+5V_FUSED": 0.6, "+5V_LOGIC": 0.6, "+5V_CELLS": 0.6, "+3V3": 0.4,
          "VSYS": 0.5, "GND": 0.4}
TRACK = 0.3


def mm(value: float) -> int:
    return pcbnew.FromMM(round(value, 4))  # type: ignore[no-any-return]


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(mm(ORIGIN + x), mm(ORIGIN + y))


class Board:
    """One board in the making."""

    def __init__(self, circuit: circuits.Circuit, parts: Parts, folder: Path) -> None:
        self.circuit, self.parts, self.plan = circuit, parts, PLANS[circuit.name]
        self.path = folder / f"{circuit.name}.kicad_pcb"
        self.board = pcbnew.NewBoard(str(self.path))
        self.width, self.height = SIZE
        missing = set(circuit.components) ^ set(self.plan["place"])
        if missing:
            raise ValueError(f"{circuit.name}: placed or wanted only: {sorted(missing)}")
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        for name in circuit.nets():
            self._net(name)
        settings = self.board.GetDesignSettings()
        settings.m_MinClearance = mm(CLEARANCE)
        settings.m_TrackMinWidth = mm(0.2)
        settings.m_MinResolvedSpokes = 1

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
        self.board.Add(self.nets[name])
        return self.nets[name]

    def outline(self) -> None:
        rect = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_RECT)
        rect.SetStart(point(0, 0))
        rect.SetEnd(point(self.width, self.height))
        rect.SetLayer(pcbnew.Edge_Cuts)
        rect.SetWidth(mm(0.1))
        self.board.Add(rect)

    def parts_placed(self) -> None:
        for ref, (x, y, turn) in self.plan["place"].items():
            component = self.circuit.components[ref]
            row = self.parts[component.part]
            library, name = row["footprint"].split(":")
            item = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
            item.SetFPID(pcbnew.LIB_ID(library, name))
            item.SetReference(ref)
            item.SetValue(row["value"])
            item.SetPosition(point(x, y))
            item.SetOrientationDegrees(turn)
            item.SetPath(pcbnew.KIID_PATH(f"/{uid(self.circuit.name, ref, 1)}"))
            for pad in item.Pads():
                if not pad.GetNumber():
                    continue
                number = int(pad.GetNumber())
                net = component.pins[number]
                if net is circuits.NC:
                    pad.SetNet(self._net(open_net(ref, row["symbol"], number)))
                else:
                    pad.SetNet(self.nets[net])
            if name.startswith("R_Axial"):  # the name fits on the part's body
                item.Reference().SetPosition(item.GetBoundingBox(False).Centre())
            self.board.Add(item)
        for number, (x, y) in enumerate(((HOLES, HOLES), (self.width - HOLES, HOLES),
                                         (HOLES, self.height - HOLES),
                                         (self.width - HOLES, self.height - HOLES)), 1):
            hole = pcbnew.FootprintLoad(str(FOOTPRINTS / "MountingHole.pretty"),
                                        "MountingHole_3.2mm_M3")
            hole.SetFPID(pcbnew.LIB_ID("MountingHole", "MountingHole_3.2mm_M3"))
            hole.SetReference(f"H{number}")
            hole.Reference().SetVisible(False)
            hole.SetPosition(point(x, y))
            hole.SetAttributes(pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM
                               | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
            self.board.Add(hole)
            head = pcbnew.ZONE(self.board)  # no copper under the screw's head
            head.SetIsRuleArea(True)
            head.SetDoNotAllowCopperPour(True)
            head.SetDoNotAllowTracks(True)
            head.SetDoNotAllowVias(True)
            head.SetDoNotAllowPads(False)
            head.SetDoNotAllowFootprints(False)
            head.SetLayerSet(pcbnew.LSET.AllCuMask(2))
            self._polygon(head, (x - 3.3, y - 3.3, x + 3.3, y + 3.3))
            self.board.Add(head)

    @staticmethod
    def _polygon(zone: pcbnew.ZONE, box: Sequence[float]) -> None:
        outline = zone.Outline()
        outline.NewOutline()
        x1, y1, x2, y2 = box
        for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2)):
            at = point(x, y)
            outline.Append(at.x, at.y)

    def _router_pads(self) -> list[Pad]:
        found = []
        for item in self.board.GetFootprints():
            for pad in item.Pads():
                box = pad.GetBoundingBox()
                at = pad.GetPosition()
                through = pad.GetAttribute() != pcbnew.PAD_ATTRIB_SMD
                hole = pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH
                half = [pcbnew.ToMM(size) / 2 for size in (box.GetWidth(), box.GetHeight())]
                if hole:  # room for the screw's head
                    half = [max(half[0], 3.2)] * 2
                found.append(Pad(pad.GetNetname() or f"hole {item.GetReference()} "
                                 f"{pad.GetNumber()}", pcbnew.ToMM(at.x) - ORIGIN,
                                 pcbnew.ToMM(at.y) - ORIGIN, *half, (0, 1) if through else (0,)))  # type: ignore[call-arg]
            for area in item.Zones():  # no copper near the Pico's antenna
                box = area.GetBoundingBox()
                x, y = pcbnew.ToMM(box.Centre().x), pcbnew.ToMM(box.Centre().y)
                found.append(Pad(f"area of {item.GetReference()}", x - ORIGIN, y - ORIGIN,
                                 pcbnew.ToMM(box.GetWidth()) / 2,
                                 pcbnew.ToMM(box.GetHeight()) / 2, (0, 1)))
        return found

    def route(self) -> None:
        pads = self._router_pads()
        for net, layer, x1, y1, x2, y2 in self.plan["planes"]:
            pads.append(Pad(net, (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2,
                            (layer,), plane=True))
        for net, x, y in self.plan["vias"]:
            pads.append(Pad(net, x, y, VIA / 2, VIA / 2, (0, 1)))
            self._via(net, x, y)
        widths = {name: WIDTHS.get(name, TRACK) for name in self.circuit.nets()}
        span: dict[str, list[float]] = {}
        for pad in pads:
            box = span.setdefault(pad.net, [pad.x, pad.x, pad.y, pad.y])
            span[pad.net] = [min(box[0], pad.x), max(box[1], pad.x),
                             min(box[2], pad.y), max(box[3], pad.y)]
        order = sorted(widths, key=lambda n: (n == "GND", span[n][1] - span[n][0]
                                              + span[n][3] - span[n][2]))
        paths = Router(self.width, self.height, pads, widths).run(order)
        for net in sorted(paths):
            for path in paths[net]:
                runs, vias = simplified(path)
                for a, b, layer in runs:
                    self._track(net, a, b, layer, widths[net])
                for x, y in vias:
                    self._via(net, x, y)
        self._reach(pads, paths, widths)

    def _track(self, net: str, a: Spot, b: Spot, layer: int, width: float) -> None:
        if point(*a) == point(*b):
            return
        track = pcbnew.PCB_TRACK(self.board)
        track.SetStart(point(*a))
        track.SetEnd(point(*b))
        track.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[layer])
        track.SetWidth(mm(width))
        track.SetNet(self.nets[net])
        self.board.Add(track)

    def _via(self, net: str, x: float, y: float) -> None:
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(point(x, y))
        via.SetWidth(mm(VIA))
        via.SetDrill(mm(DRILL))
        via.SetNet(self.nets[net])
        self.board.Add(via)

    def _reach(self, pads: list[Pad], paths: dict[str, list[list[Node]]],
               widths: dict[str, float]) -> None:
        """From the grid node where a path ends on a pad to the middle of that pad."""
        for pad in pads:
            for path in () if pad.plane else paths.get(pad.net, ()):
                for x, y, layer in (path[0], path[-1]):
                    here = (x * STEP, y * STEP)
                    if layer in pad.layers and pad.gap(*here) == 0 and here != (pad.x, pad.y):
                        self._track(pad.net, here, (pad.x, pad.y), layer,
                                    min(widths[pad.net], 2 * min(pad.w, pad.h)))

    def zone(self, net: str, layer: int, box: Sequence[float], priority: int) -> None:
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        zone.SetNet(self.nets[net])
        self._polygon(zone, box)
        zone.SetAssignedPriority(priority)
        zone.SetMinThickness(mm(0.25))
        zone.SetLocalClearance(mm(0.25))
        zone.SetThermalReliefGap(mm(0.3))
        zone.SetThermalReliefSpokeWidth(mm(1.2))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        if net != "GND":
            zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL)
        self.board.Add(zone)

    def pour(self) -> None:
        supplies = [plane for plane in self.plan["planes"] if plane[0] != "GND"]
        for priority, (net, layer, *box) in enumerate(supplies, 1):
            self.zone(net, pcbnew.F_Cu if layer == FRONT else pcbnew.B_Cu, box, priority)
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            self.zone("GND", layer, (0.5, 0.5, self.width - 0.5, self.height - 0.5), 0)
        pcbnew.ZONE_FILLER(self.board).Fill(self.board.Zones())

    def words(self) -> None:
        for words, x, y, size in self.plan["words"]:
            self._text(words, x, y, size)
        for words, x, y, beside in pin_names(self.circuit):
            self._text(words, x, y, 0.8, beside)

    def _text(self, words: str, x: float, y: float, size: float, left: bool = False) -> None:
        text = pcbnew.PCB_TEXT(self.board)
        text.SetText(words)
        text.SetPosition(point(x, y))
        text.SetLayer(pcbnew.F_SilkS)
        text.SetTextSize(pcbnew.VECTOR2I(mm(size), mm(size)))
        text.SetTextThickness(mm(size * 0.15))
        if left:
            text.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_LEFT)
        self.board.Add(text)

    def save(self) -> None:
        pcbnew.SaveBoard(str(self.path), self.board)


def main(out: str, *names: str) -> None:
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    design = Design()
    for circuit in (circuits.block(design.boards),
                    circuits.main_board(pins.table(design.pins)),
                    circuits.hall_block(design.boards)):
        if names and circuit.name not in names:
            continue
        board = Board(circuit, design.parts, folder)
        board.outline()
        board.parts_placed()
        board.words()
        board.route()
        board.pour()
        board.save()
        print(f"{circuit.name}: {len(board.board.GetTracks())} tracks and vias")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))  # type: ignore[func-returns-value]
