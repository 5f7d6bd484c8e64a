"""docs/parts-as-sold.md lists the kinds of parts that the simulator can be."""

from pathlib import Path

import pytest

from sim.virtual import kinds

PAGE = (Path(__file__).parents[2] / "docs/parts-as-sold.md").read_text("utf-8")


@pytest.mark.parametrize("table", [kinds.KINDS, kinds.READERS, kinds.KNOBS, kinds.STRIPS,
                                   kinds.DISPLAYS])
def test_the_page_has_each_kind(table):
    rows = kinds.rows(table)
    assert "\n".join(rows) in PAGE
    assert len({kind.name for kind in table}) == len(rows)
