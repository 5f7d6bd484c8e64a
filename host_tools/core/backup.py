"""A copy of everything on a board, and the way back to it."""

from host_tools.core import CommandError, Sentence, files, flashing

if False:  # only mypy reads this: the names of types
    from host_tools.core import Work
    from host_tools.core.files import Files


def backup() -> "Work":
    """Return {path: bytes} of all files of a board, each compared with its digest."""
    there = yield from files.files()
    yield "total", sum(there.sizes.values())
    data = {}
    for path in there.digests:
        data[path] = yield from files.read(path)
        yield "sent", len(data[path])
        if files.digest(data[path]) != there.digests[path]:
            raise CommandError("the copy of %s differs from the one on the board; try again", path)
    return data


def check_backup(data: "dict[str, bytes]", name: str) -> None:
    """Raise CommandError unless these files, of the archive `name`, are those of a board."""
    if flashing.MAIN not in data or [path for path in data if ".." in path.split("/")]:
        raise CommandError("%s is not an archive of leyboard backup: it has no main.py", name)


def restore(data: "dict[str, bytes]") -> "Work":
    """Make the flash of a board hold exactly these files. If this is cut short, the board says
    so and the next run repairs it."""
    facts = yield from files.facts()
    flashing.check(facts)
    flashing.check_build(data, facts.mpy)
    there = yield from files.files()
    more = sorted(set(there.digests) - set(data))
    if more and not (yield "ask", Sentence(
        "%d files on the board are not in the archive and will be removed, such as %s. Go on?",
        len(more), more[0]
    )):
        raise CommandError("nothing was changed")
    copied = yield from _carry_out(data, there, more, facts.free, facts.sector)
    yield "say", Sentence("the board is restored: %d files copied, %d removed", copied, len(more))


def _carry_out(
    data: "dict[str, bytes]", there: "Files", more: "list[str]", free: int, sector: int
) -> "Work":
    """Copy the files that differ, and remove `more`; return the number of copied files."""
    digests = {name: files.digest(content) for name, content in data.items()}
    new = [name for name in sorted(data) if there.digests.get(name) != digests[name]]
    if not new and not more:
        return 0
    if flashing.room(data, new, there.sizes, sector, more) > free:
        raise CommandError("the archive does not fit into the flash of this board")
    begun = flashing.cut("restore")
    copied = [name for name in new if name != flashing.MAIN] + [flashing.MAIN]
    yield "unfinished", "restore"
    yield "total", len(begun) + sum([len(data[name]) for name in copied])
    yield from files.write(flashing.MAIN, begun)
    for name in more:
        yield from files.remove(name)
    yield from flashing.make_folders(data, there.folders)
    for name in copied[:-1]:  # main.py comes when all else is there
        yield from files.write(name, data[name])
    del digests[flashing.MAIN]
    yield from flashing.check_arrival(digests)
    yield from files.write(flashing.MAIN, data[flashing.MAIN])
    yield "unfinished", ""
    return len(new)
