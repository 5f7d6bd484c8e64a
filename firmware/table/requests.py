"""The less frequent requests of a host; `table/answers.py` has the others."""

import gc
from binascii import unhexlify

from games.base import IllegalAction
from games.record import action_of
from table import forms, link, tags
from table.answers import BY, GAME, OFTEN, Answers
from table.answers import state as state  # one place for programs

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json


class Requests(Answers):
    """Answers all requests."""

    def row(self, do: "Any") -> "tuple[Any, ...] | None":
        """Return the row of REQUESTS for a word, None if there is none."""
        return REQUESTS.get(do) if isinstance(do, str) else None

    def refuse(self, request: "Json") -> "Json":
        """Return the answer to an unknown request."""
        known = ", ".join(sorted(REQUESTS))
        return link.refuse(request, "unknown", "no such request; there are: %s" % known)

    def _new(self, values: "Json") -> "Json":
        """Begin a game in place of the one on the table. People play the seats without a player.
        With `secret` the table draws and rolls by its own secret. With a `seed` it draws and rolls
        by the seed, so anybody who knows the seed can compute the outcomes. Without either, people
        draw and roll. With `aside` the old game, if anybody acted in it, goes on the shelf: the
        answer then has its `number` there, and `dropped`, the numbers of the oldest finished games
        that had to go to make room. Without `aside` the old game is lost."""
        return _moved(self._app.session.new(
            values["game"], values["seats"], values["options"], values["players"],
            self._source(values), values["names"], values["aside"],
        ))

    def _source(self, values: "Json") -> "Any":
        """Return the source of chance for a request."""
        return self._app.entropy.secret() if values["secret"] else values["seed"]

    def _undo(self, values: "Json") -> None:
        """Take back the last action of a person and all actions of computer players since; after
        `give_up`, take back only that. People must first take away pieces that do not belong on
        the table."""
        self._app.pieces.undo()

    def _give_up(self, values: "Json") -> None:
        """End the game without a winner."""
        self._app.session.give_up()

    def _record(self, values: "Json") -> None:
        """The record of the game: its lines come as events `record`, before the answer."""
        self._playing()
        if not self._app.session.is_open():
            raise ValueError("a record tells all that is hidden: ask when the game is over")
        for line in self._app.session.record():
            link.send(self._send, {"event": "record", "line": line})

    def _load_line(self, values: "Json") -> "Json":
        """Put a game on the table from its record, one request a line: the first with `begin`, the
        last with `end`. The answer to the last one is as for `new`."""
        host = self._app.host
        if values["begin"]:
            from games.replay import Replay

            host.load = Replay()
        load = host.load
        if load is None:
            raise ValueError('the first line of a record comes with "begin": true')
        host.load = None  # a refused line ends the load
        if values["line"] is not None:
            load.feed(values["line"])
        if not values["end"]:
            host.load = load
        elif load.game is None:
            raise ValueError("the record is empty")
        else:
            if load.commit and load.seed is None:  # who plays on from here draws by a new secret
                load.seed = self._app.entropy.secret()
                load.seed.commit = ""  # the record's other one does not fit it
            from table.game_loading import load as put_on_table

            return _moved(put_on_table(
                self._app.session, load, values["players"], values["names"], values["aside"]
            ))
        return {}

    def _theme(self, values: dict[str, str]) -> None:
        """Choose the theme of the lights."""
        self._app.painter.use(values["name"])

    def _hint(self, values: "Json") -> "Json":
        """A good action for a seat: its words in `do`, a sentence with reasons in `text`. While
        the table thinks, for up to 10 s, these are null and "": ask again. The hint glows on the
        table unless it would give away a hidden hand."""
        app = self._app
        by = self._seat(values["by"])
        hint = app.hint
        if hint is None or hint.by != by or hint.texts.language != self.texts.language:
            if hint is not None and hint.action is None and by in app.session.seats_by_hand():
                return {"do": None, "text": ""}  # one after the other, or none would be done
            self._playing()
            from table.hint import seek

            hint = seek(app, by, self.texts)
        if hint.action is None:
            return {"do": None, "text": ""}
        game = self._playing()
        text = self.texts.render(hint.message, game.NAME)
        return {"do": game.text(hint.action), "text": text}

    def _would(self, values: "Json") -> "Json":
        """The effects of a legal action as `text`: the points that it scores, the things that it
        closes, the chances that it leaves to others, as far as the seat can know; "" if there are
        none."""
        game = self._playing()
        by = self._seat(values["by"])
        action = action_of(game, values["words"])
        why = game.reason(by, action) if by in game.current() else "not now"
        if why is not None:
            raise IllegalAction(why, game.NAME)
        from table.hint import foresee

        return {"text": foresee(game, by, action, self.texts)[1]}

    def _example(self, values: "Json") -> None:
        """Show the played example of a game. The game on the table, if anybody acted in it, goes
        on the shelf. The display shows sentences that need no action as questions. The other
        fields are for the game that follows, as for `new`."""
        from table.example import begin

        begin(
            self._app, values["game"], values["seats"], values["options"],
            values["players"], values["names"],
        )

    def _leave_example(self, values: "Json") -> None:
        """End the example; the game that follows it begins."""
        example = self._app.session.example
        if example is not None:
            example.leave()

    def _rematch(self, values: "Json") -> "Json":
        """Begin the same game again, with the same seats, options, players and names. `secret`,
        `seed`, `aside` and the answer are as for `new`."""
        return _moved(self._app.session.rematch(self._source(values), values["aside"]))

    def _shelf(self, values: "Json") -> "Json":
        """The games that wait: `games`, the oldest first, `most`, how many there may be, and
        `free`, the bytes of flash that are left. Each game has its `number`, `game`, `seats`,
        `options`, `players`, `names`, `actions`, `scores` (or null), and its `state`: "running",
        "over" or "given up" (with `winners` and `reason`), or "unknown" if this firmware cannot
        play it. `played_here` is false for a record that was over when it was loaded: it never
        counts. The `played_here` beside `games` is about the game on the table. Game number 0 did
        not fit the firmware, or was damaged. `sums` has, for each `game`, the results of finished
        games that were removed: how many `games`, of how many `actions`, and for each of the
        `players` [kind, name, games, won, points]."""
        from table.past_results import sums
        from table.shelf import MOST, free, summaries

        session = self._app.session
        room = free(session.journal)
        head = session.journal.head() if session.game is not None else None
        is_loaded = head is not None and head[1]["table"].get("over", False)
        return {"games": summaries(session), "most": MOST, "free": room,
                "played_here": not is_loaded, "sums": sums(session.journal)}

    def _put_aside(self, values: "Json") -> "Json":
        """Put the game on the table on the shelf; another one of its kind begins. The answer is as
        for `new`."""
        from table.shelf import put_aside

        return _moved(put_aside(self._app.session, self._app.entropy.secret()))

    def _take_up(self, values: dict[str, int]) -> "Json":
        """Put a game of the shelf on the table again. The game that is on the table, if anybody
        acted in it, goes on the shelf. The answer is as for `new`, and has `notes`: sentences that
        name the parts of the game that were lost, and say so if the flash cannot store its next
        actions."""
        from table.shelf import take_up

        number, dropped, found = take_up(self._app.session, values["number"])
        said = self._app.display_text
        said.tell_moved((number, dropped), found)
        answer = _moved((number, dropped))
        from table.game_resuming import warnings

        answer["notes"] = [said.texts.render(part) for part in warnings(found)]
        return answer

    def _remove(self, values: dict[str, int]) -> None:
        """Remove a game from the shelf for good, even a running one. The result of a finished one
        still counts in the `sums` of `shelf`."""
        from table.shelf import take_off

        take_off(self._app.session, values["number"])

    def _names(self, values: "Json") -> None:
        """Name the players of the game on the table, by seat; "" is no name. Names are kept with
        the game and shown instead of colours. They are not in its record."""
        from table.shelf import call

        call(self._app.session, values["names"])

    def _playtest(self, values: "Json") -> None:
        """Note how people play, until the next start, or stop that with an empty `text`. Each
        sentence of `text` that ends with a question mark, two at most, is asked after the game.
        The record then tells when and how each action came, what was refused or taken back before
        it, and the answers."""
        from table.playtest import use

        use(self._app.session, values["text"])

    def _answer(self, values: dict[str, int]) -> None:
        """Answer for a seat a question of the playtest, by its place in `playtest` of `state`,
        once the game is over: with a `value` from 1 to 5, or 0 for no answer."""
        noting = self._app.session.playtest
        if noting is None:
            raise ValueError("this table notes nothing: see the request playtest")
        noting.answer(self._seat(values["by"]), values["question"], values["value"])

    def _elsewhere(self, values: "Json") -> None:
        """Say whether a seat's player acts elsewhere, such as on a phone, until another game is on
        the table. The knob then serves only the other seats, and shows nothing that only this seat
        may know."""
        session = self._app.session
        by = self._seat(values["by"])
        session.elsewhere = [seat for seat in session.elsewhere if seat != by]
        if values["yes"]:
            session.elsewhere.append(by)
            self._app.open(None)  # it may be a question for this seat
        self._app.speak_again()

    def _language(self, values: "Json") -> None:
        """Choose the language of the display, and of the answers to requests that name none, until
        the next start."""
        self._app.display_text.use_language(values["name"])

    def _brightness(self, values: "Json") -> None:
        """Set the greatest brightness of the lights."""
        self._app.painter.dim(values["level"])

    def _lights(self, values: "Json") -> "Json":
        """The lights: `lights` has one colour a place, as red * 65536 + green * 256 + blue; `ma`
        is the estimated current of all pixels."""
        painter = self._app.painter
        return {"lights": painter.colours(), "ma": painter.milliamperes}

    def _health(self, values: "Json") -> "Json":
        """The state of the table: `free` bytes of memory (0: unknown), `sweep_ms`, the time of the
        last round of all readers, whether the 5 V `supply` is there, and `notes`, sentences about
        problems when the table started."""
        app = self._app
        sense = app.board.sense
        free = gc.mem_free() if hasattr(gc, "mem_free") else 0
        return {"free": free, "sweep_ms": sense.sweep_ms, "supply": sense.has_supply,
                "notes": [app.display_text.texts.render(note) for note in app.notes]}

    def _calibrate(self, values: "Json") -> "Json":
        """Measure the sensors of turned tiles while no tile lies on the board, and keep their
        levels, which `levels` lists as [place, level in the east, in the north, state]: in mT, and
        "ok" or "broken". Without this the knob asks how a tile is turned."""
        sense = self._app.board.sense
        if sense.facings is None:
            raise ValueError("this board has no sensors of turned tiles")
        if not sense.ready or any(sense.seen):
            raise ValueError("take everything off the board first")
        return {"levels": sense.facings.calibrate()}

    def _write(self, values: "Json") -> None:
        """Write a piece's record on the tag on the pad; the request `tag` reports the result."""
        record = tags.encode(values["set"], values["token"], values["copy"], values["slot"])
        self._app.board.sense.write_pad(record)

    def _exchange(self, values: dict[str, str]) -> None:
        """Send an NTAG command, in hex, to the tag on the pad: 30 (READ), A2 (WRITE) or 60
        (GET_VERSION). `tag` then has the answer in `written`: the PN532's status and the tag's
        bytes in hex, or "gone"."""
        if not self._app.session.is_open():
            raise ValueError("what lies there may be hidden: wait until the game is over")
        data = unhexlify(values["data"])
        if data[0] not in (0x30, 0xA2, 0x60):
            raise ValueError("the command of a tag begins with 30, A2 or 60")
        self._app.board.sense.talk_pad(data)


def _moved(moved: "tuple[int | None, list[int]]") -> "Json":
    """Return the fields that tell of a game that went on the shelf, (number, dropped); {} if none
    did."""
    if moved[0] is None:
        return {}
    return {"number": moved[0], "dropped": moved[1]}


_SETTING = (
    GAME, ("seats", forms.NUMBER, 1, 8, None), ("options", forms.OPTIONS, 0, 32, None),
)
_PLAYERS = ("players", forms.TEXTS, 0, 8, ())
_NAMES = ("names", forms.NAMES, 0, 8, ())
_ASIDE = ("aside", forms.FLAG, 0, 1, True)
_CHANCE = (("seed", forms.NUMBER, 0, forms.FAR, None), ("secret", forms.FLAG, 0, 1, False))
_NUMBER = ("number", forms.NUMBER, 0, forms.FAR)

# All of them; see OFTEN.
REQUESTS = dict(OFTEN)  # type: dict[str, tuple[Any, ...]]
REQUESTS.update({
    "new": (Requests._new,) + _SETTING + (_PLAYERS,) + _CHANCE + (_NAMES, _ASIDE),
    "undo": (Requests._undo,),
    "give_up": (Requests._give_up,),
    "record": (Requests._record,),
    "load": (
        Requests._load_line, ("begin", forms.FLAG, 0, 1, False), ("end", forms.FLAG, 0, 1, False),
        ("line", forms.TEXT, 1, 960, None), _PLAYERS, _NAMES, _ASIDE,
    ),
    "shelf": (Requests._shelf,),
    "put_aside": (Requests._put_aside,),
    "take_up": (Requests._take_up, _NUMBER),
    "remove": (Requests._remove, _NUMBER),
    "names": (Requests._names, _NAMES[:4]),
    "playtest": (Requests._playtest, ("text", forms.TEXT, 0, forms.LONG)),
    "answer": (
        Requests._answer, ("by", forms.NUMBER, 0, 7), ("question", forms.NUMBER, 0, 7),
        ("value", forms.NUMBER, 0, 5),
    ),
    "elsewhere": (Requests._elsewhere, ("by", forms.NUMBER, 0, 7), ("yes", forms.FLAG, 0, 1)),
    "theme": (Requests._theme, ("name", forms.TEXT, 1, 16)),
    "example": (Requests._example,) + _SETTING + (_PLAYERS, _NAMES),
    "leave_example": (Requests._leave_example,),
    "hint": (Requests._hint, BY),
    "would": (Requests._would, BY, ("words", forms.WORDS, 1, 64)),
    "rematch": (Requests._rematch,) + _CHANCE + (_ASIDE,),
    "language": (Requests._language, ("name", forms.TEXT, 1, 16)),
    "brightness": (Requests._brightness, ("level", forms.NUMBER, 0, 255)),
    "lights": (Requests._lights,),
    "health": (Requests._health,),
    "calibrate": (Requests._calibrate,),
    "write": (
        Requests._write, ("set", forms.NUMBER, 1, 255), ("token", forms.NUMBER, 1, 239),
        ("copy", forms.NUMBER, 0, 255, 0), ("slot", forms.NUMBER, 0, 4, 0),
    ),
    "exchange": (Requests._exchange, ("data", forms.TEXT, 2, 12)),
})
