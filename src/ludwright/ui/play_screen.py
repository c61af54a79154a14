"""A full-screen table at which a person plays: moves by keys, by typing or by mouse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..play.errors import GameFault, MoveError
from ..play.moves import Move
from ..play.table import Table
from .keys import ENDED, HELP, KEYS
from .lines import scene_lines
from .replay_screen import ReplayScreen
from .scene import scene_of
from .selection import Picker
from .session import MoveReport, Replay, Session
from .standings import ending_lines
from .table_screen import TableScreen
from .widgets import Drawing, Page

MOST_LISTED = 500
FAR = 10**6
SIDE_FRAME = 5  # columns for a border, blanks and a scroll bar
AFTER_THE_END = ("n", "b", "u", "s", "q", "r")  # keys that do something at once
MOVING = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -FAR, "end": FAR}


class PlayScreen(TableScreen):
    """A table at which a person plays."""

    keys_line = KEYS

    def __init__(
        self,
        session: Session,
        colour: bool,
        leave: Callable[[], None],
        broke: Callable[[GameFault], None],
    ) -> None:
        super().__init__(colour)
        self.session = session
        self.broke = broke
        self.typed = ""
        self.typing = False  # whether letters are typed even if they are keys
        self.listed: list[Move] = []
        self.picker: Picker | None = None  # what is marked, where several items are picked
        self.items: list[int] = []  # the numbers of the items that are listed
        self.ended = False  # whether the end of the game was told
        self.asked: tuple[str, Callable[[str], None]] | None = None  # for a file's name
        self.commands = {
            "u": self.undo,
            "w": self.why,
            "h": self.hint,
            "t": self.tip,
            "a": self.run_on,
            "s": lambda: self.ask("save as", self.save, self.proposed_file()),
            "l": lambda: self.ask("load", self.load),
            "r": self.rules,
            "n": self.new_game,
            "b": self.look_back,
            "question_mark": self.help,
            "slash": self.begin_typing,
            "q": leave,
        }
        self.editing: dict[str, Callable[[], None]] = {
            **{key: partial(self.go, by) for key, by in MOVING.items()},
            "ctrl+w": self.why,
            "f2": self.whole_table,
            "enter": self.enter,
            "escape": self.escape,
            "backspace": self.rub_out,
            "ctrl+h": self.rub_out,  # what some terminals send for backspace
        }

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self.session.table

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.session.seat

    @property
    def history(self) -> Sequence[MoveReport]:
        """What has happened."""
        return self.session.history

    @property
    def moves(self) -> OptionList:
        """The list of moves."""
        return self.query_one("#moves", OptionList)

    def side(self) -> ComposeResult:
        """The moves to choose from, and those that were made."""
        moves = OptionList(id="moves", markup=False)
        moves.can_focus = False
        yield moves
        yield Drawing(self.draw_history, id="told")

    def question(self) -> str:
        """What is asked, and what was typed so far."""
        what = self.asked[0] if self.asked else self.session.question()
        if self.picker and not self.asked:
            what = f"{self.session.question()}, {self.picker.count}"
        elif not self.asked and len(self.session.moves()) > MOST_LISTED:
            what += f", 1 to {len(self.session.moves())}"
        cursor = "_" if self.typed or self.typing or self.asked else ""
        return f"{what} > {self.typed}{cursor}" if not self.table.over or self.asked else what

    def on_mount(self) -> None:
        """Begin: others may have the first moves."""
        super().on_mount()
        self.go_on()

    # ---- moving ----

    def go_on(self, message: str = "") -> None:
        """Let the others move and show what can be chosen now."""
        self.guarded(self.session.let_others_move)
        self.typed, self.typing, self.asked = "", False, None
        several = self.session.picks()
        self.picker = Picker(several) if several and several.at_once else None
        self.list_moves()
        if self.table.over:
            self.stop()
        self.update(message)
        if self.table.over and not self.ended:
            self.app.push_screen(Page("the end", self.ending(), ENDED), self.after_the_end)
        self.ended = self.table.over

    def ending(self) -> list[str]:
        """How the game ended."""
        return list(ending_lines(self.table, self.seat))

    def after_the_end(self, key: str | None) -> None:
        """Go on as the person chose when the game was over."""
        if key in AFTER_THE_END:
            self.commands[key]()

    def guarded(self, step: Callable[[], object]) -> bool:
        """Do something that may not be possible, or break the game."""
        try:
            step()
        except MoveError as error:
            more = f"{error}; ctrl+w tells why"
            self.stop(more if self.typed and len(more) < self.size.width - 1 else str(error))
            return False
        except GameFault as fault:
            self.broke(fault)
            return False
        return True

    def list_moves(self) -> None:
        """List the moves that fit what was typed, and mark one."""
        self.items = []
        if self.picker and not self.asked:
            self.list_items(self.picker)
            return
        moves = self.session.moves()
        number = 0 if self.asked else self.session.number(self.typed)
        wanted = "" if number or self.asked else plain(self.typed)
        texts = [(i, move, self.session.text(move)) for i, move in enumerate(moves[:MOST_LISTED])]
        fitting = [(i, move, text) for i, move, text in texts if wanted in plain(text)]
        self.listed = [move for _, move, _ in fitting]
        numbers = self.session.numbered
        heads = [f"{i + 1:>2} " if numbers else " " for i, _, _ in fitting]
        options = [
            Option(Content(head + self.faces.text(text)))
            for head, (_, _, text) in zip(heads, fitting, strict=True)
        ]
        if len(moves) > MOST_LISTED:
            more = f"+{len(moves) - MOST_LISTED} more: type the number"
            options.append(Option(Content(more), disabled=True))
        self.moves.clear_options().add_options(options)
        self.widen_side(SIDE_FRAME + max((len(str(each.prompt)) for each in options), default=0))
        exact = (at for at, (_, _, text) in enumerate(fitting) if plain(text) == wanted)
        chosen = number - 1 if number else next(exact, 0)
        self.moves.highlighted = chosen if chosen < len(self.listed) else None

    def list_items(self, picker: Picker, at: int = 0) -> None:
        """List the items that can be picked and fit what was typed, and that they are all."""
        wanted, texts = plain(self.typed), picker.asked.items
        self.listed = []
        self.items = [item for item, text in enumerate(texts) if wanted in plain(text)]
        lines = [self.faces.text(picker.line(item)) for item in self.items]
        lines += [] if wanted else [f"these: {picker.count}"]
        self.moves.clear_options().add_options([Option(Content(line)) for line in lines])
        self.moves.highlighted = min(at, len(lines) - 1) if lines else None

    def pick(self, picker: Picker) -> None:
        """Mark the item of the list, or pick those that are marked; or what was typed."""
        at = self.moves.highlighted
        if at is None:
            self.make(self.typed)
        elif at == len(self.items):
            if picker.ready:
                self.make(picker.items)
            else:
                self.say(f"{picker.count} are marked")
        elif not picker.toggle(self.items[at]):
            self.say(f"{picker.count} are marked: take one back first")
        else:
            item = self.items[at]
            self.typed, self.typing = "", False
            self.list_items(picker, len(picker.asked.items) if picker.full else item)
            self.update()

    def go(self, by: int) -> None:
        """Mark another move."""
        if count := self.moves.option_count if self.picker else len(self.listed):
            at = self.moves.highlighted or 0
            self.moves.highlighted = min(max(at + by, 0), count - 1)

    def marked(self) -> Move | None:
        """The move that is marked."""
        at = self.moves.highlighted
        return self.listed[at] if at is not None and at < len(self.listed) else None

    def enter(self) -> None:
        """Make the typed or marked move, or give the file's name that was asked for."""
        if self.asked:
            _, act = self.asked
            name = self.typed
            self.clear_line()
            if name:
                act(name)
            return
        if self.table.over:
            return
        if self.picker:
            self.pick(self.picker)
        else:
            self.make(self.marked() or self.typed)

    def make(self, move: Move | str | Collection[str]) -> None:
        """Make a move."""
        if self.guarded(lambda: self.session.make_whole(move)):
            self.go_on()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move was clicked on."""
        event.stop()
        if self.picker and not self.asked:
            self.moves.highlighted = event.option_index
            self.pick(self.picker)
        elif not self.asked and event.option_index < len(self.listed):
            self.make(self.listed[event.option_index])

    def tick(self) -> None:
        """Go on where the game only waits."""
        if self.session.waits and not self.asked:
            self.make("")
            if not self.table.over:
                self.say("running: a stops")
        elif not self.session.waits:
            self.stop()

    # ---- typing ----

    def on_key(self, event: events.Key) -> None:
        """Keys are commands until something is typed."""
        key, letter = event.key, event.character
        busy = self.typed or self.typing or self.asked
        command = self.editing.get(key) or (None if busy else self.commands.get(key))
        event.stop()
        event.prevent_default()
        if command:
            command()
        elif letter and letter.isprintable():
            self.type(self.typed + letter)

    def on_paste(self, event: events.Paste) -> None:
        """A pasted text is typed."""
        event.stop()
        self.type(self.typed + " ".join(event.text.split()))

    def type(self, text: str) -> None:
        """Change what is typed."""
        self.typed = text
        self.list_moves()
        self.update()

    def clear_line(self) -> None:
        """Forget what was typed and what was asked for."""
        self.typing, self.asked = False, None
        self.type("")

    def escape(self) -> None:
        """Forget what was typed, and stop thinking."""
        self.stop_thinking()
        self.clear_line()

    def rub_out(self) -> None:
        """Take the last letter back."""
        self.typing = self.typing and bool(self.typed)
        self.type(self.typed[:-1])

    def begin_typing(self) -> None:
        """Take all letters as typed."""
        self.typing = True
        self.update()

    # ---- asking ----

    def undo(self) -> None:
        """Take the last move back."""
        if self.guarded(self.session.undo):
            self.go_on("taken back")

    def why(self) -> None:
        """Tell about the marked or typed move."""
        move = self.marked()
        asked = self.session.text(move) if move else self.typed
        if self.picker and not asked:
            asked = " + ".join(self.picker.items)
        if not asked:
            self.say("there is no move to tell about")
            return
        first, *conditions = self.session.why(asked)
        lines = [self.faces.text(first), *map(self.faces.signed, conditions)]
        self.app.push_screen(Page("why", lines))

    def hint(self) -> None:
        """Mark and tell a good move; if that takes a search, while the table stays alive."""
        self.clear_line()
        if not self.session.must_think:
            self.guarded(self.tell_hint)
            return
        table = self.table.copy()
        self.say(f"{self.session.waiting}: esc stops")
        self.run_worker(lambda: self.think(table), thread=True, exclusive=True)

    def think(self, table: Table) -> None:
        """Ask the solver, in a thread of its own."""
        solver = self.session.solver
        if solver:
            solver.search(table)
            if not solver.stopped:
                self.app.call_from_thread(self.thought, table)

    def thought(self, table: Table) -> None:
        """Tell what was found out, if the person still waits for it."""
        if self.table.log == table.log and not self.session.must_think:
            self.guarded(self.tell_hint)
        else:
            self.say("")

    def tell_hint(self) -> None:
        """Mark and tell a move of a solution, or the adviser's."""
        hint = self.session.hint()
        self.mark(hint.move)
        self.say(f"hint: {hint.text}")

    def tip(self) -> None:
        """Mark the move that the adviser would make."""
        self.clear_line()
        self.guarded(self.tell_tip)

    def tell_tip(self) -> None:
        """Mark and tell the adviser's move."""
        move = self.session.tip()
        self.mark(move)
        self.say(f"tip: {self.session.text(move)}")

    def mark(self, move: Move | None) -> None:
        """Mark a move in the list."""
        numbers = [n for n, each in enumerate(self.listed) if each == move]
        if numbers:
            self.moves.highlighted = numbers[0]

    def stop_thinking(self) -> None:
        """End a search for a hint."""
        if self.session.solver:
            self.session.solver.stopped = True

    def on_unmount(self) -> None:
        """Leave nothing running behind."""
        self.stop_thinking()

    def help(self) -> None:
        """Show the keys."""
        lines = HELP.splitlines()
        if ending := self.session.position_ending:
            lines.append(
                f"            a file that ends in {ending} keeps the position, with all cards"
            )
        self.app.push_screen(Page("keys", lines))

    def rules(self) -> None:
        """Show the rules of the game."""
        self.stop()
        self.app.push_screen(Page("rules", map(self.faces.signed, self.session.rules())))

    def new_game(self) -> None:
        """Begin another game; if one is under way, only if that is meant."""
        self.stop()
        if self.session.under_way:
            lines = ["The game under way will be left. Begin another one?"]
            self.app.push_screen(Page("new game", lines, "enter yes · esc no"), self.begin_anew)
        else:
            self.begin_anew("enter")

    def begin_anew(self, key: str | None) -> None:
        """Begin another game if the answer was yes."""
        if key == "enter":
            self.stop_thinking()
            message = self.session.new_game()
            self.go_on(message)

    def whole_table(self) -> None:
        """Show everything that lies on the table, also what does not fit beside the moves."""
        lines = scene_lines(scene_of(self.table, self.seat))
        self.app.push_screen(Page("table", map(self.faces.signed, lines)))

    def look_back(self) -> None:
        """Look at the game so far again."""
        self.stop()
        sealed = not self.table.over
        replay = Replay(self.table, self.seat, self.session.notation, sealed=sealed)
        while replay.forward():
            pass
        self.app.push_screen(ReplayScreen(replay, self.faces.signs, self.come_back))

    def come_back(self) -> None:
        """Return from looking back."""
        self.app.pop_screen()

    # ---- files ----

    def proposed_file(self) -> str:
        """A name for the file of this game."""
        return f"{Path(self.table.game).stem.replace(':', '-')}-{self.table.seed}.json"

    def ask(self, what: str, act: Callable[[str], None], proposed: str = "") -> None:
        """Ask for the name of a file."""
        self.stop()
        self.asked = (what, act)
        self.typed = proposed
        self.update()

    def save(self, file: str) -> None:
        """Write a record."""
        self.say(self.session.save(file))

    def load(self, file: str) -> None:
        """Go on with a record."""
        before = self.table
        message = self.session.load(file)
        if self.table is before:
            self.say(message)
        else:
            self.go_on(message)


def plain(text: str) -> str:
    """A text without what does not matter: blanks and capitals."""
    return " ".join(text.split()).casefold()
