"""The pieces on the table: which should lie where, which do lie there, and which action that
means."""

from games.base import CHANCE, CHOSEN, MISSING, WRONG, IllegalAction
from table.interpret import (
    ACTION,
    BETWEEN,
    CHOOSE,
    FOLLOW,
    MISTAKE,
    PARTIAL,
    QUIET,
    Verdict,
    by_hand,
    differences,
    expected,
    judge,
    showing,
    token_name,
)
from table.layout import NOWHERE, Layout
from table.legal import Legal
from table.sense import DOUBLE, FAULT, FOREIGN, UNKNOWN
from table.sense.tracker import NO_PIECE

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Action, Mark, Message, Moves
    from table.board import Board
    from table.session import Session
    from table.slides import Slides

_SPECIAL = (UNKNOWN, FOREIGN, DOUBLE, FAULT)


class Pieces:
    """Compares the readers' pieces with the session's game, and takes the action that people laid.

    `taken(why, game)` is called after each action that was tried: `why` is a message of the game's
    catalogue if it was refused, else "".
    """

    def __init__(self, board: "Board", session: "Session", taken: "Callable[..., object]"):
        self._board = board
        self._session = session
        self._taken = taken
        # None before a game
        self.layout: "Layout" = None  # type: ignore[assignment]  # where its spots lie
        self.legal: "Legal" = None  # type: ignore[assignment]  # what people may do now
        self.wanted = bytearray(0)  # the token that should lie at each place
        self._right = bytearray(0)  # the token that was last correct at each place
        # places that count as touched in the next turn
        self._afresh: "list[int] | tuple[Any, ...]" = ()
        self._lying = bytearray(0)  # the tokens when `change_marks` was last asked
        self._arrived = bytearray(0)  # 1 where `change_marks` has marked a tag still to be read
        self.noted = -1  # the sense version that `change_marks` last saw
        self.verdict: Verdict = None  # type: ignore[assignment]  # of the last `judge`
        self._pad_played = -1  # sense.pad_tags of the last piece played from the pad
        if board.facing_sensors is not None:
            from table.facings import Facings  # few boards have them

            path = session.journal.path
            board.sense.facings = Facings(board.facing_sensors, board.profile, path)

    def begin(self) -> bytearray | None:
        """Look up which pieces should lie where now, and who may take which actions. Returns the
        tokens that were wanted before, by place; None if another game has begun."""
        session = self._session
        game = session.game
        sense = self._board.sense
        before: "bytearray | None" = self.wanted
        # Do this now, because the readers are polled in the pauses of the layout. Until all of
        # them have been asked, the pieces of the game count as lying there.
        lay = bytearray(before if before and not sense.ready else sense.seen)
        if self.layout is None or self.layout.game is not game:
            before = None
            sense.set_in_play = game.SET
            self.layout = Layout(self._board.profile, game)
            self._right = bytearray(self.layout.places)
            self._lying = bytearray(sense.seen)
            self._arrived = self._arrived or bytearray(self.layout.places)  # arrivals stay lit
        self.wanted = expected(game, self.layout, self.layout.readers)
        if session.needs_resync:
            session.needs_resync = False
            self._right[:] = lay  # pieces that already lie there are not an action
        for place in self._afresh:
            self._right[place] = self.wanted[place]
        self._afresh = ()
        self.legal = Legal(game, session.seats_by_hand())
        return before

    def drop_game(self) -> None:
        """Drop what belongs to the game."""
        self.layout = None  # type: ignore[assignment]
        self.verdict = None  # type: ignore[assignment]

    def change_marks(self, rules: bool = True) -> list[tuple[int, int, int]]:
        """Return the marks of places that have changed: CHOSEN for a new piece that is not known
        to be right, MISSING for a piece that was lifted though no action takes it away. A tag
        counts before it is read, which takes 10 ms. Without `rules`, because these are busy,
        missing pieces wait."""
        sense = self._board.sense
        marks = []
        if self.layout is None:
            self.noted = sense.version
        elif sense.ready:
            for place in sense.arrivals:
                self._arrived[place] = 1
                marks.append((place, CHOSEN, 0))
            if self.noted != sense.version:
                self.noted = sense.version
                self._add_settled(marks, rules)
        sense.arrivals.clear()
        return marks

    def _add_settled(self, marks: "list[Mark]", rules: bool) -> None:
        """Add marks for places that have settled since the last time and had no mark before."""
        seen = self._board.sense.seen
        for place in self.layout.readers:
            token = seen[place]
            if token != self._lying[place]:
                self._lying[place] = token
                if self._arrived[place]:
                    self._arrived[place] = 0
                elif token and token != FAULT and token != self.wanted[place]:
                    marks.append((place, CHOSEN, 0))
                elif rules and not token and self.wanted[place] and not self._may_be_lifted(place):
                    marks.append((place, MISSING, 0))

    def _may_be_lifted(self, place: int) -> bool:
        """May people take the piece off a place, as part of an action or after the game? True
        while that is unknown."""
        if self.legal is None or self._session.inconsistent or self._session.is_over():
            return True
        return any(self.legal.placing(0, self.layout.spot_of[place]))

    def arrival_marks(self) -> list[tuple[int, int, int]]:
        """Return a mark for each place whose new tag is not read yet: its light stays on whatever
        else changes meanwhile."""
        if not any(self._arrived):
            return []
        marks = []
        for place in self.layout.readers:
            if self._arrived[place]:
                self._arrived[place] = self._board.sense.is_arriving(place)
                if self._arrived[place]:
                    marks.append((place, CHOSEN, 0))
        return marks

    def play(self, slides: "Slides", now: int) -> bool:
        """Judge the table, set `verdict`, and take the action that the pieces mean if `slides`
        lets it. Returns whether the game has changed, or has refused the action."""
        moved = slides.undo_moved(self.wanted, now)
        if moved:
            self._afresh = moved  # the pieces that have moved on count as just laid
            return True
        verdict = self.verdict = self.judge()
        slides.observe(verdict, now)
        if verdict.state == ACTION:
            by, action = verdict.actions[0]
            if slides.may_act(by, action, verdict.places, now):
                count = len(self._session.game.log)
                hand = self.act(by, action, verdict.gesture)
                if hand:
                    slides.note_action(count, hand, now)
                    if self._board.sense.facings:
                        self._board.sense.facings.note_taken()
                return True
            seen = self._board.sense.seen
            verdict.marks = [(place, CHOSEN, 0) for place in verdict.places if seen[place]]
        return (verdict.stray == NOWHERE or slides.has_rested(now)) and self.draw(verdict)

    def judge(self) -> Verdict:
        """Return the Verdict. After the end of the game pieces may lie anywhere."""
        session = self._session
        sense = self._board.sense
        if session.is_over():
            return Verdict(QUIET)
        seen = sense.seen
        wanted = self.wanted
        sense.match(wanted)
        verdict = judge(session.game, self.layout, seen, wanted, self._right, self.legal)
        for place in verdict.places:
            if sense.is_elsewhere(place):
                other = sense.shared(place)
                if other != NOWHERE:
                    return self._between(verdict, min(place, other), max(place, other))
        if sense.facings:
            sense.facings.settle(verdict, session.game, self.layout)
        return verdict

    def _between(self, verdict: Verdict, one: int, other: int) -> Verdict:
        name = self.layout.name
        marks = [(one, WRONG, 0), (other, WRONG, 0)]
        between = Verdict(BETWEEN, (), marks, ("between", name(one), name(other)))
        between.places = verdict.places
        return between

    def undo(self) -> None:
        """Undo a person's last action, as `Session.undo` does; but people must first take away
        everything that does not belong on the table. Raises IllegalAction or OSError."""
        for place in self.wrong_places():
            said = token_name(self.layout, self._board.sense.seen[place])
            why = ("away first", self.layout.name(place), said)
            raise IllegalAction(why, self.layout.game.NAME)
        self._session.undo()

    def wrong_places(self) -> list[int]:
        """Return the places of pieces that belong to a mistake or to an unfinished action; people
        must take these away before anything is taken back. A piece that only has to follow the
        game is not among them."""
        verdict = self.verdict
        if verdict is None or verdict.state not in (MISTAKE, PARTIAL, CHOOSE, BETWEEN):
            return []
        seen, right = self._board.sense.seen, self._right
        return [
            place
            for place in differences(seen, self.wanted, self.layout)
            if seen[place] and seen[place] != FAULT and seen[place] != right[place]
        ]

    def draw(self, verdict: Verdict) -> bool:
        """Take a piece that people drew and put on the pad or the board: its tag tells the outcome
        of chance. Returns whether there was one.

        A draw cannot be taken back, so it waits while another reader still reports the same tag.
        """
        session = self._session
        sense = self._board.sense
        if session.seed is not None or session.is_over():
            return False
        place = verdict.stray
        if place != NOWHERE:
            token = 0 if sense.is_elsewhere(place) else sense.seen[place]
            draws = session.game.drawn_actions(token, self.layout.spot_of[place])
        elif verdict.state == QUIET and not self._is_pad_played():
            draws = session.game.drawn_actions(sense.pad, -1)
        else:
            return False
        if not draws or draws[0][0] not in session.seats_by_hand():
            return False
        for by, action in draws:
            self._perform(by, action, session.game.gesture(by, action), "hand")
        if place == NOWHERE and CHANCE in session.seats_by_hand():
            self._pad_played = sense.pad_tags  # the next draw needs another piece on the pad
        return True

    def act(
        self, by: int, action: "Action", gesture: "Moves | None" = None
    ) -> list[tuple[int, int]]:
        """Take an action; if it lays the piece on the pad, that piece counts as played. `gesture`
        is the action's, if known. Returns the changes by hand, as from `by_hand`; [] if it was
        refused."""
        game = self._session.game
        token = self._board.sense.pad
        played = self._pad_played
        how = "hand"
        if gesture is None:
            how = "knob"
            gesture = game.gesture(by, action)
        for _, piece in gesture:
            if token and game.token(piece) == token:
                played = self._board.sense.pad_tags
        hand = self._perform(by, action, gesture, how)
        self._pad_played = played
        return hand

    def _perform(
        self, by: int, action: "Action", gesture: "Moves", how: str
    ) -> list[tuple[int, int]]:
        """Take an action. The pieces laid for it count as correct from then on, even if the game
        removes them at once. Returns the changes by hand; [] if it was refused."""
        seen = self._board.sense.seen
        hand = by_hand(self._session.game, self.layout, gesture, self.wanted, seen)
        try:
            self._session.act(by, action, how)
            for place, token in hand:
                if seen[place] == token:
                    self._right[place] = token
            self._board.sense.played()
            self._taken("")
        except IllegalAction as error:
            self._taken(error.why, error.game)
            return []
        return hand

    def on_pad(self) -> "list[tuple[int, Action]]":
        """Return the legal (by, action) entries for the piece on the pad."""
        token = self._board.sense.pad
        if not token or token in _SPECIAL or self._is_pad_played():
            return []
        return list(self.legal.placing(token))

    def _is_pad_played(self) -> bool:
        return self._pad_played == self._board.sense.pad_tags

    def problem(self, for_pad: "list[Any]") -> "Message":
        """Return a message that says what is wrong on the table; "" if nothing is. `for_pad` as
        from `on_pad`."""
        text = self.verdict.text
        if self.verdict.state in (MISTAKE, FOLLOW, BETWEEN) or isinstance(text, tuple):
            wrong = self._named(text)
        else:
            wrong = self._pad_problem(for_pad)
        return wrong or self._silent()

    def _named(self, text: "Message") -> "Message":
        """Return a message about an unknown tag: that it is a card or phone, or why it cannot be
        read."""
        if text and text[0] == "unknown":
            sense = self._board.sense
            for place in showing(UNKNOWN, sense.seen, self.layout):
                if self.layout.name(place) == text[1]:
                    if sense.is_card(place):
                        return (NO_PIECE, text[1])
                    return ("unknown why", text[1], (sense.why(place),))
        return text

    def _pad_problem(self, for_pad: "list[Any]") -> "Message":
        token = self._board.sense.pad
        if not token or self._is_pad_played() or self._session.is_over():
            return ""
        if token in _SPECIAL:
            return self._board.sense.why_pad()
        if for_pad:
            return ""
        return ("pad no place", token_name(self.layout, token))

    def _silent(self) -> "Message":
        """Return a message about a reader that does not answer; "" if all do."""
        block = self._board.sense.faulty_block()
        if block:
            return ("short circuit", block)
        for place in showing(FAULT, self._board.sense.seen, self.layout):
            return ("silent", self.layout.name(place))
        return ""
