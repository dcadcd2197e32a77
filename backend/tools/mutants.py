"""Proof that the tests see a wrong formula: they must fail for nearly every mutant of a seeded sample.

Usage: python -m tools.mutants [--seed N] [--size N] [--first N] [--processes N] [--tree CHECKOUT] [MODULE ...]

Each mutant is tested in a copy of the checkout, which itself is never changed. The tests are those of `tests/golden`,
`tests/properties` and `tests/unit` that are marked neither slow nor deep; the first failure, or no end in time, kills
the mutant. Every survivor is shown, for people to judge. The exit code is not 0 where fewer are killed than asked for.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

from tools.mutations import Mutant, sample

MODULES = (
    "declaring",
    "formulas/capacity",
    "formulas/cash_flow",
    "formulas/cost",
    "formulas/drives",
    "formulas/endurance",
    "formulas/hosts",
    "formulas/memory_state",
)
"""With that in which formulas are made that follow from others: whole hosts, slacks, sums."""
ENGINE = Path("backend/hostwise/engine")
TESTS = ("tests/golden", "tests/properties", "tests/unit")
"""The first is quick and sees most, so it is asked alone before the others."""

EXAMPLES = "20"
"""As many as each run of the tests draws: they are what is judged."""

OPTIONS = (
    "--exitfirst",
    "--quiet",
    "--numprocesses=0",
    "--assert=plain",
    "-pno:cacheprovider",
    "-mnot slow and not deep",
    "--hypothesis-profile=mutants",
)
_NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "dist", "__pycache__", ".*_cache", ".hypothesis", "test-results"
)
_FORKING = multiprocessing.get_context("fork")


@dataclass(eq=False)
class Witness:
    """A plugin of pytest that notes what failed, and how long each test took with all its parameters."""

    failed: str = ""
    microseconds: Counter[str] = field(default_factory=Counter)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a step of a test."""
        self.microseconds[report.nodeid.partition("[")[0]] += int(report.duration * 1e6)
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that cannot be imported."""
        if report.failed:
            self.failed = self.failed or f"{report.nodeid} (import)"


@dataclass(frozen=True)
class Outcome:
    """What the tests said: the test that failed, if any, and what they loaded."""

    failed: str
    microseconds: Counter[str]
    modules: tuple[str, ...]


def _run_tests(copy: Path, stages: Iterable[tuple[str, ...]], log: Path, answer: Connection) -> None:
    """Run the tests of a copy, in a process of their own."""
    os.setsid()
    with log.open("w") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    backend = copy / "backend"
    os.chdir(backend)
    os.environ["PYTHONPATH"] = str(backend)
    # The same examples for every mutant.
    settings.register_profile("mutants", deadline=None, max_examples=int(EXAMPLES), derandomize=True, database=None)
    witness = Witness()
    for stage in stages:
        ended = pytest.main([*OPTIONS, f"--rootdir={backend}", *stage], plugins=[witness])
        if ended == pytest.ExitCode.USAGE_ERROR:
            # What all tests need cannot be imported, of which pytest tells no plugin.
            witness.failed = witness.failed or "tests/conftest.py (import)"
        if witness.failed:
            break
        assert ended == pytest.ExitCode.OK, ended
    answer.send(Outcome(witness.failed, witness.microseconds, tuple(sys.modules)))


@dataclass
class Run:
    """The tests that run on a copy, for a mutant or for none."""

    copy: Path
    stages: list[tuple[str, ...]]
    mutant: Mutant | None = None

    def __post_init__(self) -> None:
        """Start."""
        self.started = time.monotonic()
        if self.mutant:
            (self.copy / self.mutant.path).write_text(self.mutant.after, encoding="utf-8")
        self.answer, there = _FORKING.Pipe(duplex=False)
        log = self.copy.with_suffix(".log")
        self.process = _FORKING.Process(target=_run_tests, args=(self.copy, self.stages, log, there))
        self.process.start()
        # Ours is closed, so that the answer of a process that dies is an end of file.
        there.close()

    def end(self) -> Outcome:
        """What the tests said; tests that run still have failed. The copy is as before."""
        try:
            outcome: Outcome = self.answer.recv() if self.answer.poll() else Outcome("no end in time", Counter(), ())
            return outcome
        except EOFError:
            raise RuntimeError(self.copy.with_suffix(".log").read_text(encoding="utf-8")) from None
        finally:
            self.answer.close()
            self.process.kill()
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid or 0, signal.SIGKILL)
            self.process.join()
            if self.mutant:
                (self.copy / self.mutant.path).write_text(self.mutant.before, encoding="utf-8")


def _stages(tests: list[str], microseconds: Counter[str]) -> list[tuple[str, ...]]:
    """The tests of the first folder, then those of all others; of each stage the quickest first."""
    quickest = sorted(microseconds, key=lambda test: microseconds[test])
    first = tuple(test for test in quickest if test.startswith(tests[0]))
    others = tuple(test for test in quickest if not test.startswith(tests[0]))
    return [first, others] if others else [first]


def _judge(mutants: list[Mutant], copies: list[Path], stages: list[tuple[str, ...]], limit: float) -> Iterator[Any]:
    """Test all mutants, as many at a time as there are copies; yields each with what failed, as it ends."""
    waiting, idle, running = mutants[::-1], list(copies), list[Run]()
    try:
        while waiting or running:
            while waiting and idle:
                running.append(Run(idle.pop(), stages, waiting.pop()))
            wait([run.answer for run in running], timeout=1)
            for run in list(running):
                taken = time.monotonic() - run.started
                if run.answer.poll() or taken > limit:
                    running.remove(run)
                    idle.append(run.copy)
                    yield run.mutant, run.end().failed, taken
    finally:
        for run in running:
            run.end()


def _run_unchanged(copy: Path, tests: list[str]) -> Outcome:
    run = Run(copy, [(folder,) for folder in tests])
    try:
        wait([run.answer])
    finally:
        outcome = run.end()
    return outcome


def _preload(modules: Iterable[str], copy: Path) -> None:
    """Import once, for all mutants, what is not ours."""
    ours = {"hostwise", "hostwise_client", "tests", "conftest"}
    for name in modules:
        if name.partition(".")[0] not in ours and name not in sys.modules:
            with suppress(Exception):
                importlib.import_module(name)
    strays = [name for name, module in sys.modules.items() if _is_within(module, copy)]
    assert not strays, strays


def _is_within(module: ModuleType, folder: Path) -> bool:
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))


def main() -> int:
    """Draw, test, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", nargs="*", default=MODULES, help="modules of the engine, such as formulas/hosts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=320, help="how many mutants")
    parser.add_argument("--first", type=int, default=1, help="number of the first one, to go on with a run")
    parser.add_argument("--least", type=float, default=0.95, help="least share that must be killed")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", default=TESTS, help="folders of tests, the one that sees most first")
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parents[2], help="the checkout to test")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["HOSTWISE_EXAMPLES"] = EXAMPLES
    # To make machine code of every mutant takes longer than the tests.
    os.environ["HOSTWISE_COMPILED"] = "false"
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        return _report(asked, Path(folder).resolve())


def _report(asked: argparse.Namespace, folder: Path) -> int:
    started = time.monotonic()
    copies = [folder / f"copy{number}" for number in range(asked.processes)]
    shutil.copytree(asked.tree, copies[0], ignore=_NOT_COPIED)
    files = [copies[0] / ENGINE / f"{module}.py" for module in asked.modules]
    mutants, population = sample(files, asked.size, asked.seed)
    print(f"{len(mutants)} mutants drawn from {population} with seed {asked.seed}; the unchanged formulas first")
    mutants = [each.within(copies[0]) for each in mutants[asked.first - 1 :]]

    before = time.monotonic()
    sound = _run_unchanged(copies[0], asked.tests)
    taken = time.monotonic() - before
    if sound.failed:
        print(copies[0].with_suffix(".log").read_text(encoding="utf-8"))
        return 2
    print(f"sound in {taken:.0f} s", flush=True)
    _preload(sound.modules, copies[0])
    # Sources that change within a second leave compiled files that look fresh: none may be there, or be written.
    for file in files:
        Path(cache_from_source(str(file))).unlink(missing_ok=True)
    sys.dont_write_bytecode = True
    for copy in copies[1:]:
        shutil.copytree(copies[0], copy)

    survivors: list[Mutant] = []
    killers: Counter[str] = Counter()
    judged = _judge(mutants, copies, _stages(asked.tests, sound.microseconds), 60 + 5 * taken)
    for number, (mutant, failed, seconds) in enumerate(judged, start=asked.first):
        killers[failed.partition("::")[0]] += 1
        said = failed or f"SURVIVED\n{mutant.diff()}"
        print(f"{number:4} {seconds:5.1f} s  {mutant.path.stem}:{mutant.line} {mutant.function}  {said}", flush=True)
        if not failed:
            survivors.append(mutant)

    killed = len(mutants) - len(survivors)
    for mutant in sorted(survivors, key=lambda each: (each.path, each.line)):
        print(f"\nsurvived: {mutant.path.name}:{mutant.line} {mutant.function}\n{mutant.diff()}")
    print()
    for killer, count in killers.most_common():
        print(f"{count:4}  {killer or '(none)'}")
    share = killed / len(mutants)
    print(f"\n{killed} of {len(mutants)} killed, {share:.1%}, in {(time.monotonic() - started) / 60:.1f} minutes")
    return 0 if share >= asked.least else 1


if __name__ == "__main__":
    sys.exit(main())
