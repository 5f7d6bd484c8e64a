"""The pad of a table, over its line protocol.

A pad has `uid()`, which returns the UID of its tag, b"" while it is being read, or None;
`exchange(data)`, which sends the tag a command and returns its answer or None; and `sak()`, which
returns the SAK of the tag or card that lies there, or None. All are generators. They raise
CrowdedPadError if there are two tags, and CommandError if the pad does not work.
"""

import binascii

from host_tools.core import CommandError, RefusedError
from host_tools.core.ntag import CrowdedPadError
from table.sense.codes import DOUBLE, FAULT

if False:  # only mypy reads this: the names of types
    from host_tools.core import Work

_SUPPLY_TRIES = 20  # until a table that has just started knows whether it has 5 V
_WRITTEN_TRIES = 500  # until the answer of a tag is there


class LinkPad:
    """The pad of a running table."""

    def begin(self) -> "Work":
        """Raise CommandError if the table cannot use its pad."""
        yield "link", {"do": "hello"}
        for _ in range(_SUPPLY_TRIES):
            if (yield "link", {"do": "health"})["supply"]:
                return
        raise CommandError("the 5 V are missing: plug in the supply; the pad needs it")

    def uid(self) -> "Work":
        tag = (yield "link", {"do": "tag"})["tag"]
        if tag is None:
            return None
        uid, _, code, _ = tag
        if not uid and code == DOUBLE:
            raise CrowdedPadError()
        if not uid and code == FAULT:
            raise CommandError("the pad's reader does not answer; leyboard doctor --walk finds "
                               "out why")
        if not uid and not code:
            raise CommandError("what lies on the pad may be hidden in the game on the table: end "
                               "that game first")
        return binascii.unhexlify(uid)

    def exchange(self, data: bytes) -> "Work":
        try:
            yield "link", {"do": "exchange", "data": binascii.hexlify(data).decode()}
        except RefusedError as error:
            if error.error == "value" and "on the pad" in error.why:
                yield from self.uid()  # raises if it was lifted or is not alone
                return None
            raise
        for _ in range(_WRITTEN_TRIES):
            said = (yield "link", {"do": "tag"})["written"]
            if said == "gone":
                return None
            if said:
                return _answer(said)
        return None

    def sak(self) -> "Work":
        if (yield from self.uid()) is None:
            return None
        return (yield "link", {"do": "tag"})["sak"]


def _answer(said: str) -> bytes | None:
    """Return a tag's answer, which the table gives in hex after the PN532's status; None if the
    status is not success."""
    try:
        answer = binascii.unhexlify(said)
    except ValueError:
        raise CommandError("the table answers with garbage; does it run another firmware? "
                           "(leyboard flash)") from None
    return answer[1:] if answer[:1] == b"\0" else None
