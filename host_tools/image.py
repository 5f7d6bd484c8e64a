"""`leyboard image`: makes one file that turns a bare Pico into a Leyboard: MicroPython's image and
a file system with the firmware. Drop it onto the drive that a Pico shows while you hold BOOTSEL.
"""

import json
from argparse import Namespace
from pathlib import Path

from games.jsonline import parse
from host_tools.arguments import Commands, path, subcommand
from host_tools.build import USUAL, add_choice
from host_tools.core import settings
from host_tools.core.flashing import with_settings
from host_tools.core.imaging import check_base
from host_tools.errors import CommandError
from host_tools.files import read_text, replace_bytes
from host_tools.flash import built
from host_tools.terminal import echo
from sim.chip import image, uf2

if False:  # only mypy reads this: the names of types
    from games.types import Json


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "image",
        run,
        "make one .uf2 file of MicroPython and the firmware, to drop onto a Pico",
        (
            "image --profile grid6 --base RPI_PICO.uf2 --out leyboard-grid6.uf2",
            "image --profile grid3 --base RPI_PICO.uf2 --settings settings.json",
        ),
    )
    add_choice(sub)
    sub.set_defaults(profile=None)  # that of the settings
    sub.add_argument(
        "--base", type=path, required=True,
        help="MicroPython for the Raspberry Pi Pico, from micropython.org/download/RPI_PICO",
    )
    sub.add_argument("--out", type=path, help="default: leyboard-PROFILE.uf2")
    sub.add_argument("--settings", type=path, help="settings of a board, as `settings` keeps them")


def run(arguments: Namespace) -> None:
    chosen = _settings(arguments.settings)
    profile = arguments.profile or chosen.get("profile") or USUAL
    out = arguments.out or Path("leyboard-%s.uf2" % profile)
    for source in (arguments.base, arguments.settings):
        if source and source.exists() and out.exists() and out.samefile(source):
            raise CommandError("%s would be replaced by what is made from it; give another --out",
                               source)
    try:
        flash = image.read_uf2(arguments.base)
        check_base(flash, str(arguments.base))
        files = with_settings(built(profile, arguments.games), {**chosen, "profile": profile})
        data = bytes(uf2.write(image.with_files(flash, files)))
    except uf2.ImageError as error:
        raise CommandError(str(error)) from None
    replace_bytes(out, data)
    echo("%s has MicroPython %d.%d and %d files for %s."
        % (out, *uf2.version(flash, str(arguments.base)), len(files), profile))
    echo("Hold BOOTSEL while you plug a Pico or a Pico W in, and copy the file onto the drive "
        "that appears. All files on the Pico go, games too: leyboard backup keeps them."
        )


def _settings(file: Path | None) -> "Json":
    """Return the settings in a file; raises CommandError, which names the line."""
    if file is None:
        return {}
    text = read_text(file)
    try:
        said = parse(text)
    except ValueError as error:
        line = getattr(error.__context__, "lineno", 1)
        raise CommandError('%s:%d: it %s; settings are such as {"theme": "calm"}',
                           file, line, error) from None
    for name, value in said.items():
        wrong = settings.refusal(name, value, json.dumps(value))
        if wrong:
            line = 1 + text.partition(json.dumps(name))[0].count("\n")
            raise CommandError("%s:%d: %s", file, line, wrong)
    return said
