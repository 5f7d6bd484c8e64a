"""Profile hall9: 9 x 9 hall switches and a pad. Made by `python -m hardware wiring`
from hardware/design/; change it there."""

NAME = "hall9"
TITLE = "9 x 9 hall switches and a pad"
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
BLOCKS = 0
BLOCK_BITS = 16
BIT_SELECT = 0  # CS0, and CS1 to CS8 after it: low selects the cell
BIT_BUS_OFF = 9  # BUS_EN_N: high takes the block off the bus
BIT_POWER = 10  # PWR_EN: high feeds the block's readers
WIDTH = 9  # cells from west to east, 0 on a hex board
SPOTS = (
    "a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 b2 c2 d2 e2 f2 g2 h2 i2 a3 b3 c3 d3 e3 f3 g3 h3 i3 a4 b4 "
    "c4 d4 e4 f4 g4 h4 i4 a5 b5 c5 d5 e5 f5 g5 h5 i5 a6 b6 c6 d6 e6 f6 g6 h6 i6 a7 b7 c7 d7 "
    "e7 f7 g7 h7 i7 a8 b8 c8 d8 e8 f8 g8 h8 i8 a9 b9 c9 d9 e9 f9 g9 h9 i9"
)
# For each spot its reader: block * 9 + cell of the block; 255: none.
READERS = (
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
)
PAD = True  # the reader beside the board, on pad_select
# For each spot the bit of its hall switch, low where a magnet is. The chain gives
# them back in the order it is sent: last block first, highest bit first.
HALL = (
    b"\x00\x01\x02\x10\x11\x12\x20\x21\x22\x03\x04\x05\x13\x14\x15\x23\x24\x25\x06\x07\x08\x16"
    b"\x17\x18\x26\x27\x28\x50\x51\x52\x40\x41\x42\x30\x31\x32\x53\x54\x55\x43\x44\x45\x33\x34"
    b"\x35\x56\x57\x58\x46\x47\x48\x36\x37\x38\x60\x61\x62\x70\x71\x72\x80\x81\x82\x63\x64\x65"
    b"\x73\x74\x75\x83\x84\x85\x66\x67\x68\x76\x77\x78\x86\x87\x88"
)
HALL_BITS = 144  # in the chain of hall blocks
PER_SPOT = 1  # light a spot, in its middle
# For each spot its pixels, 16 bits each, low byte first; 0xffff: none.
LIGHTS = (
    b"\x00\x00\x01\x00\x02\x00\x09\x00\x0a\x00\x0b\x00\x12\x00\x13\x00\x14\x00\x05\x00\x04\x00"
    b"\x03\x00\x0e\x00\x0d\x00\x0c\x00\x17\x00\x16\x00\x15\x00\x06\x00\x07\x00\x08\x00\x0f\x00"
    b"\x10\x00\x11\x00\x18\x00\x19\x00\x1a\x00\x2d\x00\x2e\x00\x2f\x00\x24\x00\x25\x00\x26\x00"
    b"\x1b\x00\x1c\x00\x1d\x00\x32\x00\x31\x00\x30\x00\x29\x00\x28\x00\x27\x00\x20\x00\x1f\x00"
    b"\x1e\x00\x33\x00\x34\x00\x35\x00\x2a\x00\x2b\x00\x2c\x00\x21\x00\x22\x00\x23\x00\x36\x00"
    b"\x37\x00\x38\x00\x3f\x00\x40\x00\x41\x00\x48\x00\x49\x00\x4a\x00\x3b\x00\x3a\x00\x39\x00"
    b"\x44\x00\x43\x00\x42\x00\x4d\x00\x4c\x00\x4b\x00\x3c\x00\x3d\x00\x3e\x00\x45\x00\x46\x00"
    b"\x47\x00\x4e\x00\x4f\x00\x50\x00"
)
PIXELS = 81
ORDER = "GRB"
LIGHT_MA = 900  # all pixels together, over what they draw while dark
