"""The tags of a set of pieces: lists them, and writes, reads and checks them on a pad (see
pads.py)."""

from games import game_class, make
from games.texts import LANGUAGE, Texts
from host_tools.core import CommandError, Sentence, ntag

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.types import Json
    from host_tools.core import Work

PAUSE_MS = 20  # between two looks at the pad
HALVES = Sentence("A domino takes two tags, one under each half; they come one after the other.")
_HALF = "half"  # Game.named() of half of a piece is ("half", value, piece)


class Piece:
    """A tag of a set: its `token`, and its `copy` of `count`; the name in the game (`name`), for
    people (`said`) and on the tag (`text`), and the `whole` object it is on, which may have a tag
    under each half. `short` is the part of the name that both halves of a domino share, else the
    name."""

    def __init__(
        self, token: int, copy: int, count: int, name: str, said: "Sentence", text: str, whole: str
    ):
        self.token = token
        self.copy = copy
        self.name = name
        self.text = text
        self.whole = whole
        self.is_half = whole.startswith("domino ")
        self.short = whole[len("domino ") :] if self.is_half else name
        self.said = said
        if count > 1:
            self.said = Sentence("%s, number %d of %d", said, copy + 1, count)


class EndedError(Exception):
    """People have ended the task."""


def pieces_of(
    name: str, kinds: bool = False, language: str = LANGUAGE
) -> "tuple[Game, list[Piece]]":
    """Return (a game, all Pieces of its set for the most players, said in a language), with the
    tags of one object next to each other; `kinds`: one of each kind. Raises CommandError."""
    try:
        game = make(name, game_class(name).SEATS[1])
    except ValueError as error:
        raise CommandError(str(error)) from None
    own, english = Texts(language), Texts(LANGUAGE)
    named = {token: game.named(token) for token, _, _, _ in game.tokens()}
    pieces: "dict[str, list[Piece]]" = {}  # by the object they are on, in the order of `wholes`
    wholes = []
    for token, word, _, count in game.tokens():
        whole = text = english.render(named[token], game.NAME)
        said = Sentence("%s", own.render(named[token], game.NAME))
        if named[token][0] == _HALF:
            _, value, domino = named[token]
            said = Sentence("the half %s of the domino %s", value, domino)
            text, whole = str(said), "domino " + domino
        elif list(named.values()).count(named[token]) > 1:  # one name for several tokens
            said = Sentence("%s (%s)", said, word)
            text = whole = "%s (%s)" % (text, word)
        if whole not in pieces:
            wholes.append(whole)
        there = pieces.setdefault(whole, [])
        if kinds:
            count = 0 if there else 1  # the pad needs only one half of a domino
        text = "%s: %s" % (game.TITLE, text)
        there += [Piece(token, copy, count, word, said, text, whole) for copy in range(count)]
    return game, [piece for whole in wholes for piece in pieces[whole]]


class Done:
    """The list of tags written for a set: {UID: (token, copy)}. If several tags have the same UID,
    a number follows it from the second on: "04...80 2"."""

    def __init__(self, number: int, tags: "Json | None" = None):
        self.number = number
        self.tags = {uid: (int(token), int(copy)) for uid, (token, copy) in (tags or {}).items()}

    def add(self, uid: bytes, piece: Piece, before: "tuple[int, ...] | None" = None) -> None:
        """Record that this tag, and no other, belongs to the piece. `before` is the (token, copy)
        that the tag had, if it had one of this set."""
        place = (piece.token, piece.copy)
        self.tags = {one: known for one, known in self.tags.items()
                     if known not in (place, before)}
        name, number = uid.hex(), 1
        while name in self.tags:  # another tag, with the same UID
            number += 1
            name = "%s %d" % (uid.hex(), number)
        self.tags[name] = place

    def as_json(self) -> "Json":
        return {"set": self.number, "tags": self.tags}

    def has_piece(self, piece: Piece) -> bool:
        return (piece.token, piece.copy) in self.tags.values()


class Writing:
    """Writes the pieces of a game to tags laid on a pad one by one."""

    def __init__(self, pad: "Any", game: "Game", done: Done, overwrite: bool):
        self._pad = pad
        self._game = game
        self._done = done
        self._overwrite = overwrite

    def all(self, pieces: "list[Piece]") -> "Work":
        """Write the remaining pieces; raises EndedError."""
        left = [piece for piece in pieces if not self._done.has_piece(piece)]
        if len(left) < len(pieces):
            yield "note", Sentence("%d of %d are written already", len(pieces) - len(left),
                                   len(pieces))
        yield "keep", self._done.as_json()  # fails before the first tag if it cannot be kept
        if any([piece.is_half for piece in left]):
            yield "note", HALVES
        while left:
            yield "say", Sentence("Lay a tag for this on the pad: %s (%d left)", left[0].said,
                                  len(left))
            uid = yield from arrival(self._pad)
            try:
                yield from self._one(uid, left[0], pieces)
            except ntag.CrowdedPadError:
                pass  # `departure` says it
            except ntag.TagGoneError as error:
                yield "say", again(error)
            except ntag.UnfitTagError as error:
                yield "say", Sentence("  %s", error)
            yield from departure(self._pad)
            left = [piece for piece in left if not self._done.has_piece(piece)]

    def _one(self, uid: bytes, piece: Piece, pieces: "list[Piece]") -> "Work":
        """Write a piece to the tag on the pad, unless the tag already has one; raises TagGoneError
        and UnfitTagError."""
        found = yield from ntag.kind(self._pad)
        there = yield from ntag.content(self._pad)
        was = there.record
        if was and was[0] == self._game.SET and not self._overwrite:
            known = [one for one in pieces if (one.token, one.copy) == was[1:3]]
            if known and not self._done.has_piece(known[0]):
                self._done.add(uid, known[0])
                yield "keep", self._done.as_json()
                yield "say", Sentence("  this tag is already written: %s. It counts; take it away",
                                      known[0].said)
                return
            if was[1:3] != (piece.token, piece.copy):
                raise ntag.UnfitTagError("this tag is already another piece of the set: take it "
                                         "away, or use --overwrite")
        elif not (self._overwrite or there.is_blank or "damaged" in there.wrong):
            raise ntag.UnfitTagError(
                "this tag holds something else: take another, or use --overwrite"
            )
        record = (self._game.SET, piece.token, piece.copy, 0)
        yield from ntag.write_piece(self._pad, record, piece.text, found.end)
        self._done.add(uid, piece, was[1:3] if was and was[0] == self._game.SET else None)
        yield "keep", self._done.as_json()
        yield "say", Sentence("  written on %s and checked; take it away", found.called())


def arrival(pad: "Any") -> "Work":
    """Wait for a single tag and return its UID; raises EndedError."""
    return (yield from _wait(pad, bool))


def departure(pad: "Any") -> "Work":
    """Wait until there is no tag; raises EndedError."""
    yield from _wait(pad, lambda uid: uid is None)


def _wait(pad: "Any", is_wanted: "Any") -> "Work":
    """Look at the pad until it has the wanted content; return that: a UID, None for no tag, b"" if
    unknown. Reports two tags at once only once."""
    is_crowded = False
    while True:
        try:
            uid = yield from pad.uid()
            is_crowded = False
        except ntag.CrowdedPadError as error:
            uid = b""
            if not is_crowded:
                yield "say", Sentence("  %s", error)
            is_crowded = True
        if is_wanted(uid):
            return uid
        if (yield "rest", PAUSE_MS):
            raise EndedError()


def again(error: ntag.TagGoneError) -> Sentence:
    """Return the message for a tag that was not read or written completely."""
    return Sentence("  %s: lay it down again", error)


# ---- one tag -----------------------------------------------------------------------------------


def _single(pad: "Any") -> "Work":
    """Wait for one tag; return (UID, Kind)."""
    yield "note", Sentence("Lay the tag on the pad.")
    uid = yield from arrival(pad)
    return uid, (yield from ntag.kind(pad))


def read(pad: "Any") -> "Work":
    """Report the content of a tag; raises EndedError."""
    uid, found = yield from _single(pad)
    there = yield from ntag.content(pad)
    yield "say", Sentence("%s, UID %s, locked" if there.is_locked else "%s, UID %s", found.name,
                          uid.hex())
    if there.record is None:
        yield "say", Sentence(there.wrong)
        return
    yield "say", Sentence("set %d, piece %d, copy %d, slot %d", *there.record)
    nothing = Sentence("no text for phones; leyboard tags write --overwrite adds one")
    yield "say", Sentence("%s", there.text) if there.text else nothing


def wipe(pad: "Any") -> "Work":
    """Empty a tag; raises EndedError."""
    _, found = yield from _single(pad)
    if not (yield "ask", Sentence("Empty this %s?", found.name)):
        raise CommandError("nothing was changed")
    yield from ntag.wipe(pad, found.end)
    yield "say", Sentence("the tag is empty")


def lock(pad: "Any") -> "Work":
    """Lock a tag for ever; raises EndedError."""
    _, found = yield from _single(pad)
    if (yield from ntag.content(pad)).record is None:
        raise CommandError("this tag is not a piece yet: write it first (leyboard tags write)")
    question = Sentence("Lock this %s for ever? It can never be written again.", found.name)
    if not (yield "ask", question):
        raise CommandError("nothing was changed")
    yield from ntag.lock(pad, found)
    yield "say", Sentence("the tag is locked")


# ---- check -------------------------------------------------------------------------------------


class Found:
    """The tags found of a set."""

    def __init__(self, game: "Game", pieces: "list[Piece]"):
        self._game = game
        self._pieces = pieces
        self._known = {(one.token, one.copy): one for one in pieces}
        self._at: "dict[tuple[int, int], bytes]" = {}  # (token, copy): UID
        self.wrong: "list[Any]" = []  # [(UID in hex, what is wrong)]

    def missing(self) -> "list[Piece]":
        return [one for one in self._pieces if (one.token, one.copy) not in self._at]

    def collect(self, pad: "Any") -> "Work":
        """Take all tags of the set, laid on the pad one after the other; raises EndedError."""
        while self.missing():
            uid = yield from arrival(pad)
            try:
                yield "say", Sentence("  %s", (yield from self._check(uid, pad)))
            except ntag.CrowdedPadError:
                pass  # `departure` says it
            except ntag.TagGoneError as error:
                yield "say", again(error)
            yield from departure(pad)

    def judge(self) -> "Work":
        """Report what is wrong with the set; raises CommandError if anything is."""
        missing = self.missing()
        for piece in missing:
            yield "say", Sentence("missing: %s", piece.said)
        for uid, why in self.wrong:
            yield "say", Sentence("wrong: tag %s: %s", uid, why)
        if missing or self.wrong:
            raise CommandError("%d of %d are missing, %d are wrong: leyboard tags write --game %s "
                               "writes them", len(missing), len(self._pieces), len(self.wrong),
                               self._game.NAME)
        yield "say", Sentence("the set is whole: %d tags", len(self._pieces))

    def _check(self, uid: bytes, pad: "Any") -> "Work":
        """Record the tag on the pad; return a message about it. Raises TagGoneError."""
        try:
            yield from ntag.kind(pad)
        except ntag.UnfitTagError as error:
            return self._blame(uid, error.said)
        there = yield from ntag.content(pad)
        if there.record is None:
            return self._blame(uid, Sentence(there.wrong))
        place = there.record[1:3]
        piece = self._known.get(place)
        if there.record[0] != self._game.SET or piece is None:
            return self._blame(uid, Sentence("a piece of another set"))
        if self._at.setdefault(place, uid) != uid:
            return self._blame(uid, Sentence("a second %s", piece.said))
        return Sentence("%s: good, %d left; take it away", piece.said, len(self.missing()))

    def _blame(self, uid: bytes, why: Sentence) -> Sentence:
        if (uid.hex(), str(why)) not in [(one, str(said)) for one, said in self.wrong]:
            self.wrong.append((uid.hex(), why))
        return Sentence("%s; put it aside", why)
