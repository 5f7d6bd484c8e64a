"""Reads the sources in hardware/design/, with the line of everything in them.

Every mistake in a source becomes a `SourceError` that names file and line, says what is wrong
and how to cure it.
"""

import copy
import csv
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar, overload

ROOT = Path(__file__).resolve().parent.parent
DESIGN = ROOT / "hardware" / "design"
_T = TypeVar("_T")
_HEADER = re.compile(r"\s*\[([^\]]+)\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_]+)\s*=")


class SourceError(Exception):
    """A mistake in a source: `where` it is (file:line), `what` is wrong, and its `cure`."""

    def __init__(self, where: str, what: str, cure: str) -> None:
        super().__init__("%s: %s. %s." % (where, what, cure))
        self.where, self.what, self.cure = where, what, cure


class Toml:
    """One TOML file: `data` as tomllib reads it, and `where(table, key)` for messages. `text` is
    read instead of the file, if it is given."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self._own: Toml | None = None
        if text is None:
            text = self.path.read_text(encoding="utf-8-sig")  # as any editor wrote it
        self.lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"line (\d+)", str(error))
            line = ":%s" % at[1] if at else ""
            raise SourceError(
                "%s%s" % (self.path.name, line), "not TOML (%s)" % error, "Mend the line"
            ) from None

    def with_own(self, own: "Toml") -> "Toml":
        """Return a copy in which the tables of `own` replace those of the same name."""
        made = copy.copy(self)
        made._own, made.data = own, self.data | own.data
        return made

    def where(self, table: str, key: str | None = None) -> str:
        """Return the file:line of `key` in `[table]`, of the table's header, or of the file."""
        if self._own and table.split(".")[0] in self._own.data:
            return self._own.where(table, key)
        found, here = 0, ""
        for number, line in enumerate(self.lines, 1):
            header = _HEADER.match(line)
            if header:
                here = header[1]
                if here == table:
                    found = number
                continue
            match = _KEY.match(line)
            if here == table and match and match[1] == key:
                return "%s:%d" % (self.path.name, number)
        return "%s:%d" % (self.path.name, found) if found else self.path.name

    def error(self, table: str, key: str | None, what: str, cure: str) -> SourceError:
        return SourceError(self.where(table, key), what, cure)

    @overload
    def need(self, table: str, key: str, kind: type[_T]) -> _T: ...

    @overload
    def need(self, table: str, key: str, kind: tuple[type[int], type[float]]) -> float: ...

    def need(self, table: str, key: str, kind: type | tuple[type, ...]) -> Any:
        """Return the value of `key` in `[table]`, which must be there and be of type `kind`."""
        value: Any = self.data
        for part in table.split("."):
            value = value.get(part, {})
        if key not in value:
            raise self.error(table, None, "[%s] has no %s" % (table, key),
                             "Add a line `%s = ...`" % key)
        value = value[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            raise self.error(table, key, "%s is %r" % (key, value), "Write a value of type %s"
                             % " or ".join(one.__name__ for one in kinds))
        return value


class Parts:
    """parts.csv: a dict of rows by part id; each row knows its `line`."""

    NEEDED = ("id", "what", "mpn", "substitute", "supplier", "price_usd", "pack", "as_of", "basis")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, dict[str, Any]] = {}
        with self.path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            for read in reader:
                row: dict[str, Any] = {**read, "line": reader.line_num}
                self._check(row)
                self.rows[row["id"]] = row

    def _check(self, row: dict[str, Any]) -> None:
        where = "%s:%d" % (self.path.name, row["line"])
        for key in self.NEEDED:
            if not (row.get(key) or "").strip():
                raise SourceError(where, "part %s has no %s" % (row.get("id") or "?", key),
                                  "Fill the column %s" % key)
        for key, form in (("price_usd", r"\d+(\.\d+)?"), ("pack", r"[1-9]\d*"),
                          ("as_of", r"\d{4}-\d\d-\d\d")):
            if not re.fullmatch(form, row[key]):
                raise SourceError(where, "%s of %s is %r" % (key, row["id"], row[key]),
                                  "Write a price as 1.25, a pack as 10, a date as 2026-11-21")
        if row["id"] in self.rows:
            first = self.rows[row["id"]]["line"]
            raise SourceError(where, "part %s stands in line %d already" % (row["id"], first),
                              "Take one of the two out")

    def error(self, part: str, what: str, cure: str) -> SourceError:
        """Return a SourceError at the row of `part`."""
        return SourceError("%s:%d" % (self.path.name, self[part]["line"]), what, cure)

    def __getitem__(self, part: str) -> dict[str, Any]:
        if part not in self.rows:
            raise SourceError(self.path.name, "no part %r" % part, "Add a row with this id")
        return self.rows[part]


class Design:
    """All sources of one design folder: `pins`, `pinout`, `boards`, `power`, `mechanics`, `bills`,
    `datasheets` (Toml) and `parts`."""

    def __init__(self, folder: Path = DESIGN) -> None:
        self.pins = Toml(folder / "pins.toml")
        self.pinout = Toml(folder / "pinout.toml")
        self.boards = Toml(folder / "boards.toml")
        self.power = Toml(folder / "power.toml")
        self.mechanics = Toml(folder / "mechanics.toml")
        self.bills = Toml(folder / "bills.toml")
        self.datasheets = Toml(folder / "datasheets.toml")
        self.parts = Parts(folder / "parts.csv")
