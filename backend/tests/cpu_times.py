"""What takes the time of the tests: seconds of cores by file, which say the same on a busy machine.

They decide in which order files are run, too: a worker that begins a long one last keeps all others waiting.
"""

import json
import os
import resource
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

_SHOWN = 40
_NAME = "cpu_seconds"
_BEGAN = pytest.StashKey[float]()

_TESTS = Path(__file__).parent
KEPT = _TESTS / "seconds_by_file.json"
"""The files that take longest; `make times` writes it anew."""
_LONG_SECONDS = 4.0

_by_file: defaultdict[str, float] = defaultdict(float)


def _seconds() -> float:
    """CPU time of this process, and of those that it started and waited for."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, or without them: `HOSTWISE_QUICK=8` leaves out those of more than 8 seconds.

    One process alone keeps the order that it was given: with mutants, the quickest first.
    """
    kept: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    seconds = {_TESTS / name: each for name, each in kept.items()}
    most = float(os.environ.get("HOSTWISE_QUICK", "inf"))
    left_out = [each for each in items if seconds.get(each.path, 0.0) > most]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [each for each in items if seconds.get(each.path, 0.0) <= most]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: -seconds.get(item.path, 0.0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[_BEGAN] = _seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append((_NAME, _seconds() - item.stash[_BEGAN]))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        seconds = dict(report.user_properties)[_NAME]
        assert isinstance(seconds, float)
        _by_file[report.nodeid.partition("::")[0]] += seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    dearest = dict(sorted(_by_file.items(), key=lambda each: -each[1]))
    terminalreporter.section("CPU seconds by file")
    for name, seconds in list(dearest.items())[:_SHOWN]:
        terminalreporter.write_line(f"{seconds:7.1f} {name}")
    terminalreporter.write_line(f"{sum(dearest.values()):7.1f} all")
    folder = os.environ.get("HOSTWISE_TIMES")
    if folder:
        said = {f"backend/{name}": seconds for name, seconds in dearest.items()}
        (Path(folder) / f"python-{os.getpid()}.json").write_text(json.dumps(said), encoding="utf-8")
    if os.environ.get("HOSTWISE_KEEP_TIMES"):
        long = {name.removeprefix("tests/"): round(each) for name, each in dearest.items() if each >= _LONG_SECONDS}
        KEPT.write_text(json.dumps(long, indent=2) + "\n", encoding="utf-8")
