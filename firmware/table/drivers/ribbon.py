"""Is the ribbon of the chain whole, from the Pico through all blocks and back? For the doctor."""

from micropython import const

if False:  # only mypy reads this: the names of types
    from table.drivers.chain import Chain

_PROBE = const(0xA5)  # a byte that no idle image holds


def is_whole(chain: "Chain") -> bool:
    """Does what goes into a chain come out at its end, after just as many blocks?

    Nothing is latched meanwhile, so no output moves.
    """
    back = bytearray(len(chain.image))
    probe = bytes([_PROBE] * len(chain.image))
    chain.spi.write_readinto(chain.image, back)
    chain.spi.write_readinto(probe, back)
    whole = back == chain.image
    chain.spi.write_readinto(chain.image, back)
    return whole and back == probe
