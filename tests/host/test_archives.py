"""The archives that the page packs and unpacks (sim/window/page/common/zip.js)."""

import json
import subprocess
import zipfile
import zlib

import pytest

from sim.window import bundle
from tests.npm import NODE

BOMB = 64 << 20  # bytes that it inflates to
CODE = """
import { readFileSync, writeFileSync } from "node:fs";
const [zip, file, packed] = process.argv.slice(1);
let inflated = 0;
const Real = globalThis.DecompressionStream;
globalThis.DecompressionStream = function (format) {
  const { writable, readable } = new Real(format);
  const count = new TransformStream({
    transform(part, out) {
      inflated += part.length;
      out.enqueue(part);
    },
  });
  return { writable, readable: readable.pipeThrough(count) };
};
const { pack, unpack } = await import(zip);
try {
  const files = await unpack(new Blob([readFileSync(file)]));
  if (packed) writeFileSync(packed, new Uint8Array(await (await pack(files)).arrayBuffer()));
  const sizes = Object.entries(files).map(([name, bytes]) => [name, bytes.length]);
  console.log(JSON.stringify({ sizes: Object.fromEntries(sizes), inflated }));
} catch ({ name }) {
  console.log(JSON.stringify({ name, inflated }));
}
"""


def unpacked(file, packed=""):
    """Return what the page makes of an archive: {"sizes": by path}, or {"name": the error}; and
    {"inflated": how many bytes came out of the browser}. It also packs them, as `packed`."""
    zip_js = (bundle.PAGE / "common" / "zip.js").as_uri()
    run = [NODE, "--input-type=module", "-e", CODE, zip_js, file, packed]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def written(path, size=None):
    """Write an archive of two files; the second claims to have `size` bytes, if that is given."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("main.py", b"print(1)\n")
        archive.writestr("sub/more.bin", bytes(BOMB if size is not None else 999))
    if size is not None:
        data = bytearray(path.read_bytes())
        at = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
        data[at + 24 : at + 28] = size.to_bytes(4, "little")
        path.write_bytes(data)
    return path


def test_what_is_unpacked_is_packed_again(tmp_path):
    again = tmp_path / "again.zip"
    wanted = {"/main.py": 9, "/sub/more.bin": 999}
    assert unpacked(written(tmp_path / "x.zip"), again)["sizes"] == wanted
    with zipfile.ZipFile(again) as archive:
        assert archive.testzip() is None
        assert {"/" + one.filename: one.file_size for one in archive.infolist()} == wanted


@pytest.mark.parametrize("size", [100, BOMB])
def test_an_archive_inflates_no_further_than_it_may(tmp_path, size):
    """One that understates its files is damaged, one that states too much is so before."""
    file = written(tmp_path / "bomb.zip", size)
    assert file.stat().st_size < BOMB / 500
    found = unpacked(file)
    assert found["name"] == "DamagedArchiveError"
    assert found["inflated"] < BOMB / 50


def test_a_changed_byte_is_noticed(tmp_path):
    file = written(tmp_path / "x.zip")
    data = bytearray(file.read_bytes())
    whole = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = whole.compress(b"print(2)\n") + whole.flush()
    data[37 : 37 + len(part)] = part  # another text, as long, behind the head of the first file
    file.write_bytes(data)
    assert unpacked(file)["name"] == "DamagedArchiveError"
