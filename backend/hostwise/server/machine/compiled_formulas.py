"""Making the code of a graph: by the system's C compiler, once for each version of the formulas."""

from __future__ import annotations

import hashlib
import platform
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import structlog

from hostwise.engine.compiled.c_source import source
from hostwise.engine.compiled.kernel import CompiledKernel
from hostwise.engine.graph import Graph, Unsuited
from hostwise.engine.model import MODEL
from hostwise.server.machine.cores import available_cores

log = structlog.get_logger(__name__)

COMPILERS = ("cc", "gcc", "clang")

# More optimisation takes twice as long for a tenth of speed. Products and sums are not contracted, so that they are
# rounded as NumPy's are.
_FLAGS = ("-std=c11", "-O1", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-fPIC", "-shared")

# On a quiet machine it takes six. What waits for it is a server that starts or a test, and both are rather late than
# without it; a compiler that hangs must still end.
_SECONDS = 900


class CannotCompile(Exception):
    """There is no code to use: no compiler, or it failed, or the folder is not ours alone."""


def use_compiled(folder: Path, *, build: bool) -> None:
    """Evaluate with compiled formulas from now on, if they are there or can be made; otherwise with NumPy as before.

    Args:
        folder: where they are kept.
        build: whether they are made if they are not there, which takes some six seconds of a core.
    """
    try:
        MODEL.kernel = kernel(MODEL, folder, build=build)
    except CannotCompile as error:
        log.info("formulas are not compiled", reason=str(error))


def kernel(graph: Graph, folder: Path, *, build: bool) -> CompiledKernel | None:
    """The code of a graph from a folder; None if it is not there.

    Args:
        graph: the graph.
        folder: where code is kept.
        build: whether it is made if it is not there.

    Raises:
        CannotCompile: it is to be made and cannot be, or others could have put it there.
    """
    text = source(graph)
    about = "\n".join((*_FLAGS, platform.system(), platform.machine(), text))
    path = folder / f"formulas-{hashlib.sha256(about.encode()).hexdigest()[:32]}.so"
    if not path.exists():
        if not build:
            return None
        _compile(text, path)
    if folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise CannotCompile(f"{folder} can be written by other accounts, so code in it is not loaded")
    try:
        return CompiledKernel(graph, str(path), available_cores())
    except Unsuited as error:
        raise CannotCompile(str(error)) from error


def _compile(text: str, path: Path) -> None:
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise CannotCompile("no C compiler was found")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as place:
            written, made = Path(place, "formulas.c"), Path(place, "formulas.so")
            written.write_text(text, encoding="utf-8")
            command = [compiler, *_FLAGS, "-o", str(made), str(written), "-lm"]
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=_SECONDS)
            # In one step, since other processes may look for it.
            made.replace(path)
    except subprocess.CalledProcessError as error:
        raise CannotCompile(f"{compiler}: {error.stderr[:500]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotCompile(str(error)) from error
