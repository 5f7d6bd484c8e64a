"""Writes a pack, which holds all modules of a board, and takes one apart again: see
firmware/small/pack.py."""

from small import pack

if False:  # only mypy reads this: the names of types
    Records = list[tuple[bytes, bytes]]

ROOTS = ("table.boot", "table.app")  # a running table has these, and all that they need


def pack_of(folders: "list[bytes]", records: "Records") -> bytes:
    """Return a pack of modules, [(key of the path, record), ...]; `folders` are the keys of their
    folders."""
    at = 4 + pack.ENTRY * (len(folders) + len(records))
    entries = [key + bytes(4) for key in folders]
    for key, data in records:
        entries.append(key + at.to_bytes(4, "little"))
        at += len(data)
    head = pack.MAGIC + len(entries).to_bytes(2, "little")
    return b"".join([head] + entries + [data for _, data in records])


def parts_of(data: bytes) -> "tuple[list[bytes], Records]":
    """Return (the keys of the folders, the records) of a pack."""
    count = int.from_bytes(data[2:4], "little")
    rows = []
    for at in range(4, 4 + pack.ENTRY * count, pack.ENTRY):
        rows.append((int.from_bytes(data[at + 4 : at + pack.ENTRY], "little"), data[at : at + 4]))
    folders = [key for begin, key in rows if not begin]
    modules = sorted([row for row in rows if row[0]])
    ends = [begin for begin, _ in modules[1:]] + [len(data)]
    return folders, [(key, data[begin:end]) for (begin, key), end in zip(modules, ends)]


def record(order: "list[str]", code: bytes) -> bytes:
    """Return the record of a module; `order` names what it needs, in the order of loading."""
    names = " ".join(order).encode()
    return len(names).to_bytes(2, "little") + names + code


def code_of(data: bytes) -> bytes:
    """Return the code in a record."""
    return data[2 + int.from_bytes(data[:2], "little") :]
