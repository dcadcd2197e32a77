"""Runs make targets, all of them even if one fails, and ends with a table of results and times.

Each argument is a lane: steps that run one after the other. Lanes run side by side. What comes after the word `then`
begins when everything before it has ended. A step's output is shown as a whole once the step has ended.

    steps.py office then "build e2e" unit "lint types"
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock

_ROOT = Path(__file__).resolve().parents[2]
_PRINTING = Lock()


@dataclass(frozen=True)
class Outcome:
    """How a step ended; its CPU time is that of all its processes but those that it left behind."""

    step: str
    passed: bool
    seconds: float
    cpu_seconds: float

    def __str__(self) -> str:
        result = "passed" if self.passed else "FAILED"
        return f"{self.step:10} {result} {self.seconds:5.0f} s {self.cpu_seconds:7.0f} s CPU"


def run(step: str) -> Outcome:
    """Run one make target, then show its output."""
    with _PRINTING:
        print(f"=== {step} begins", flush=True)
    began = time.monotonic()
    with TemporaryFile() as output:
        process = subprocess.Popen(
            [os.environ.get("MAKE", "make"), "--no-print-directory", step],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        outcome = Outcome(step, process.returncode == 0, time.monotonic() - began, usage.ru_utime + usage.ru_stime)
        output.seek(0)
        with _PRINTING:
            print(f"\n=== {step}", flush=True)
            sys.stdout.buffer.write(output.read())
            print(f"=== {outcome}", flush=True)
    return outcome


def run_lane(lane: str) -> list[Outcome]:
    """Run the steps of a lane one after the other."""
    return [run(step) for step in lane.split()]


def main(arguments: list[str]) -> int:
    """Run all lanes; the exit status says whether every step passed."""
    outcomes: list[Outcome] = []
    for is_separator, lanes in groupby(arguments, "then".__eq__):
        if not is_separator:
            with ThreadPoolExecutor(len(arguments)) as pool:
                outcomes += [each for lane in pool.map(run_lane, lanes) for each in lane]
    failed = sum(not each.passed for each in outcomes)
    print("", *outcomes, "", f"steps: {len(outcomes) - failed} passed, {failed} failed", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
