"""The models of boards, by MicroPython's names, and which of them are suitable."""

from host_tools.core import CommandError, Sentence
from table.drivers import chip

WIRELESS = "Raspberry Pi Pico W "  # what its own image calls it
IMAGE = Sentence(
    "get the newest image from https://micropython.org/download/RPI_PICO, hold BOOTSEL while you "
    "plug the board in, and copy it onto the drive that appears"
)


def check_machine(machine: str) -> None:
    """Raise CommandError for a machine on which the firmware does not run, or runs out of
    memory."""
    if not machine:
        raise CommandError("the board does not say which machine it is; %s", IMAGE)
    if not chip.is_known(machine):
        raise CommandError(chip.REFUSAL, machine)
    if machine.startswith(WIRELESS):
        raise CommandError(
            "this is a Pico W with the image for its radio, which leaves Leyboard too little "
            "memory. A Pico W runs the image of the plain Pico as well: %s", IMAGE
        )
