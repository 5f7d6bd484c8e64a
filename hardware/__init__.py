"""The board as code: one set of sources in design/, and everything a maker needs made from it.

`python -m hardware` lists the commands. The quick half (sources, checks, wiring, bills, drawings)
is pure Python; the half that needs KiCad, build123d and their kin is reached through
`make hardware`, which keeps those tools in an environment of their own.
"""
