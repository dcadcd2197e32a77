"""The formulas in machine code, for tests."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from hostwise.engine.compiled.kernel import CompiledKernel
from hostwise.engine.model import MODEL
from hostwise.server.machine.compiled_formulas import COMPILERS, kernel
from hostwise.server.settings import Settings

FOLDER = Path(__file__).resolve().parents[1] / ".pytest_cache" / "code"
"""Where all processes and runs find the code of the formulas as they are."""


@cache
def has_compiler() -> bool:
    return any(map(shutil.which, COMPILERS))


@cache
def is_compiling() -> bool:
    """Whether tests evaluate in machine code where they may: not for formulas that are changed hundreds of times."""
    return has_compiler() and Settings().compiled


needs_a_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")


@cache
def compiled() -> CompiledKernel:
    made = kernel(MODEL, FOLDER, build=True)
    assert made is not None
    return made


if __name__ == "__main__" and has_compiler():
    compiled()
