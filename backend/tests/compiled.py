"""The formulas in machine code, for tests."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from hostwise.compiling import COMPILERS, kernel
from hostwise.engine.compiled.kernel import CompiledKernel
from hostwise.engine.model import MODEL

FOLDER = Path(__file__).resolve().parents[1] / ".pytest_cache" / "code"
"""Where all processes and runs find the code of the formulas as they are."""


@cache
def has_compiler() -> bool:
    return any(map(shutil.which, COMPILERS))


needs_a_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")


@cache
def compiled() -> CompiledKernel:
    made = kernel(MODEL, FOLDER, build=True)
    assert made is not None
    return made
