"""Runs the steps of one run of the tests, all of them even if one fails, and says what they took.

    steps.py test

A run has phases, one after the other; a phase has lanes, side by side; a lane has steps, one after the other: targets
of the Makefile. A step's output is shown as a whole once the step has ended. At the end stands a table with the time
of each step on the clock, the seconds of cores that it and all its processes took, and which share of the machine that
is, then the files of tests that took most.

A step that takes more core-seconds than its budget fails, which keeps the run as short as it is. Budgets hold for a
machine on which the yardstick, a piece of plain Python, takes `YARDSTICK_SECONDS`; where it takes longer during the
run, since the machine is slow or busy, they grow with it.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event, Lock, Thread
from typing import TypeAlias

_ROOT = Path(__file__).resolve().parents[2]
_PRINTING = Lock()
_DEAREST = 20

TIMES = "HOSTWISE_TIMES"
"""Environment variable: the folder into which steps write the seconds of their files."""

YARDSTICK_SECONDS = 0.020
YARDSTICK_PAUSE_SECONDS = 10.0


@dataclass(frozen=True)
class Step:
    """A target of the Makefile, with what it may take."""

    target: str
    budget: float
    """Core-seconds, with half as much again as it took when this was written."""
    variables: tuple[str, ...] = ()
    """Of make, such as `FOLDERS=tests/unit`."""
    is_polite: bool = False
    """Gives way to others: pages that wait for a machine are slow, tests that compute are not the worse for it."""

    @property
    def name(self) -> str:
        """What is typed after `make`."""
        return " ".join([self.target, *self.variables])


Lane: TypeAlias = tuple[Step, ...]
Phase: TypeAlias = tuple[Lane, ...]

_OFFICE = Step("office", 150)
_BROWSER = Step("browser", 150)
_BUILD = Step("build", 60)
_VCSIM = Step("vcsim", 300)
_CODE = Step("code", 30)
_LINT = Step("lint", 60)
_TYPES = Step("types", 120)
_FRONTEND = Step("frontend", 250)
_WHEEL = Step("wheel-test", 100, is_polite=True)
_E2E = Step("e2e", 2_000)
_UNIT = Step("unit", 2_600, is_polite=True)
_FORMULAS = Step("unit", 1_500, ("FOLDERS=tests/golden tests/properties tests/unit",))
_SERVER = Step("unit", 1_500, ("FOLDERS=tests/audit tests/contract tests/integration",))

RUNS: Mapping[str, tuple[Phase, ...]] = {
    # Before each commit.
    "check": (
        ((_BROWSER,), (_BUILD, _FRONTEND), (_LINT, _TYPES)),
        ((Step("e2e-check", 250),), (Step("unit-check", 750, is_polite=True),)),
    ),
    "test": (
        # One after the other, since both may ask for Debian's packages. Components are not beside a browser: they start
        # threads, which are given up after a minute.
        ((_OFFICE, _BROWSER), (_BUILD, _FRONTEND), (_LINT, _TYPES), (_VCSIM, _CODE)),
        # A browser sleeps for half of its time: what computes has the other half.
        ((_E2E,), (_UNIT,), (_WHEEL,)),
    ),
    # The parts of the above for machines side by side.
    "pages": (((_BUILD,), (_LINT, _TYPES)), ((_FRONTEND, _WHEEL),)),
    "journeys": (((_BROWSER,), (_BUILD,)), ((_E2E,),)),
    "formulas": (((_VCSIM,), (_CODE,)), ((_FORMULAS,),)),
    "server": (((_OFFICE,), (_VCSIM,), (_CODE,)), ((_SERVER,),)),
    # One after the other: each of them uses the whole machine.
    "deep": tuple(
        ((Step(target, budget),),)
        for target, budget in (
            ("deep-kills", 3_000),
            ("deep-examples", 18_000),
            ("deep-browser", 12_000),
            ("fuzz", 4_000),
            ("siege", 4_000),
            ("audit", 5_000),
            ("mutants", 9_000),
            ("bench-guard", 3_000),
        )
    ),
}

SHARDS = ("pages", "journeys", "formulas", "server")
"""Together they are `test`."""


@dataclass(frozen=True)
class Outcome:
    """How a step ended."""

    step: Step
    passed: bool
    seconds: float
    core_seconds: float
    slowness: float = 1.0
    """How much longer the yardstick took."""

    @property
    def budget(self) -> float:
        """Core-seconds that it may take on this machine."""
        return self.step.budget * max(1.0, self.slowness)

    @property
    def is_within_budget(self) -> bool:
        """Whether it took no more than that."""
        return self.core_seconds <= self.budget

    @property
    def result(self) -> str:
        """A word for the table."""
        return "FAILED" if not self.passed else "passed" if self.is_within_budget else "TOO DEAR"


def line(name: str, result: str, seconds: float, core_seconds: float, budget: float | None) -> str:
    """One line of the table."""
    use = core_seconds / max(seconds, 1e-9) / (os.cpu_count() or 1)
    most = "" if budget is None else f"{budget:,.0f}"
    return f"{result:8} {seconds:7,.0f} {core_seconds:8,.0f} {most:>8} {use:6.0%}  {name}"


def table(outcomes: list[Outcome], seconds: float) -> list[str]:
    """What each step took, and all of them."""
    total = sum(each.core_seconds for each in outcomes)
    return [
        f"{'':8} {'seconds':>7} {'core-s':>8} {'budget':>8} {'of all':>6}",
        *(line(each.step.name, each.result, each.seconds, each.core_seconds, each.budget) for each in outcomes),
        line("all", "", seconds, total, None),
    ]


def run(step: Step, times: Path) -> Outcome:
    """Run one make target, then show its output."""
    with _PRINTING:
        print(f"=== {step.name} begins", flush=True)
    began = time.monotonic()
    counted = [sys.executable, str(Path(__file__).with_name("counted.py"))]
    polite = ["nice", "-n", "10"] if step.is_polite else []
    command = [*polite, *counted, os.environ.get("MAKE", "make"), "--no-print-directory", step.target, *step.variables]
    with TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=_ROOT,
            env=os.environ | {TIMES: str(times)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        core_seconds = usage.ru_utime + usage.ru_stime
        outcome = Outcome(step, process.returncode == 0, time.monotonic() - began, core_seconds)
        output.seek(0)
        with _PRINTING:
            print(f"\n=== {step.name}", flush=True)
            sys.stdout.buffer.write(output.read())
            # Whether it was too dear is known at the end, when it is known how slow the machine was.
            result = "passed" if outcome.passed else "FAILED"
            print(f"=== {line(step.name, result, outcome.seconds, core_seconds, None)}", flush=True)
    return outcome


def run_phase(phase: Phase, times: Path) -> list[Outcome]:
    """Run lanes side by side, and the steps of each one after the other."""

    def run_lane(lane: Lane) -> list[Outcome]:
        return [run(step, times) for step in lane]

    with ThreadPoolExecutor(len(phase)) as pool:
        return [each for outcomes in pool.map(run_lane, phase) for each in outcomes]


def yardstick() -> float:
    """Seconds of a core that a piece of plain Python takes."""
    began = time.thread_time()
    seen: dict[int, float] = {}
    for number in range(100_000):
        key = number * 7_919 % 10_007
        seen[key] = seen.get(key, 0.0) * 0.5 + number
    assert len(seen) == 10_007
    return time.thread_time() - began


@dataclass
class Slowness:
    """How slow the machine is while a run lasts."""

    spans: list[float] = field(default_factory=list)
    _ended: Event = field(default_factory=Event)

    def __enter__(self) -> Slowness:
        self.spans.append(yardstick())
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(YARDSTICK_PAUSE_SECONDS):
            self.spans.append(yardstick())

    @property
    def factor(self) -> float:
        """By what it is slower than the machine that the budgets were measured on; half of the time it was less."""
        return statistics.median(self.spans) / YARDSTICK_SECONDS


def seconds_by_file(times: Path, outcomes: list[Outcome]) -> dict[str, float]:
    """Core-seconds of each file of tests, as far as the steps have said them.

    A browser serves many files: its core-seconds are given to them by their time on the clock.
    """
    found: dict[str, float] = {}
    for path in times.glob("*.json"):
        seconds: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
        if path.stem == "browser":
            spent = sum(each.core_seconds for each in outcomes if each.step.target.startswith("e2e"))
            whole = sum(seconds.values()) or 1.0
            seconds = {name: spent * each / whole for name, each in seconds.items()}
        found |= seconds
    return found


def main(arguments: list[str]) -> int:
    """Carry out one run; the exit status says whether every step passed within its budget."""
    (name,) = arguments
    outcomes: list[Outcome] = []
    began = time.monotonic()
    with TemporaryDirectory(prefix="hostwise-times-") as folder, Slowness() as slowness:
        for phase in RUNS[name]:
            outcomes += run_phase(phase, Path(folder))
        files = seconds_by_file(Path(folder), outcomes)
    seconds = time.monotonic() - began
    outcomes = [replace(each, slowness=slowness.factor) for each in outcomes]
    dearest = sorted(files.items(), key=lambda each: -each[1])[:_DEAREST]
    print("", "Core-seconds of the dearest files:", *(f"{cost:8.1f}  {file}" for file, cost in dearest), sep="\n")
    print("", *table(outcomes, seconds), sep="\n")
    print(f"The yardstick took {slowness.factor:.2f} times as long as when the budgets were set.")
    for each in outcomes:
        if not each.is_within_budget:
            print(f"{each.step.name} took {each.core_seconds:,.0f} core-seconds; its budget is {each.budget:,.0f}.")
    failed = sum(not (each.passed and each.is_within_budget) for each in outcomes)
    print("", f"steps: {len(outcomes) - failed} passed, {failed} failed", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
