"""Reads the names of hexes, corners and edges (see `games/hexmap.py`)."""

from games.hexmap import (
    CORNER_WORDS,
    EDGE_WORDS,
    HEX_CORNERS,
    HEX_EDGES,
    HEXES,
    corner_name,
    edge_name,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence


def _place(name: str, mark: str, words: "Sequence[object]") -> int:
    """Return 6 * hex + side of a name in two parts, or raise ValueError."""
    if isinstance(name, str):
        number, found, word = name.partition(mark)
        if found and word in words and is_hex(number):
            return 6 * int(number) + words.index(word)
    raise ValueError("there is no place %s" % name)


def is_hex(name: str) -> bool:
    """Is this the name of a hex, "18"?"""
    return (
        isinstance(name, str)
        and 1 <= len(name) <= 2
        and name.isdigit()
        and (len(name) == 1 or name[0] != "0")
        and int(name) < HEXES
    )


def any_corner(name: str) -> int:
    """Return the corner for any of its names, "18.N" or "11.SE"; raises ValueError."""
    return HEX_CORNERS[_place(name, ".", CORNER_WORDS)]


def any_edge(name: str) -> int:
    """Return the edge for any of its names; raises ValueError."""
    return HEX_EDGES[_place(name, "/", EDGE_WORDS)]


def corner(name: str) -> int:
    """Return the corner for its lowest name, the one in records; raises ValueError."""
    found = any_corner(name)
    if corner_name(found) != name:
        raise ValueError("corner %s is written %s" % (name, corner_name(found)))
    return found


def edge(name: str) -> int:
    """Return the edge for its lowest name, the one in records; raises ValueError."""
    found = any_edge(name)
    if edge_name(found) != name:
        raise ValueError("edge %s is written %s" % (name, edge_name(found)))
    return found
