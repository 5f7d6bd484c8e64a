"""Check the chain's ribbon from the Pico through all blocks and back, for the doctor."""

from micropython import const

if False:  # only mypy reads this: the names of types
    from table.drivers.chain import Chain

_PROBE = const(0xA5)  # no idle image contains this byte


def is_whole(chain: "Chain") -> bool:
    """Do bits that are sent into the chain come out at its end, after the right number of blocks?

    It latches nothing meanwhile, so no output changes.
    """
    back = bytearray(len(chain.image))
    probe = bytes([_PROBE] * len(chain.image))
    chain.spi.write_readinto(chain.image, back)
    chain.spi.write_readinto(probe, back)
    whole = back == chain.image
    chain.spi.write_readinto(chain.image, back)
    return whole and back == probe
