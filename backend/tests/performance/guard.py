"""What real edits and questions cost in this tree and in another commit, measured alternately in one run.

    python -m tests.performance.guard [COMMIT] [--most 1.15] [--rounds 7] [--only "another VM count"]

`COMMIT` defaults to the last release: the last tag, or the first commit whose CHANGELOG has its heading. Each of them
runs its own server from its own files, with the packages of this environment. Each question goes through the public API
with a different plan every time, so that no answer comes from a cache. What counts is the CPU time of the server and
all its processes, since a busy machine lengthens both alike. The ratio is the median over the rounds. Where it is above
the limit, it is measured once more with twice as many rounds; if it is still above, the run fails.
"""

from __future__ import annotations

import argparse
import copy
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import psutil

from tests.estates.estate import drawn
from tests.estates.rvtools import large_workbook
from tests.integration.serving import environment, serving

ROOT = Path(__file__).resolve().parents[3]
MOST = 1.15
ROUNDS = 7
ALLOWED_SECONDS = 0.01
"""What a question costs on average below which a ratio says nothing."""

_AND_OF_ENDED = 4
"""User and system time of a process, then those of its children that have ended: what computes is replaced at times."""

Document: TypeAlias = dict[str, Any]
Edit: TypeAlias = Callable[[Document, int], Document]
"""A plan, changed in the way that a number says: another number, another plan."""


@dataclass(frozen=True)
class Side:
    """One of the two trees, served."""

    name: str
    tree: Path
    client: httpx2.Client
    process: psutil.Process

    def core_seconds(self) -> float:
        """CPU time of the server and its processes so far, including those that have ended, without the database."""
        running = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:_AND_OF_ENDED]) for each in running if each.name() != "postgres")

    def memory_bytes(self) -> int:
        """What its processes hold for themselves, without those of its database."""
        running = [self.process, *self.process.children(recursive=True)]
        return sum(each.memory_full_info().uss for each in running if each.name() != "postgres")


@dataclass(frozen=True)
class Question:
    """What is asked of both.

    Attributes:
        name: for the table.
        addresses: what may be asked for, the newest first: a commit has one of them, or it is left out.
        sample: the key of the sample whose plan is edited.
        edit: what is changed, each time otherwise.
        times: how often it is asked in a round.
        sent: what is sent of the edited plan and the number: a document, or a file.
    """

    name: str
    addresses: tuple[str, ...]
    sample: str
    edit: Edit
    times: int
    sent: Callable[[Document, int], Document | bytes] = lambda plan, _: plan


def _with_vms(plan: Document, number: int) -> Document:
    plan["workload"]["groups"][0]["count"] += number
    return plan


def _with_price(plan: Document, number: int) -> Document:
    plan["economics"]["electricity_price_per_kwh"] = 0.2 + number / 10_000
    return plan


def _as_it_is(plan: Document, _: int) -> Document:
    return plan


def _with_other_hosts(plan: Document, number: int) -> Document:
    for at, configuration in enumerate(plan["configurations"]):
        configuration["other_host_models"] = [
            {"model": "older", "hosts": 2 + at, "kept": True, "cores": 16, "dram_gib": 512, "removed_in_month": 24},
            {"model": "oldest", "hosts": 1, "kept": True, "cores": 12, "dram_gib": 384},
        ]
    return _with_vms(plan, number)


def _asked_with(plan: Document, _: int) -> Document:
    return {"plan": plan}


def _searched_within(plan: Document, number: int) -> Document:
    return {"plan": plan, "limits": [{"quantity": "hosts", "most": 900 + number}]}


def _export(vms: int) -> Callable[[Document, int], bytes]:
    """An export of RVTools in the place of a plan."""
    return lambda _, number: large_workbook(drawn(vms + number, clusters=2))


def _with_groups(groups: int) -> Edit:
    """So many groups of other sizes, as an export has them after VMs that are alike are put together."""

    def edit(plan: Document, number: int) -> Document:
        own = plan["workload"]["groups"]
        plan["workload"]["groups"] = [
            {
                **own[at % len(own)],
                "name": f"group {at}",
                "count": 1 + (at * 7 + number) % 20,
                "vcpu": (2, 4, 4, 8, 2, 6, 16)[at % 7],
                "memory_gib": (4, 8, 12, 16, 24, 32, 48, 64, 96, 6, 10)[at % 11] + at // 77,
            }
            for at in range(groups)
        ]
        return _with_vms(plan, number)

    return edit


def _with_events(plan: Document, number: int) -> Document:
    group = plan["workload"]["groups"][0]["name"]
    plan["workload"]["events"] = [
        {"label": f"project {month}", "month": month, "group": group, "vms": 5 + (month + number) % 30}
        for month in range(3, 39, 3)
    ]
    return _with_vms(plan, number)


_EVALUATE = ("/api/v1/evaluate",)
_SHOWN = "decision,charts,hosts,cluster_tco,years_to_wear_out"
_LEAN = ("/api/v1/evaluate?include=hosts",)
_SEARCH = ("/api/v1/search",)
_IMPORT = ("/api/v1/estate/plan?name=export.xlsx",)
_PAGE = (f"/api/v1/evaluate?include={_SHOWN}", "/api/v1/evaluate?include=card,charts,hosts,cluster_tco")

QUESTIONS: tuple[Question, ...] = (
    Question("nvme-2026, another VM count", _EVALUATE, "nvme-2026", _with_vms, 12),
    Question("nvme-2026, another VM count, as the page asks", _PAGE, "nvme-2026", _with_vms, 12),
    Question("nvme-2026, another VM count, hosts alone", _LEAN, "nvme-2026", _with_vms, 12),
    Question("nvme-2026, another price", _EVALUATE, "nvme-2026", _with_price, 12),
    Question("leaving-vmware, another VM count", _EVALUATE, "leaving-vmware", _with_vms, 8),
    Question("moderate-io, another VM count", _EVALUATE, "moderate-io", _with_vms, 20),
    Question("nvme-2026 with 50 groups", _EVALUATE, "nvme-2026", _with_groups(50), 5),
    Question("nvme-2026 with 12 events", _EVALUATE, "nvme-2026", _with_events, 5),
    Question("nvme-2026 with other host models", _EVALUATE, "nvme-2026", _with_other_hosts, 5),
    Question("nvme-2026 with 500 groups", _EVALUATE, "nvme-2026", _with_groups(500), 1),
    Question("nvme-2026, uncertainty", ("/api/v1/uncertainty", "/api/v1/doubt"), "nvme-2026", _with_vms, 2),
    Question("nvme-2026, growth", ("/api/v1/growth",), "nvme-2026", _with_vms, 8),
    *(
        Question(
            f"nvme-2026, report as {kind}",
            (f"/api/v1/report?format={kind}",),
            "nvme-2026",
            _with_vms,
            times,
            _asked_with,
        )
        for kind, times in (("md", 3), ("xlsx", 1), ("pdf", 1))
    ),
    Question("nvme-2026, a search", _SEARCH, "nvme-2026", _with_vms, 1, _asked_with),
    Question("nvme-2026, a search within another limit", _SEARCH, "nvme-2026", _as_it_is, 2, _searched_within),
    Question("nvme-2026, a search at another price", _SEARCH, "nvme-2026", _with_price, 2, _asked_with),
    *(
        Question(f"{vms:,} VMs to a plan", _IMPORT, "nvme-2026", _as_it_is, times, _export(vms))
        for vms, times in ((900, 2), (5_000, 1))
    ),
)

_AS_A_FILE = {"Content-Type": "application/octet-stream"}

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("--version",),
    ("samples",),
    ("evaluate", "sample:nvme-2026"),
    ("doubt", "sample:nvme-2026"),
)
"""Whole processes of the command line, from their start to their end."""


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder of their own."""
    # Not as a worktree, which would stay in the repository if this is killed.
    archive = _git("archive", "--format=tar", commit)
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
        yield Path(folder)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def last_release() -> str:
    """The commit of the last release: its tag, or what first had its date in the CHANGELOG."""
    tags = _git("tag", "--list", "v*", "--sort=-version:refname").decode().split()
    if tags:
        return tags[0]
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    heading = next(line for line in lines if line.startswith("## ") and "unreleased" not in line)
    return _git("log", "--format=%H", "--reverse", f"-S{heading}", "--", "CHANGELOG.md").decode().split()[0]


def asked(
    side: Side, question: Question, plans: Mapping[str, Mapping[str, Document]], numbers: Mapping[str, Iterator[int]]
) -> float | None:
    """Core seconds of one of some answers of a side; None where it has no such question.

    Args:
        side: who is asked.
        question: what for.
        plans: the samples of each side, by its name and theirs.
        numbers: those of the edits of each side.
    """
    for address in question.addresses:
        before = side.core_seconds()
        for _ in range(question.times):
            number = next(numbers[side.name])
            sent = question.sent(question.edit(copy.deepcopy(plans[side.name][question.sample]), number), number)
            if isinstance(sent, bytes):
                answer = side.client.post(address, content=sent, headers=_AS_A_FILE)
            else:
                answer = side.client.post(address, json=sent)
            if answer.status_code != 200:
                break
        else:
            return (side.core_seconds() - before) / question.times
    return None


def started(side: Side, command: Sequence[str], folder: Path) -> float | None:
    """Core seconds of a command from its start to its end, its data in a folder; None where a side has not got it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "hostwise", *command],
        cwd=side.tree / "backend",
        env=environment(folder / side.name) | _of_tree(side.tree),
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took if done.returncode == 0 else None


Measure: TypeAlias = Callable[[Side], float | None]


@dataclass(frozen=True)
class Outcome:
    """What a measure found: core seconds of the other commit and of this tree, and the ratio over the rounds."""

    before: float
    now: float
    ratio: float


def in_turns(measure: Measure, other: Side, own: Side, rounds: int) -> Outcome | None:
    """The medians of a measure over rounds, in which each is first as often as the other; None if the other lacks it.

    Raises:
        LookupError: this tree does not answer what it is asked: the bench asks for the wrong thing.
    """
    # The first time each imports and keeps what later ones need.
    if measure(own) is None:
        raise LookupError("this tree does not answer")
    if measure(other) is None:
        return None
    pairs = []
    for number in range(rounds):
        order = (other, own) if number % 2 == 0 else (own, other)
        taken = {side.name: measure(side) or 0.0 for side in order}
        pairs.append((taken[other.name], taken[own.name]))
    before, now = (statistics.median(each) for each in zip(*pairs, strict=True))
    return Outcome(before, now, statistics.median(own / max(other, 1e-9) for other, own in pairs))


def _of_tree(tree: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(tree / "backend")}


@contextmanager
def served(name: str, tree: Path) -> Iterator[Side]:
    """A tree, served as users have it, but for their number: one process that computes."""
    settings = {"HOSTWISE_WORKERS": "1", "HOSTWISE_RATE_LIMIT": "0", **_of_tree(tree)}
    with (
        tempfile.TemporaryDirectory() as folder,
        Path(folder, "log").open("w", encoding="utf-8") as log,
        serving(Path(folder, "data"), cwd=tree / "backend", log=log, **settings) as (process, address),
        httpx2.Client(base_url=address, timeout=600) as client,
    ):
        yield Side(name, tree, client, psutil.Process(process.pid))


def guard(commit: str, most: float, rounds: int, only: str = "") -> bool:
    """Print the table of all measures whose name has a text in it, and say whether each is within the limit."""
    fine = True
    with ExitStack() as stack:
        other = stack.enter_context(served(commit, stack.enter_context(tree_of(commit))))
        own = stack.enter_context(served("this tree", ROOT))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # Both are asked for the same.
        numbers = {side.name: count(1) for side in (other, own)}
        samples = sorted({each.sample for each in QUESTIONS})
        # Each has its own, since a field may have another name there.
        plans = {
            side.name: {key: json.loads(side.client.get(f"/api/v1/samples/{key}").text) for key in samples}
            for side in (other, own)
        }
        measures: dict[str, Measure] = {
            each.name: partial(asked, question=each, plans=plans, numbers=numbers) for each in QUESTIONS
        }
        measures |= {f"hostwise {' '.join(each)}": partial(started, command=each, folder=folder) for each in COMMANDS}
        print(f"{'core ms':>44}  {commit[:10]:>10} {'this tree':>10} {'ratio':>6}")
        for name, measure in measures.items():
            if only not in name:
                continue
            found = in_turns(measure, other, own, rounds)
            if found is not None and found.ratio > most and found.now > ALLOWED_SECONDS:
                found = in_turns(measure, other, own, 2 * rounds)
            if found is None:
                print(f"{name:>44}  asked in another way there")
                continue
            is_fine = found.ratio <= most or found.now <= ALLOWED_SECONDS
            fine &= is_fine
            numbers_of = f"{found.before * 1e3:>10.0f} {found.now * 1e3:>10.0f} {found.ratio:>6.2f}"
            print(f"{name:>44}  {numbers_of}{'' if is_fine else '  TOO SLOW'}", flush=True)
        held = [side.memory_bytes() / 1e6 for side in (other, own)]
        print(f"{'memory after all of it, MB':>44}  {held[0]:>10.0f} {held[1]:>10.0f} {held[1] / held[0]:>6.2f}")
    return fine


def main() -> int:
    """Measure, and fail where this tree takes too much longer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", nargs="?", help="the commit to compare with; by default the last release")
    parser.add_argument("--most", type=float, default=MOST, help="the ratio above which it fails")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each side is asked")
    parser.add_argument("--only", default="", help="a text: only what has it in its name")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    return 0 if guard(given.commit or last_release(), given.most, given.rounds, given.only) else 1


if __name__ == "__main__":
    sys.exit(main())
