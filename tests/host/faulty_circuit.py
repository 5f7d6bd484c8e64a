"""Circuits with planted faults, for the tests of the rules that check the plans."""

import dataclasses


def spoil(made, nets=(), gone=(), parts=()):
    """Give a circuit other nets {(ref, pin): net}, take the refs `gone` away, and give other
    {ref: part}; return it."""
    for (ref, pin), net in dict(nets).items():
        part = made.components[ref]
        assert part.pins[pin] != net
        made.components[ref] = dataclasses.replace(part, pins={**part.pins, pin: net})
    for ref in gone:
        del made.components[ref]
    for ref, part in dict(parts).items():
        made.components[ref] = dataclasses.replace(made.components[ref], part=part)
    return made
