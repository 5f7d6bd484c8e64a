"""`leyboard backup` and `leyboard restore`: copy all files of a board into an archive, and
back."""

import datetime
import zipfile
import zlib
from argparse import Namespace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from host_tools import flash, settings
from host_tools.arguments import Commands, path, subcommand
from host_tools.board import stopped
from host_tools.errors import CommandError, why
from host_tools.ports import add_board, find
from host_tools.terminal import ask_yes, echo, progress

if TYPE_CHECKING:
    from host_tools.board import Board

MOST = 16 * 1024 * 1024  # bytes; the largest flash of a board


def register(commands: Commands) -> None:
    sub = subcommand(
        commands, "backup", run_backup, "copy everything on a board into one archive",
        ("backup", "backup before-the-party.zip"),
    )  # fmt: skip
    sub.add_argument("archive", nargs="?", type=path, help="file (default: PROFILE-DATE.zip)")
    add_board(sub)
    sub = subcommand(
        commands, "restore", run_restore, "put a board back to what it was at a backup",
        ("restore before-the-party.zip",),
    )  # fmt: skip
    sub.add_argument("archive", type=path, help="what leyboard backup wrote")
    sub.add_argument("--yes", action="store_true", help="do not ask before files are removed")
    add_board(sub)


def run_backup(arguments: Namespace) -> None:
    port = find(arguments.port)
    if arguments.archive and arguments.archive.exists():
        raise CommandError("%s is there already; choose another name" % arguments.archive)
    with stopped(port) as board:
        digests, _ = board.files()
        name = settings.profile_on(board) or "board"
        with progress() as bar:
            data = {file: board.read(file) for file in bar.track(digests, description="reading")}
    for file, digest in digests.items():
        if flash.digest(data[file]) != digest:
            raise CommandError(
                "the copy of %s differs from the one on the board; try again" % file
            )
    target = arguments.archive or Path("%s-%s.zip" % (name, datetime.date.today()))
    try:
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(data):
                archive.writestr(file[1:], data[file])
    except OSError as error:
        raise CommandError("cannot write %s: %s" % (target, why(error))) from None
    echo("%d files of the board in %s" % (len(data), target))


def run_restore(arguments: Namespace) -> None:
    files = unpack(arguments.archive)
    port = find(arguments.port)
    with stopped(port) as board:
        mpy, free, sector = flash.check(board)
        flash.check_build(files, mpy)
        there, folders = board.files()
        more = sorted(set(there) - set(files))
        if more and not (arguments.yes or ask_yes(
            "%d files on the board are not in the archive and will be removed, such as %s. "
            "Go on?" % (len(more), more[0])
        )):  # fmt: skip
            raise CommandError("nothing was changed")
        copied = carry_out(board, files, there, folders, free, sector)
    echo("the board is restored: %d files copied, %d removed" % (copied, len(more)))


def unpack(file: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of an archive; raises CommandError."""
    try:
        with zipfile.ZipFile(file) as archive:
            if sum(one.file_size for one in archive.infolist()) > MOST:
                raise CommandError("%s holds more than fits on a board" % file)
            names = [one.filename for one in archive.infolist() if not one.is_dir()]
            files = {"/" + name: archive.read(name) for name in names}
    except OSError as error:
        raise CommandError("cannot read %s: %s" % (file, why(error))) from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError,
            zlib.error):  # fmt: skip
        raise CommandError("%s is damaged, or not an archive of leyboard backup" % file) from None
    if flash.MAIN not in files or any(".." in PurePosixPath(name).parts for name in files):
        raise CommandError("%s is not an archive of leyboard backup: it has no main.py" % file)
    return files


def carry_out(
    board: "Board",
    files: dict[str, bytes],
    there: dict[str, str],
    folders: set[Any],
    free: int,
    sector: int,
) -> int:
    """Make the flash of a board hold exactly these files; return how many were copied. After an
    interruption the board says that it is incomplete."""
    digests = {name: flash.digest(data) for name, data in files.items()}
    new = [name for name in sorted(files) if there.get(name) != digests[name]]
    more = [name for name in sorted(there) if name not in files]
    if not new and not more:
        return 0
    if flash.room(files, new, board.sizes, sector, more) > free:
        raise CommandError("the archive does not fit into the flash of this board")
    board.unfinished = flash.UNFINISHED % "restore"
    board.write(flash.MAIN, flash.cut("restore"))
    for name in more:
        board.remove(name)
    flash.make_folders(board, files, folders)
    last = [name for name in new if name != flash.MAIN]
    with progress() as bar:
        for name in bar.track(last, description="copying"):
            board.write(name, files[name])
    del digests[flash.MAIN]  # copied last, when all else is there
    flash.check_arrival(board, digests)
    board.write(flash.MAIN, files[flash.MAIN])
    board.unfinished = ""
    return len(new)
