"""The board as code: one set of sources in design/, from which the programs make everything that a
maker needs.

`python -m hardware` lists the commands. The quick half (sources, checks, wiring, bills, drawings)
is pure Python. `make hardware` runs the other half, with KiCad, build123d and other tools, in an
environment of their own.
"""
