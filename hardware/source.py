"""The single sources in hardware/design/, read once, with the line of everything in them.

Every mistake in a source becomes a `SourceError` that names file and line, says what is wrong
and how to cure it.
"""

import csv
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESIGN = ROOT / "hardware" / "design"
_HEADER = re.compile(r"\s*\[([^\]]+)\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_]+)\s*=")


class SourceError(Exception):
    """A mistake in a source: `where` it stands (file:line), `what` is wrong, and its `cure`."""

    def __init__(self, where, what, cure):
        super().__init__(f"{where}: {what}. {cure}.")
        self.where, self.what, self.cure = where, what, cure


class Toml:
    """One TOML file: `data` as tomllib reads it, and `where(table, key)` for messages."""

    def __init__(self, path):
        self.path = Path(path)
        text = self.path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"line (\d+)", str(error))
            line = f":{at[1]}" if at else ""
            raise SourceError(
                f"{self.path.name}{line}", f"not TOML ({error})", "Mend the line"
            ) from None

    def where(self, table, key=None):
        """file:line of `key` in `[table]`, of the table's header, or of the file."""
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
                return f"{self.path.name}:{number}"
        return f"{self.path.name}:{found}" if found else self.path.name

    def error(self, table, key, what, cure):
        return SourceError(self.where(table, key), what, cure)

    def need(self, table, key, kind):
        """The value of `key` in `[table]`, which must be there and be of type `kind`."""
        value = self.data
        for part in table.split("."):
            value = value.get(part, {})
        if key not in value:
            raise self.error(table, None, f"[{table}] has no {key}", f"Add a line `{key} = ...`")
        value = value[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(
                table, key, f"{key} is {value!r}", f"Write a value of type {kind.__name__}"
            )
        return value


class Parts:
    """parts.csv: a dict of rows by part id; each row knows its `line`."""

    NEEDED = ("id", "what", "mpn", "substitute", "supplier", "price_usd", "pack", "as_of", "basis")

    def __init__(self, path):
        self.path = Path(path)
        self.rows = {}
        with self.path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            for row in reader:
                row["line"] = reader.line_num
                self._check(row)
                self.rows[row["id"]] = row

    def _check(self, row):
        where = f"{self.path.name}:{row['line']}"
        for key in self.NEEDED:
            if not (row.get(key) or "").strip():
                raise SourceError(
                    where, f"part {row.get('id') or '?'} has no {key}", f"Fill the column {key}"
                )
        for key, form in (("price_usd", r"\d+(\.\d+)?"), ("pack", r"[1-9]\d*"),
                          ("as_of", r"\d{4}-\d\d-\d\d")):
            if not re.fullmatch(form, row[key]):
                raise SourceError(where, f"{key} of {row['id']} is {row[key]!r}",
                                  "Write a price as 1.25, a pack as 10, a date as 2026-11-21")
        if row["id"] in self.rows:
            first = self.rows[row["id"]]["line"]
            raise SourceError(where, f"part {row['id']} stands in line {first} already",
                              "Take one of the two out")

    def error(self, part, what, cure):
        """A SourceError at the row of `part`."""
        return SourceError(f"{self.path.name}:{self[part]['line']}", what, cure)

    def __getitem__(self, part):
        if part not in self.rows:
            raise SourceError(self.path.name, f"no part {part!r}", "Add a row with this id")
        return self.rows[part]


class Design:
    """All sources of one design folder: `pins`, `pinout`, `boards`, `power`, `mechanics`, `bills`,
    `datasheets` (Toml) and `parts`."""

    def __init__(self, folder=DESIGN):
        folder = Path(folder)
        self.pins = Toml(folder / "pins.toml")
        self.pinout = Toml(folder / "pinout.toml")
        self.boards = Toml(folder / "boards.toml")
        self.power = Toml(folder / "power.toml")
        self.mechanics = Toml(folder / "mechanics.toml")
        self.bills = Toml(folder / "bills.toml")
        self.datasheets = Toml(folder / "datasheets.toml")
        self.parts = Parts(folder / "parts.csv")
