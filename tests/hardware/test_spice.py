"""What ngspice says of the guard and of a block that is switched on, from the circuit's values."""

import random
import shutil
import subprocess

import pytest

from hardware import guard
from hardware.electronics import circuits
from hardware.source import Design

pytestmark = pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed")
DESIGN = Design()


def spice(tmp_path, lines, measured):
    """Runs a netlist; returns {name: value} of its measurements."""
    path = tmp_path / "run.cir"
    path.write_text("\n".join(["* leyboard", *lines, ".end"]) + "\n")
    done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        name, _, rest = line.partition("=")
        if name.strip() in measured and rest:
            found[name.strip()] = float(rest.split()[0])
    assert set(found) == set(measured), done.stdout + done.stderr
    return found


def guard_values():
    """(ohm above, ohm below, farad) of the block's guard."""
    ohm, farad = guard.ohms(DESIGN.parts), guard.farads(DESIGN.parts)
    on = {(c.part, *c.pins.values()) for c in circuits.block(DESIGN.boards).components.values()}
    return (next(ohm[part] for part, *nets in on if nets == ["+5V_FUSED", "GUARD_REF"]),
            next(ohm[part] for part, *nets in on
                 if part in ohm and nets == ["GUARD_REF", "GND"]),
            next(farad[part] for part, *nets in on
                 if part in farad and nets == ["GUARD_REF", "GND"]))


def test_the_guards_threshold_over_its_parts_tolerances(tmp_path):
    """A slow ramp; the reference fires where its input reaches 2.495 V, 1 % either way."""
    high, low, farad = guard_values()
    g, chance, fired = DESIGN.power.data["guard"], random.Random(1), []
    for _ in range(20):
        r1, r2, ref = (value * (1 + chance.uniform(-0.01, 0.01))
                       for value in (high, low, g["reference"]))
        fired.append(spice(tmp_path, [
            "V1 in 0 PWL(0 4 100m 7)", f"R1 in ref {r1}", f"R2 ref 0 {r2}", f"C1 ref 0 {farad}",
            ".tran 20u 100m", f".meas tran volts FIND v(in) WHEN v(ref)={ref}"],
            ["volts"])["volts"])
    assert g["brick"] < min(fired) and max(fired) < g["bears"], (min(fired), max(fired))


def test_the_guard_is_not_late_on_a_brick_of_12_v(tmp_path):
    """A brick of 12 V through 0.1 ohm onto the block's 1000 uF."""
    high, low, farad = guard_values()
    found = spice(tmp_path, [
        "V1 src 0 PWL(0 0 1u 12)", "RS src in 0.1", "CB in 0 1000u", f"R1 in ref {high}",
        f"R2 ref 0 {low}", f"C1 ref 0 {farad}", ".tran 0.2u 1m",
        ".meas tran over WHEN v(in)=6 RISE=1", ".meas tran fires WHEN v(ref)=2.495 RISE=1"],
        ["over", "fires"])
    assert found["fires"] - found["over"] < DESIGN.power.data["guard"]["lag_ms"] / 1000


def test_a_block_that_is_switched_on_leaves_the_others_their_volts(tmp_path):
    """Its switch charges 470 uF with 1.9 A; a brick of 5 V, a fuse and 0.8 m of wire before."""
    p = DESIGN.power.data
    ohm = p["fuses"]["block"]["ohm"] + 2 * 0.0175 * p["rule"]["feed_m"] / p["rule"]["feed_mm2"]
    amps = p["loads"]["block_switch"]["ma"] / 1000
    found = spice(tmp_path, [
        "V1 src 0 5", f"RS src in {ohm}", "CB in 0 1000u IC=5",
        f"B1 in out I={amps}*tanh(20*max(0, v(in)-v(out)))*(time>0.2m ? 1 : 0)",
        "C2 out 0 470u IC=0", "RL out 0 17", ".tran 5u 6m UIC",
        ".meas tran least MIN v(in) FROM=0.1m TO=6m",
        ".meas tran ready WHEN v(out)=4.5 RISE=1"], ["least", "ready"])
    assert found["least"] > 4.4 and found["ready"] < 0.004
