"""Native code: bitcode and generated code in, functions that Python calls out.

Needs llvmlite alone. Bitcode that fits the sources is shipped with the package or in the user's
cache; else Numba builds it, in a process of its own. Without any of these the machine runs as plain
Python.
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import importlib.util
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from ..disk import read_whole, write_whole
from . import ir, jit
from .cache import LARGEST, Store, cache_home, scratch, stamp, unnamed

try:
    import llvmlite
    import llvmlite.binding as llvm
except ImportError:
    llvm = None

LOG = logging.getLogger("ludwright")
HERE = Path(__file__).parent
SHIPPED = HERE / "bitcode"
PLAIN = "LUDWRIGHT_PLAIN"  # in the environment: run as plain Python
TIER = "LUDWRIGHT_TIER"  # in the environment: off, to leave all programs to the interpreter
LIBC = ("calloc", "free", "memset", "memcpy", "memmove")
FASTCALL = 0x80  # of PyMethodDef: arguments in an array


@dataclass(frozen=True)
class Room:
    """The sources of a folder, which are compiled together: the modules with exports, and the
    other rooms whose functions they call."""

    folder: Path
    modules: tuple[str, ...]
    uses: tuple[Room, ...] = ()

    @property
    def name(self) -> str:
        """The name of the room."""
        return self.folder.name

    @cached_property
    def stamp(self) -> str:
        """A name for everything that the compiled code depends on, but for the processor."""
        folders = (room.folder for room in (*self.uses, self))
        return stamp(f"{llvmlite.__version__} {llvm.get_default_triple()}", *folders)

    @cached_property
    def store(self) -> Store:
        """Where its compiled code is cached."""
        return Store(cache_home(), self.stamp)

    @cached_property
    def bitcode(self) -> Bitcode | None:
        """Its bitcode, and that of the rooms it uses; None if it cannot be had."""
        used = [room.bitcode for room in self.uses]
        found = self._shipped() or self.built()
        if found is None or None in used:
            return None
        header, _, own = found.partition(b"\n")
        modules = (own, *(each.modules[0] for each in used if each))
        return Bitcode(modules, ir.functions(json.loads(header)["functions"]))

    @property
    def shipped(self) -> Path:
        """The file in the package that has its bitcode, if there is one."""
        return SHIPPED / f"{self.name}.bitcode"

    def built(self) -> bytes | None:
        """Its bitcode, with a line of facts: cached, or built now; None if it cannot be built."""
        found = self.store.read(self.shipped.name)
        if found is None:
            with self.store.lock():
                found = self.store.read(self.shipped.name)  # built by another process meanwhile
                if found is None:
                    found = build(self)
                    if found is not None:
                        self.store.write(self.shipped.name, found)
        return found

    def is_obtainable(self) -> bool:
        """Whether its bitcode is there or can be built."""
        own = bool(self._shipped() or self.store.read(self.shipped.name) or _has_numba())
        return own and all(room.is_obtainable() for room in self.uses)

    def _shipped(self) -> bytes | None:
        try:
            found = read_whole(self.shipped, LARGEST)
            fits = json.loads(found.partition(b"\n")[0])["stamp"] == self.stamp
        except (OSError, ValueError, KeyError):
            return None
        return found if fits else None


@dataclass(frozen=True, slots=True)
class Bitcode:
    """The compiled functions of a room: its code and that of the rooms it uses, and what it
    exports."""

    modules: tuple[bytes, ...]
    functions: dict[str, ir.Function]


# The machine itself: what Python calls of it, and by that everything else, is in these modules.
MODULES = ("advance", "keys", "tokens", "rng", "move_ids", "stepping", "tally", "utility")
MACHINE = Room(HERE, tuple(f"{__package__}.{module}" for module in MODULES))


def wanted() -> bool:
    """Whether to use native code if it can be had; not while it is built."""
    return not os.environ.get(PLAIN) and not jit.building()


def possible() -> bool:
    """Whether native code may be used at all."""
    return llvm is not None and wanted()


def has_tier() -> bool:
    """Whether programs may become native code of their own."""
    return possible() and os.environ.get(TIER, "").lower() not in ("off", "0", "no")


def is_cold(room: Room) -> bool:
    """Whether native code has to be compiled before its first use."""
    return possible() and kept(room, room.name) is None and room.is_obtainable()


def _has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def build(room: Room) -> bytes | None:
    """Build bitcode by Numba, in another process; None if that is impossible."""
    if not _has_numba():
        return None
    with scratch() as folder:
        target = folder / room.name
        command = [sys.executable, "-m", f"{__package__}.build", str(target), room.stamp]
        done = subprocess.run(
            [*command, *room.modules],
            env=_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            LOG.warning("native code cannot be built: %s", done.stderr.strip().rpartition("\n")[2])
            return None
        return read_whole(target, LARGEST)


def _environment() -> dict[str, str]:
    """The environment of another process that has to find this package."""
    path = os.pathsep.join(filter(None, (str(HERE.parents[1]), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


def ship(room: Room) -> None:
    """Put the bitcode of a room into the package, where it is found without Numba."""
    found = room.built()
    if found is None:
        raise OSError("no bitcode: is Numba installed?")
    write_whole(room.shipped, found)


# ---- object code ---------------------------------------------------------------------------------


def target_machine() -> Any:
    """This machine as LLVM's target."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=2,
        reloc="default",
        codemodel="jitdefault",
    )


@dataclass(frozen=True, slots=True)
class Source:
    """Generated code, and which functions of the bitcode are inlined everywhere, and nowhere."""

    text: str
    inlined: Sequence[str] = ()
    apart: Sequence[str] = ()


def compile_source(bitcode: Bitcode, source: Source) -> bytes:
    """Object code for generated code and the functions it calls. Only `py_` and `c_` functions can
    be called from outside."""
    module = llvm.parse_assembly(ir.declarations(bitcode.functions.values()) + source.text)
    for data in bitcode.modules:
        module.link_in(llvm.parse_bitcode(data))
    target = target_machine()
    _keep_constants_near()
    always = {bitcode.functions[name].symbol for name in source.inlined}
    never = {bitcode.functions[name].symbol for name in source.apart}
    for function in module.functions:
        if function.is_declaration or function.name.startswith(("py_", "c_")):
            continue
        function.linkage = "internal"
        if function.name in always:
            function.add_function_attribute("alwaysinline")
        elif function.name in never:
            function.add_function_attribute("noinline")
    for variable in module.global_variables:
        variable.linkage = "internal"
    missing = [f.name for f in module.functions if f.is_declaration and f.name.startswith("lw.")]
    if missing:  # a call of them would crash
        raise ValueError(f"in no module that is compiled: {', '.join(missing)}")
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    optimise(module, target, first=unused)
    return bytes(target.emit_object(module))


def optimise(module: Any, target: Any, first: Any = None) -> None:
    """Optimise code for a target, after other passes if there are any to come first."""
    module.data_layout, module.triple = str(target.target_data), target.triple
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=2))
    for passes in filter(None, (first, builder.getModulePassManager())):
        passes.run(module, builder)


@cache
def _keep_constants_near() -> None:
    """Keep LLVM from loading the constants of all ops ahead: a program is one large loop, entered
    at each decision for a few ops. Options are those of the process, and can be set once."""
    llvm.set_option("", "-disable-machine-licm")


@cache
def _processor() -> str:
    """A name for what the processor can do."""
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.sha256(cpu.encode()).hexdigest()[:16]


def _object_name(name: str) -> str:
    return f"{name}-{_processor()}.o"


@cache
def _name_symbols() -> None:
    """Tell LLVM where the functions of Python and of the C library are that object code calls."""
    for library, names in ((ctypes.pythonapi, ir.PYTHON_FUNCTIONS), (ctypes.CDLL(None), LIBC)):
        for name in names:
            llvm.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Library:
    """Loaded object code. It stays as long as the process: functions may outlive this."""

    _kept: ClassVar[list[Any]] = []

    def __init__(self, code: bytes, symbols: Mapping[str, int] = MappingProxyType({})) -> None:
        _name_symbols()
        for name, address in symbols.items():
            llvm.add_symbol(name, address)
        self.functions: dict[str, Callable[..., Any]] = {}
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()
        self._kept.append(self.engine)

    def address(self, symbol: str) -> int:
        """The address of a function."""
        return int(self.engine.get_function_address(symbol))

    def function(self, name: str) -> Callable[..., Any]:
        """An entry point (see `ir.entry`) as a function of Python."""
        if name in self.functions:
            return self.functions[name]
        method = _MethodDef(name.encode(), self.address(f"py_{name}"), FASTCALL, None)
        self._kept.append(method)
        create = ctypes.pythonapi.PyCFunction_NewEx
        create.restype = ctypes.py_object
        create.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        self.functions[name] = create(ctypes.addressof(method), None, None)
        return self.functions[name]


def object_code(room: Room, name: str, source: Callable[[Bitcode], Source]) -> bytes | None:
    """Object code from the cache, or compiled now; None if that is impossible."""
    code = kept(room, name)
    if code is None and possible() and room.bitcode is not None:
        made = source(room.bitcode)  # which may need other object code: not behind the lock
        with room.store.lock():
            code = kept(room, name)
            if code is None:
                code = compile_source(room.bitcode, made)
                room.store.write(_object_name(name), code)
    return code


def library(room: Room, source: Callable[[Bitcode], Source]) -> Library | None:
    """The native code of a room, loaded; None, with a warning unless it is not wanted, if there is
    none."""
    code = object_code(room, room.name, source)
    if code is not None:
        return Library(code)
    if wanted():
        text = (
            "the %s runs as plain Python, many times slower; native code needs llvmlite and numba"
        )
        LOG.warning(text, room.name)
    return None


def kept(room: Room, name: str) -> bytes | None:
    """Object code from the cache."""
    return room.store.read(_object_name(name)) if possible() else None


class Compilation:
    """Object code for the machine being compiled by another process, which ends with this one."""

    _last: ClassVar[subprocess.Popen[bytes] | None] = None

    @classmethod
    def is_running(cls) -> bool:
        """Whether one is under way."""
        return cls._last is not None and cls._last.poll() is None

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        command = [sys.executable, "-m", f"{__package__}.compile_object", name]
        nothing = subprocess.DEVNULL
        with unnamed(json.dumps(asdict(source)).encode()) as file:
            self.process = subprocess.Popen(
                command, env=_environment(), stdin=file, stdout=nothing, stderr=nothing
            )
        Compilation._last = self.process
        atexit.register(self.process.kill)

    def poll(self) -> bytes | None:
        """The object code, as soon as it is there; empty if it could not be compiled."""
        if self.process.poll() is None:
            return None
        atexit.unregister(self.process.kill)
        return kept(MACHINE, self.name) or b""
