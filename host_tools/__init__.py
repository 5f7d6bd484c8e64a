"""The `leyboard` command. It uses the firmware and `sim`, neither of which knows it."""

from sim.paths import ROOT

__all__ = ["ROOT"]
