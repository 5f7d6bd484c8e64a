"""Transactions on an SPI bus, whose bytes pass while the processor does other work.

A call of `machine.SPI` returns when all bytes have passed. A `Wire` puts the first bytes into the
queue of the RP2040's SPI and returns; later it sends the rest and takes the bytes that have come
(facts: spi-registers). A reader's response takes 85 us in this way, and 142 us by calls.
"""

from micropython import const

from table.drivers.viper import ptr8, ptr32, viper

if False:  # only mypy reads this: the names of types
    from typing import Any

_QUEUE = const(8)  # bytes that the queues take
_HAS_COME = const(4)  # in the status register: a byte has come
_SPINS = const(1000)  # reads of that register, 0.1 us each; a byte takes 8 us


class Wire:
    """The registers of a `machine.SPI`: word 0 of its buffer sends and takes bytes, word 1 is the
    status."""

    def __init__(self, spi: "Any"):
        self._spi = spi

    @viper
    def start(self, data, size: int):
        """Begin to send the first `size` bytes of `data`."""
        port = ptr32(self._spi)
        out = ptr8(data)
        for at in range(size if size < _QUEUE else _QUEUE):
            port[0] = out[at]

    @viper
    def finish(self, data, size: int, came, at: int):
        """Send the rest of a transaction that was started with the same `data` and `size`, and put
        its `size` answers into the buffer `came` from `at` on."""
        port = ptr32(self._spi)
        out = ptr8(data)
        answers = ptr8(came)
        sent = size if size < _QUEUE else _QUEUE
        for k in range(size):
            left = _SPINS
            while port[1] & _HAS_COME == 0 and left > 0:
                left -= 1
            answers[at + k] = port[0]
            if sent < size:
                port[0] = out[sent]
                sent += 1
