"""The former name of tests/portable/fake_table.py."""

from tests.portable.fake_table import FakeTable as Bench
from tests.portable.fake_table import mars, pauses

__all__ = ["Bench", "mars", "pauses"]
