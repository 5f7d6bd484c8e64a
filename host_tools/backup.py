"""`leyboard backup` and `leyboard restore`: copy all files of a board into an archive, and
back."""

import datetime
import io
import zipfile
import zlib
from argparse import Namespace
from pathlib import Path

from host_tools import settings
from host_tools.arguments import Commands, path, subcommand, target
from host_tools.board import stopped
from host_tools.core.backup import backup, check_backup, restore
from host_tools.errors import CommandError
from host_tools.files import read_bytes, replace_bytes
from host_tools.ports import add_board, find
from host_tools.terminal import ask_yes, echo, moving

MOST = 16 * 1024 * 1024  # bytes; the largest flash of a board


def register(commands: Commands) -> None:
    sub = subcommand(
        commands, "backup", run_backup, "copy everything on a board into one archive",
        ("backup", "backup before-the-party.zip"),
    )
    sub.add_argument("archive", nargs="?", type=target, help="file (default: PROFILE-DATE.zip)")
    add_board(sub)
    sub = subcommand(
        commands, "restore", run_restore, "put a board back to what it was at a backup",
        ("restore before-the-party.zip",),
    )
    sub.add_argument("archive", type=path, help="what leyboard backup wrote")
    sub.add_argument("--yes", action="store_true", help="do not ask before files are removed")
    add_board(sub)


def run_backup(arguments: Namespace) -> None:
    file = arguments.archive and _unused(arguments.archive)
    port = find(arguments.port)
    with stopped(port) as board, moving("reading") as counts:
        name = settings.profile_on(board) or "board"
        file = file or _unused(Path("%s-%s.zip" % (name, datetime.date.today())))
        data = board.carry_out(backup(), *counts)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(data):
            archive.writestr(name[1:], data[name])
    replace_bytes(file, packed.getvalue())
    echo("%d files of the board in %s" % (len(data), file))


def _unused(file: Path) -> Path:
    """Return the name of a file that is not there; raises CommandError."""
    if file.exists():
        raise CommandError("%s is there already; choose another name" % file)
    return file


def run_restore(arguments: Namespace) -> None:
    files = unpack(arguments.archive)
    port = find(arguments.port)
    with stopped(port) as board, moving("copying") as counts:
        board.carry_out(
            restore(files), *counts,
            ask=lambda text: arguments.yes or ask_yes(text),
        )


def unpack(file: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of an archive; raises CommandError."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(file))) as archive:
            if sum(one.file_size for one in archive.infolist()) > MOST:
                raise CommandError("%s holds more than fits on a board" % file)
            names = [one.filename for one in archive.infolist() if not one.is_dir()]
            files = {"/" + name: archive.read(name) for name in names}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError,
            zlib.error):
        raise CommandError("%s is damaged, or not an archive of leyboard backup" % file) from None
    check_backup(files, str(file))
    return files
