"""ngspice's word on the guard, of a block that is switched on, of every input's level and of
the chain's clock and data, from the circuits' values; with planted faults."""

import copy
import dataclasses
import random
import shutil

import pytest

from hardware import chain_timing, pinout, protection, spice, spice_chain, spice_levels
from hardware.electronics import circuits
from hardware.source import DESIGN as SOURCES
from hardware.source import Design, SourceError

pytestmark = pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed")
DESIGN = Design()


def guard_values():
    """(ohm above, ohm below, farad) of the block's guard."""
    ohm, farad = protection.ohms(DESIGN.parts), protection.farads(DESIGN.parts)
    on = {(c.part, *c.pins.values()) for c in circuits.block(DESIGN.boards).components.values()}
    return (next(ohm[part] for part, *nets in on if nets == ["+5V_FUSED", "GUARD_REF"]),
            next(ohm[part] for part, *nets in on
                 if part in ohm and nets == ["GUARD_REF", "GND"]),
            next(farad[part] for part, *nets in on
                 if part in farad and nets == ["GUARD_REF", "GND"]))


def test_the_guards_threshold_over_its_parts_tolerances():
    """A slow ramp; the reference fires where its input reaches 2.495 V, 1 % either way."""
    high, low, farad = guard_values()
    g, chance, fired = DESIGN.power.data["guard"], random.Random(1), []
    for _ in range(20):
        r1, r2, ref = (value * (1 + chance.uniform(-0.01, 0.01))
                       for value in (high, low, g["reference"]))
        fired.append(spice.measure([
            "V1 in 0 PWL(0 4 100m 7)", f"R1 in ref {r1}", f"R2 ref 0 {r2}", f"C1 ref 0 {farad}",
            ".tran 20u 100m", f".meas tran volts FIND v(in) WHEN v(ref)={ref}"],
            ["volts"])["volts"])
    assert g["brick"] < min(fired) and max(fired) < g["bears"], (min(fired), max(fired))


def test_the_guard_is_not_late_on_a_brick_of_12_v():
    """A brick of 12 V through 0.1 ohm onto the block's 1000 uF."""
    high, low, farad = guard_values()
    found = spice.measure([
        "V1 src 0 PWL(0 0 1u 12)", "RS src in 0.1", "CB in 0 1000u", f"R1 in ref {high}",
        f"R2 ref 0 {low}", f"C1 ref 0 {farad}", ".tran 0.2u 1m",
        ".meas tran over WHEN v(in)=6 RISE=1", ".meas tran fires WHEN v(ref)=2.495 RISE=1"],
        ["over", "fires"])
    assert found["fires"] - found["over"] < DESIGN.power.data["guard"]["lag_ms"] / 1000


def test_a_block_that_is_switched_on_leaves_the_others_their_volts():
    """Its switch charges 470 uF with 1.9 A; a brick of 5 V, a fuse and 0.8 m of wire before."""
    p = DESIGN.power.data
    ohm = p["fuses"]["block"]["ohm"] + 2 * 0.0175 * p["rule"]["feed_m"] / p["rule"]["feed_mm2"]
    amps = p["loads"]["block_switch"]["ma"] / 1000
    found = spice.measure([
        "V1 src 0 5", f"RS src in {ohm}", "CB in 0 1000u IC=5",
        f"B1 in out I={amps}*tanh(20*max(0, v(in)-v(out)))*(time>0.2m ? 1 : 0)",
        "C2 out 0 470u IC=0", "RL out 0 17", ".tran 5u 6m UIC",
        ".meas tran least MIN v(in) FROM=0.1m TO=6m",
        ".meas tran ready WHEN v(out)=4.5 RISE=1"], ["least", "ready"])
    assert found["least"] > 4.4 and found["ready"] < 0.004


# The level of every input.

@pytest.mark.parametrize("number", [0, 1, 3], ids=["reader blocks", "hall blocks", "facings"])
def test_every_input_gets_its_level(number):
    above, below, inputs = spice_levels.margins(DESIGN, pinout.tables(DESIGN)[number])
    assert above > 0.2 and below > 0.2 and inputs > 60


def test_a_level_by_hand():
    """The display pulls SDA low with 134 ohm against 2 k and 10 k, all at their limits, 3.4 V."""
    volts = spice.operating_point(["V1 up 0 3.4", "R1 up sda 1980", "R2 up sda 10k",
                                   "R3 sda 0 134", "I1 0 sda 2.5u"])
    pulled = 1980 * 10000 / 11980
    assert volts["sda"] == pytest.approx((3.4 + 2.5e-6 * pulled) * 134 / (134 + pulled), abs=1e-4)


@pytest.mark.parametrize(("number", "ref", "part", "what"), [
    (0, "R16", "r33", "for low"),       # a pull-up that the display cannot draw low
    (0, "R107", "r33", "for high"),     # a pull-down that a latch cannot lift
    (0, "R6", "r33", "for high"),       # the same at the chain's return
    (0, "R22", "r10k", "bears"),        # a divider that gives 4.5 V
    (0, "R111", "r33", "for low"),      # a switch cannot report its fault
    (1, "R6", "r33", "for high"),
])
def test_planted_resistors(number, ref, part, what):
    circuit = pinout.tables(DESIGN)[number]
    circuit.components[ref] = dataclasses.replace(circuit.components[ref], part=part)
    with pytest.raises(SourceError, match=what) as found:
        spice_levels.margins(DESIGN, circuit)
    assert found.value.where.startswith("circuits.py:") and found.value.cure


@pytest.mark.parametrize(("part", "key", "value", "what"), [
    ("ahct125", "high", 0.7, "for high"),         # a 74AHC125
    ("spread", "main", [3.4, 5.25], "for high"),  # a weak brick, a good one for the lights
    ("spread", "+3V3", [3.2, 3.8], "bears"),
    ("pn532", "low", 0.0, "for low"),
    ("hall", "ohm", 5000, "for low"),
    ("spread", "leak", 100, "for"),
])
def test_planted_parts(part, key, value, what):
    design = copy.copy(DESIGN)
    design.pinout = copy.deepcopy(DESIGN.pinout)
    design.pinout.data[part][key] = value
    with pytest.raises(SourceError, match=what):
        spice_levels.margins(design, pinout.tables(design)[part == "hall"])


# The chain.

CHAINS = {"block": (circuits.block, 16, "hc595"), "hall": (circuits.hall_block, 9, "hc165")}


@pytest.mark.parametrize("name", CHAINS)
def test_a_whole_chain_brings_back_what_was_sent(name):
    make, blocks, shifter = CHAINS[name]
    assert spice_chain.check(DESIGN, make(DESIGN.boards), blocks, shifter) == 32


def test_the_clock_is_a_wave_without_a_stop():
    """Each block takes it on its way: 1.65 ns a hop, more by the inputs' load, none by an echo."""
    for run in list(spice_chain.runs(DESIGN))[:4]:
        times = spice_chain.arrivals(run, 16, 1.65, 200)
        assert max(b - a for a, b in zip(times, times[1:], strict=False)) < 6
    assert spice_chain.peak(DESIGN, 16) < 5.5 < DESIGN.datasheets.data["line"]["bears"]


def planted(tmp_path, name, *changes):
    """A Design whose source `name` has changes (old, new)."""
    folder = tmp_path / "design"
    shutil.copytree(SOURCES, folder)
    text = (folder / name).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / name).write_text(text)
    return Design(folder)


@pytest.mark.parametrize(("name", "old", "new"), [
    ("parts.csv", "SN74AHC14N", "SN74HC14N"), ("parts.csv", "SN74AHC595N", "SN74HC595N"),
    ("pins.toml", "chain_hz = 5_000_000", "chain_hz = 8_000_000")])
def test_a_chain_too_slow_or_too_fast(tmp_path, name, old, new):
    design = planted(tmp_path, name, (old, new))
    with pytest.raises(SourceError, match="sent"):
        spice_chain.check(design, circuits.block(design.boards), 16, "hc595")


def test_a_chain_whose_data_pass_no_gates():
    circuit = circuits.block(DESIGN.boards)
    end = circuit.components["R10"]
    circuit.components["R10"] = dataclasses.replace(end, pins={**end.pins, 1: "CHAIN_OUT"})
    with pytest.raises(SourceError, match="sent"):
        spice_chain.check(DESIGN, circuit, 16, "hc595")


@pytest.mark.parametrize("gates", [0, 1])
def test_a_clock_driven_weakly(monkeypatch, gates):
    """By the Pico, or by one gate: its edge stops half way up."""
    monkeypatch.setattr(chain_timing, "clock_gates", lambda design: gates)
    with pytest.raises(SourceError, match="waits there for the echo"):
        chain_timing.check(DESIGN)
    with pytest.raises(SourceError, match="does not reach|sent"):
        spice_chain.check(DESIGN, circuits.block(DESIGN.boards), 16, "hc595")
    monkeypatch.setattr(chain_timing, "line_end", lambda design: 1e9)  # then it comes, but late
    with pytest.raises(SourceError, match="sent"):
        spice_chain.check(DESIGN, circuits.block(DESIGN.boards), 16, "hc595")


def test_a_clock_whose_line_has_no_end(monkeypatch):
    monkeypatch.setattr(chain_timing, "line_end", lambda design: 1e9)
    assert spice_chain.peak(DESIGN, 16) > DESIGN.datasheets.data["line"]["bears"]
