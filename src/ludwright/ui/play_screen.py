"""The full-screen table at which a person plays: the commands behind its keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..play.errors import GameFault
from ..play.moves import Move
from ..play.picks import parts_of
from ..play.table import Table
from ..solver.answers import UNKNOWN
from ..table.playback import Replay
from ..table.scene import scene_of
from ..table.seat import Seat
from ..table.standings import ending_lines
from .choice_screen import ChoiceScreen
from .input_line import Submit
from .keys import CONFIRM, ENDED, HELP, KEYS
from .lines import scene_lines
from .replay_screen import ReplayScreen
from .session import Session
from .widgets import Page

AFTER_THE_END = ("n", "b", "u", "s", "q", "r")  # keys that work on the final page
LOST = "The game in progress will be lost."
PROPOSED = "enter accepts the name, typing replaces it, backspace edits it"


class PlayScreen(ChoiceScreen):
    """A table at which a person plays."""

    keys_line = KEYS

    def __init__(
        self,
        session: Session,
        colour: bool,
        leave: Callable[[], None],
        broke: Callable[[GameFault], None],
    ) -> None:
        super().__init__(session, colour, broke)
        self.leave = leave
        self.commands = {
            "u": self.undo,
            "w": self.why,
            "h": self.hint,
            "t": self.tip,
            "a": self.run_on,
            "s": self.ask_where_to_save,
            "l": lambda: self.ask("load", self.load),
            "r": self.rules,
            "n": self.new_game,
            "b": self.look_back,
            "question_mark": self.help,
            "slash": self.type_literally,
            "q": self.quit,
        }
        self.editing |= {"ctrl+w": self.why, "f2": self.whole_table}

    # ---- hints and explanations ----

    def why(self) -> None:
        """Explain why the selected or typed move is legal or not."""
        move = self.moves.selected_move()
        asked = self.session.text(move) if move else self.line.text
        if self.picker and not asked:
            asked = " + ".join(self.picker.items)
        if not asked:
            self.say("no move to explain")
            return
        first, *conditions = self.session.why(asked)
        lines = [self.faces.text(first), *map(self.faces.signed, conditions)]
        self.app.push_screen(Page("why", lines))

    def hint(self) -> None:
        """Suggest a move; a search runs in a thread while the table stays responsive."""
        self.clear_line()
        if not self.session.must_think:
            self.guarded(self.show_hint)
            return
        table = self.table.copy()  # the person may move in the meantime
        person = self.session.person
        self.say(f"{self.session.waiting}: esc stops")
        self.run_worker(lambda: self.think(table, person), thread=True, exclusive=True)

    def think(self, table: Table, person: Seat) -> None:
        """Ask the solver, and the adviser if it has no answer; runs in a thread of its own."""
        solver = self.session.solver
        if solver and solver.known(table) is None:
            solver.search(table)
            if solver.stopped:
                return
        verdict = solver.known(table) if solver else None
        if verdict is None or verdict.status == UNKNOWN:
            self.session.consult(person)
        self.app.call_from_thread(self.thought, person, self.show_hint)

    def thought(self, person: Seat, show: Callable[[], None]) -> None:
        """Show what was found, unless the person has moved on."""
        if self.session.person is person:
            self.guarded(show)
        else:
            self.say("")

    def show_hint(self) -> None:
        """Select the suggested move, and show the hint."""
        hint = self.session.hint()
        self.suggest(hint.move, f"hint: {hint.text}")

    def tip(self) -> None:
        """Suggest the adviser's moves; it thinks in a thread of its own."""
        self.clear_line()
        if not self.session.must_consult:
            self.guarded(self.show_tip)
            return
        person = self.session.person
        self.say("thinking")
        self.run_worker(lambda: self.consult(person), thread=True, exclusive=True)

    def consult(self, person: Seat) -> None:
        """Ask the adviser; runs in a thread of its own."""
        self.session.consult(person)
        self.app.call_from_thread(self.thought, person, self.show_tip)

    def show_tip(self) -> None:
        """Select the adviser's move, and show it with others."""
        tip = self.session.tip()
        self.suggest(tip.move, f"tip: {tip.text}")

    def suggest(self, move: Move | None, message: str) -> None:
        """Select a move, or mark the items that it picks, and show a message."""
        if self.picker and move:
            self.picker.mark_all(parts_of(str(move)))
            self.moves.show_items(self.picker, "", len(self.picker.asked.items))
            self.update(message)
        else:
            self.moves.select_move(move)
            self.say(message)

    def escape(self) -> None:
        """Clear the line and stop the search for a hint."""
        self.stop_thinking()
        super().escape()

    def stop_thinking(self) -> None:
        """Stop the search for a hint."""
        if self.session.solver:
            self.session.solver.stopped = True

    def on_unmount(self) -> None:
        """Leave no search running."""
        self.stop_thinking()

    # ---- pages ----

    def help(self) -> None:
        """Show the keys."""
        lines = HELP.splitlines()
        if ending := self.session.position_ending:
            lines.append(f"a file name that ends in {ending} saves the position, with all cards")
        self.app.push_screen(Page("keys", lines))

    def rules(self) -> None:
        """Show the rules of the game."""
        self.stop()
        self.app.push_screen(Page("rules", map(self.faces.signed, self.session.rules())))

    def whole_table(self) -> None:
        """Show the whole table as a page, including what does not fit on the screen."""
        lines = scene_lines(scene_of(self.table.view(self.seat)))
        self.app.push_screen(Page("table", map(self.faces.signed, lines)))

    def look_back(self) -> None:
        """Step back through the game so far."""
        self.stop()
        sealed = not self.table.over
        replay = Replay(self.table, self.seat, self.session.notation, sealed=sealed).to_end()
        self.app.push_screen(ReplayScreen(replay, self.faces.signs, self.come_back))

    def come_back(self) -> None:
        """Return from looking back."""
        self.app.pop_screen()

    def show_end(self) -> None:
        """Show the standings and what can be done next."""
        lines = ending_lines(self.table, self.seat)
        self.app.push_screen(Page("the end", lines, ENDED), self.after_the_end)

    def after_the_end(self, key: str | None) -> None:
        """Carry out the command that closed the final page."""
        if key in AFTER_THE_END:
            self.commands[key]()

    # ---- other games, files, quitting ----

    def undo(self) -> None:
        """Take back the last move."""
        if self.guarded(self.session.undo):
            self.proceed("move taken back")

    def new_game(self) -> None:
        """Start another game."""
        self.stop()
        self.confirm("new game", f"{LOST} Start another game?", self.start_new_game)

    def start_new_game(self) -> None:
        """Start another game without asking."""
        self.stop_thinking()
        self.proceed(self.session.new_game())

    def quit(self) -> None:
        """Leave the table."""
        self.stop()
        self.confirm("quit", f"{LOST} Quit anyway?", self.leave)

    def confirm(self, title: str, question: str, act: Callable[[], None]) -> None:
        """Do something that ends the game; if one is in progress, only after confirmation."""
        if not self.session.in_progress:
            act()
            return

        def answered(key: str | None) -> None:
            if key == "enter":
                act()

        self.app.push_screen(Page(title, [question], CONFIRM), answered)

    def ask(self, what: str, act: Submit, proposal: str = "") -> None:
        """Ask for a file name."""
        self.stop()
        self.line.ask(what, act, proposal)
        self.update(PROPOSED if proposal else "")

    def ask_where_to_save(self) -> None:
        """Ask for the file to save to, and propose one."""
        game = Path(self.table.game).stem.replace(":", "-")
        self.ask("save to", self.save, f"{game}-{self.table.seed}.json")

    def save(self, file: str) -> None:
        """Save the game."""
        self.say(self.session.save(file))

    def load(self, file: str) -> None:
        """Continue the game of a record."""
        before = self.table
        message = self.session.load(file)
        if self.table is before:
            self.say(message)
        else:
            self.proceed(message)
