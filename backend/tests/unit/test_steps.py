"""The run of the tests itself: what it counts, what it refuses, and that its parts are the whole."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cpu_times import KEPT
from tools.steps import RUNS, SHARDS, YARDSTICK_SECONDS, Outcome, Slowness, Step, seconds_by_file, table

BACKEND = Path(__file__).resolve().parents[2]
ROOT = BACKEND.parent

BURN = "import time\nwhile time.process_time() < 0.5: pass"
"""Half a second of a core, however busy the machine is."""


def counted(*command: str) -> tuple[int, float]:
    """Exit status and core-seconds of a command, as a run has them."""
    process = subprocess.Popen([sys.executable, str(BACKEND / "tools/counted.py"), *command])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def steps(run: str) -> list[Step]:
    return [step for phase in RUNS[run] for lane in phase for step in lane]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to another process")
def test_what_outlives_its_parent_is_counted() -> None:
    status, seconds = counted("sh", "-c", '("$0" -c "$1" &)', sys.executable, BURN)
    assert status == 0
    assert seconds > 0.5


def test_the_status_of_the_command_is_that_of_the_step() -> None:
    assert counted("sh", "-c", "exit 3")[0] == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to another process")
def test_what_does_not_end_is_named_and_ended() -> None:
    program = (
        "import sys; from tools import counted; counted.PATIENCE_SECONDS = 0.1;"
        "sys.exit(counted.main(['sh', '-c', '(sleep 4321 &)']))"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=BACKEND, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "left behind" in ended.stdout
    assert "sleep 4321" in ended.stdout
    number = ended.stdout.split()[2]
    assert not Path(f"/proc/{number}").exists()


def test_a_step_that_takes_more_than_its_budget_fails_and_a_slow_machine_is_no_reason() -> None:
    step = Step("unit", 100)
    assert Outcome(step, True, 60, 99).result == "passed"
    assert Outcome(step, True, 60, 101).result == "TOO DEAR"
    assert Outcome(step, True, 120, 190, slowness=2).result == "passed"
    assert Outcome(step, True, 120, 201, slowness=2).result == "TOO DEAR"
    # A quick machine takes nothing away.
    assert Outcome(step, True, 60, 99, slowness=0.5).result == "passed"
    assert Outcome(step, False, 60, 101).result == "FAILED"


def test_half_of_the_time_says_how_slow_a_machine_is() -> None:
    slowness = Slowness([YARDSTICK_SECONDS, 2 * YARDSTICK_SECONDS, 9 * YARDSTICK_SECONDS])
    assert slowness.factor == pytest.approx(2)
    with Slowness() as measured:
        pass
    assert measured.factor > 0


def test_the_core_seconds_of_a_browser_are_given_to_files_by_their_time(tmp_path: Path) -> None:
    (tmp_path / "browser.json").write_text('{"e2e/specs/a.spec.ts": 3, "e2e/specs/b.spec.ts": 1}')
    (tmp_path / "python-1.json").write_text('{"backend/tests/a.py": 5}')
    outcomes = [Outcome(Step("e2e", 1), True, 9, 200), Outcome(Step("unit", 1), True, 9, 5)]
    assert seconds_by_file(tmp_path, outcomes) == {
        "e2e/specs/a.spec.ts": 150,
        "e2e/specs/b.spec.ts": 50,
        "backend/tests/a.py": 5,
    }
    assert len(table(outcomes, 9)) == 4


def test_every_step_is_a_target_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {line.partition(":")[0] for line in makefile.splitlines() if ":" in line and line[:1].isalpha()}
    for run in RUNS:
        assert {step.target for step in steps(run)} <= targets, run


def test_the_shards_are_the_whole() -> None:
    parts = [step for shard in SHARDS for step in steps(shard)]
    assert {step.target for step in parts} == {step.target for step in steps("test")}
    folders = " ".join(variable.removeprefix("FOLDERS=") for step in parts for variable in step.variables).split()
    assert sorted(folders) == sorted(f"tests/{each.parent.name}" for each in _folders_with_tests())
    assert len(folders) == len(set(folders))


def _folders_with_tests() -> set[Path]:
    """One file of each folder."""
    return set({each.parent: each for each in (BACKEND / "tests").rglob("test_*.py")}.values())


def test_the_workflows_run_all_parts() -> None:
    def matrix(file: str, job: str, name: str) -> list[str]:
        workflow = yaml.safe_load((ROOT / ".github/workflows" / file).read_text(encoding="utf-8"))
        found: list[str] = workflow["jobs"][job]["strategy"]["matrix"][name]
        return found

    assert tuple(matrix("ci.yml", "test", "shard")) == SHARDS
    assert matrix("deep.yml", "deep", "part") == [step.target for step in steps("deep")]


def test_the_longest_files_are_there() -> None:
    kept: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    assert list(kept.values()) == sorted(kept.values(), reverse=True)
    assert [name for name in kept if not (BACKEND / "tests" / name).exists()] == []
