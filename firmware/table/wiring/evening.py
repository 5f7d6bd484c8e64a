"""Profile evening: pad on a breadboard, 36 lights. Made by `python -m hardware wiring`
from hardware/design/; change it there."""

NAME = "evening"
TITLE = "Pad on a breadboard, 36 lights"
PINS = {  # name: GP number of the Pico
    "uart_tx": 0,
    "uart_rx": 1,
    "display_sda": 4,
    "display_scl": 5,
    "knob_a": 6,
    "knob_b": 7,
    "knob_push": 8,
    "chain_oe": 9,
    "chain_clock": 10,
    "chain_data": 11,
    "chain_return": 12,
    "chain_latch": 13,
    "hall_load": 14,
    "take_back": 15,
    "miso": 16,
    "pad_select": 17,
    "sck": 18,
    "mosi": 19,
    "buzzer": 20,
    "pixels": 22,
    "supply": 26,
}
SPI_HZ = 1_000_000
# The chain of 3 x 3 blocks: bits a block, sent last block first, highest bit first.
BLOCKS = 0
BLOCK_BITS = 16
BIT_SELECT = 0  # CS0, and CS1 to CS8 after it: low selects the cell
BIT_BUS_OFF = 9  # BUS_EN_N: high takes the block off the bus
BIT_POWER = 10  # PWR_EN: high feeds the block's readers
WIDTH = 6  # cells from west to east, 0 on a hex board
SPOTS = (
    "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 "
    "f5 a6 b6 c6 d6 e6 f6"
)
# For each spot its reader: block * 9 + cell of the block; 255: none.
READERS = (
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
)
PAD = True  # the reader beside the board, on pad_select
HALL_BITS = 0  # in the chain of hall blocks
PER_SPOT = 1  # light a spot, in its middle
# For each spot its pixels, 16 bits each, low byte first; 0xffff: none.
LIGHTS = (
    b"\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x0b\x00\x0a\x00\x09\x00\x08\x00\x07\x00"
    b"\x06\x00\x0c\x00\x0d\x00\x0e\x00\x0f\x00\x10\x00\x11\x00\x17\x00\x16\x00\x15\x00\x14\x00"
    b"\x13\x00\x12\x00\x18\x00\x19\x00\x1a\x00\x1b\x00\x1c\x00\x1d\x00\x23\x00\x22\x00\x21\x00"
    b"\x20\x00\x1f\x00\x1e\x00"
)
PIXELS = 36
ORDER = "GRB"
LIGHT_MA = 50  # all pixels together, over what they draw while dark
