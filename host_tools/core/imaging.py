"""One file that makes a bare Pico a Leyboard: MicroPython's image and a file system."""

from host_tools.core import CommandError, Sentence
from host_tools.core.machines import check_machine
from sim.chip import uf2

_PICO = "Raspberry Pi Pico with RP2040"


def check_base(flash: "bytes | bytearray", name: str) -> None:
    """Raise CommandError unless the image in the file `name` is that of the plain Pico: other
    images keep their files elsewhere, or leave too little memory."""
    machine = uf2.machine(flash)
    check_machine(machine)
    if machine != _PICO:
        raise CommandError("%s is for a %s; take the image of the Raspberry Pi Pico itself, "
                           "RPI_PICO, from micropython.org/download/RPI_PICO",
                           name, machine)


def one_file(base: bytes, name: str, system: bytes) -> bytearray:
    """Return a .uf2 file of the image in the bytes of a file `name`, and a file system; raises
    CommandError."""
    try:
        flash = uf2.read(base, name)
        check_base(flash, name)
        begin, size = uf2.storage(flash, name)
    except uf2.ImageError as error:
        pattern, *values = error.args
        raise CommandError(pattern, *[Sentence(one) if one == uf2.CURE else one for one in values])
    if size != len(system):
        raise CommandError("%s keeps %d KB of files; take MicroPython's own image, which keeps %d",
                           name, size >> 10, len(system) >> 10)
    flash[begin : begin + size] = system
    return uf2.write(flash)
