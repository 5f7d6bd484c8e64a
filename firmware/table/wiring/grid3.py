"""Profile grid3: 3 x 3 readers, the starter board. Made by `python -m hardware wiring`
from hardware/design/; change it there."""

NAME = "grid3"
TITLE = "3 x 3 readers, the starter board"
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
    "pad_power": 21,
    "pixels": 22,
    "supply": 26,
}
SPI_HZ = 1_000_000
# The chain of 3 x 3 blocks: bits a block, sent last block first, highest bit first.
BLOCKS = 1
BLOCK_BITS = 16
BIT_SELECT = 0  # CS0, and CS1 to CS8 after it: low selects the cell
BIT_BUS_OFF = 9  # BUS_EN_N: high takes the block off the bus
BIT_POWER = 10  # PWR_EN: high feeds the block's readers
WIDTH = 3  # cells from west to east, 0 on a hex board
SPOTS = (
    "a1 b1 c1 a2 b2 c2 a3 b3 c3"
)
# For each spot its reader: block * 9 + cell of the block; 255: none.
READERS = (
    b"\x00\x01\x02\x03\x04\x05\x06\x07\x08"
)
PAD = True  # the reader beside the board, on pad_select
HALL_BITS = 0  # in the chain of hall blocks
PER_SPOT = 4  # lights a spot: north-east, south-east, south-west, north-west
# For each spot its pixels, 16 bits each, low byte first; 0xffff: none.
LIGHTS = (
    b"\x02\x00\x03\x00\x00\x00\x01\x00\x07\x00\x06\x00\x05\x00\x04\x00\x0a\x00\x09\x00\x08\x00"
    b"\x0b\x00\x17\x00\x14\x00\x15\x00\x16\x00\x10\x00\x11\x00\x12\x00\x13\x00\x0d\x00\x0c\x00"
    b"\x0f\x00\x0e\x00\x1a\x00\x1b\x00\x18\x00\x19\x00\x1f\x00\x1e\x00\x1d\x00\x1c\x00\x22\x00"
    b"\x21\x00\x20\x00\x23\x00"
)
PIXELS = 36
ORDER = "GRB"
LIGHT_MA = 850  # all pixels together, over what they draw while dark
