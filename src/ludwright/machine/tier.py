"""The second tier: native code of one program, compiled while the interpreter already plays."""

from __future__ import annotations

import hashlib
from functools import cached_property
from threading import Lock

from . import advance, interpreter, native
from .jit import qualified
from .profile import hot_addresses
from .program import Program
from .tier_ir import ENTRIES, INLINED, Writer

# CPU seconds that compiling takes: at least, and for each op.
COST, COST_PER_OP = 0.5, 0.004
# Of larger programs only the hot part is compiled, that in which random games spend this share.
MOST_OPS = 4000
COVERED = 0.995


class NativeCode:
    """The machine for one program: functions with the signatures of those in `advance` and
    `stepping`, which ignore the program they are given."""

    def __init__(self, library: native.Library) -> None:
        called = (library.function(qualified(function)) for function in ENTRIES)
        self.operate, self.playouts, self.begin_game, self.choose_id, self.step_tables = called
        self.address = library.address(f"c_{qualified(advance.operate)}")


_tiers: dict[int, Tier] = {}  # by the id of the program, which a tier keeps alive
MOST_TIERS = 64
_compiles = True


def compile_nothing() -> None:
    """Use only native code that is kept: for processes that must not start others."""
    global _compiles
    _compiles = False


def tier_of(program: Program) -> Tier:
    """The tier of a program, the same one for all who ask."""
    found = _tiers.get(id(program))
    if found is None:
        if len(_tiers) >= MOST_TIERS:
            _tiers.pop(next(iter(_tiers)))
        found = _tiers[id(program)] = Tier(program)
    return found


class Tier:
    """The native code of one program: missing, being compiled, or there."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code: NativeCode | None = None
        self._compiling: native.Compilation | None = None
        self._looked = False  # into the cache
        self._asked = False  # for a compilation: once is enough, whatever came of it
        self._lock = Lock()
        self._is_possible = interpreter.LIBRARY is not None and native.has_tier()

    @cached_property
    def name(self) -> str:
        """The name of the object code in the cache."""
        program = self.program
        words = program.code.tobytes() + program.image.tobytes()
        return f"program-{hashlib.sha256(words).hexdigest()[:24]}"

    def expect(self, seconds: float) -> NativeCode | None:
        """The native code, if it is there. It is compiled in another process if it pays, given how
        many seconds of the interpreter's work are ahead."""
        if self.code is None and self._is_possible:
            with self._lock:  # threads of one batch ask at the same time
                self._advance(seconds)
        return self.code

    def _advance(self, seconds: float) -> None:
        """The next step towards native code."""
        if self._compiling is not None:
            made = self._compiling.poll()
            if made is not None:
                self._compiling = None
                self._load(made)
        elif not self._asked:
            if not self._looked:  # batches ask before every step
                self._looked = True
                self._load(native.kept(native.MACHINE, self.name))
            if self.code is None and _compiles and seconds > 2 * self._cost():
                # One at a time: whoever asks for many programs asks again.
                if not native.Compilation.is_running():
                    self._asked = True
                    self._compiling = native.Compilation(self.name, self._source())

    def compile(self) -> NativeCode | None:
        """The native code, compiled now if need be; None without a compiler, or if it is off."""
        if self.code is None and self._is_possible:
            self._load(native.object_code(native.MACHINE, self.name, lambda _: self._source()))
        return self.code

    def _load(self, code: bytes | None) -> None:
        if code:
            resume = interpreter.LIBRARY.address("c_resume") if interpreter.LIBRARY else 0
            self.code = NativeCode(native.Library(code, {"lw_resume": resume}))

    def _cost(self) -> float:
        # Ops have about four words.
        return COST + COST_PER_OP * min(self.program.code_end / 4, MOST_OPS)

    def writer(self) -> Writer:
        """What writes the code to be compiled."""
        bitcode = native.MACHINE.bitcode
        assert bitcode is not None
        hot = None
        if self.program.code_end > 4 * MOST_OPS:
            hot = hot_addresses(self.program, COVERED, MOST_OPS)
        return Writer(self.program, bitcode.functions, hot)

    def _source(self) -> native.Source:
        return native.Source(self.writer().text(), INLINED)
