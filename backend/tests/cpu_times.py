"""What takes the time of the tests: the files with the most CPU time, which says the same on a busy machine."""

import resource
from collections import defaultdict
from collections.abc import Generator

import pytest

_SHOWN = 40
_NAME = "cpu_seconds"
_BEGAN = pytest.StashKey[float]()

_by_file: defaultdict[str, float] = defaultdict(float)


def _seconds() -> float:
    """CPU time of this process, and of those that it started and waited for."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


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
    terminalreporter.section("CPU seconds by file")
    for name, seconds in sorted(_by_file.items(), key=lambda each: -each[1])[:_SHOWN]:
        terminalreporter.write_line(f"{seconds:7.1f} {name}")
    terminalreporter.write_line(f"{sum(_by_file.values()):7.1f} all")
