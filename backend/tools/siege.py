"""`make siege`: a server under what its tests cannot have: a limit on memory, blows under load, a greedy caller.

Each trial starts a server of its own on 127.0.0.1, with a database of its own, does to it what its name says, and
prints what it measured and PASS or FAIL. They take minutes and want a quiet machine, so they are not in `make test`.

    memory    40 uploads of 62 MiB that never end, and honest work beside them, within 2 GiB: nothing may be killed
    kills     kill -9 of idle and busy processes, of the database, and of the server, while plans are saved
    fairness  one caller with 40 connections asks for the uncertainty of the largest plan; another wants an evaluation
    jobs      one token floods jobs on a disk of 1 GiB (as root); others save plans, and want jobs of one plan
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

JSON, FILE = "application/json", "application/octet-stream"
ATTACKERS, UPLOAD_BYTES = 40, 62 * 2**20
FROM_ATTACKER, FROM_GREEDY = "127.0.0.9", "127.0.0.8"
CGROUPS = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))


@dataclass
class Running:
    """A server that is started again whenever it ends, as a supervisor would."""

    folder: Path
    settings: dict[str, str]
    group: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    port: int = 0
    stopping: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start it once; it is ready some seconds later."""
        kept = {name: each for name, each in os.environ.items() if not name.startswith(("HOSTWISE_", "DATABASE_"))}
        own = {"HOSTWISE_DATA_DIR": str(self.folder), "HOSTWISE_PORT": str(self.port), "HOSTWISE_LOG_FORMAT": "text"}
        log = (self.folder.parent / "server.log").open("ab")

        def enter() -> None:
            if self.group is not None:
                (self.group / "cgroup.procs").write_text(str(os.getpid()))

        self.process = subprocess.Popen(
            [sys.executable, "-m", "hostwise", "serve"],
            env=kept | own | self.settings,
            stdout=log,
            stderr=log,
            preexec_fn=enter,
        )

    def supervise(self) -> None:
        """Start it again whenever it ends."""
        while not self.stopping.wait(0.1):
            assert self.process is not None
            if self.process.poll() is not None:
                self.start()

    def ask(
        self, method: str, path: str, body: bytes | None = None, kind: str = JSON, by: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request on a connection of its own."""
        source = (by, 0) if by else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120, source_address=source)
        try:
            sent = {"Content-Type": kind} if body is not None else {}
            connection.request(
                method, path, body, sent | {name.replace("_", "-"): each for name, each in headers.items()}
            )
            answer = connection.getresponse()
            return answer.status, {name.lower(): each for name, each in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def until_ready(self, seconds: float = 120) -> float:
        """Wait until it can serve; the seconds that this took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            with suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/health/ready")[0] == 200:
                    return time.monotonic() - began
            time.sleep(0.02)
        raise TimeoutError(f"not ready after {seconds:g} s; see {self.folder.parent / 'server.log'}")


@contextmanager
def running(group: Path | None = None, disk_mib: int = 0, **settings: str) -> Iterator[Running]:
    """A server that is ready, and gone afterwards; its data may be on a small disk of its own."""
    with tempfile.TemporaryDirectory(prefix="hostwise-siege-") as folder, ExitStack() as ends:
        data = Path(folder) / "data"
        data.mkdir()
        if disk_mib:
            ends.enter_context(disk(data, disk_mib))
        with socket_of_its_own() as port:
            server = Running(data, settings, group, port=port)
        server.start()
        supervisor = threading.Thread(target=server.supervise, daemon=True)
        supervisor.start()
        try:
            server.until_ready()
            yield server
        finally:
            server.stopping.set()
            supervisor.join()
            assert server.process is not None
            server.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(30)
            server.process.kill()
            log = (data.parent / "server.log").read_text(errors="replace")
            if "defect" in log:
                print("  the server's log has a defect:")
                print(log[log.index("defect") :][:4_000])


@contextmanager
def disk(folder: Path, mib: int) -> Iterator[None]:
    """A disk of its own for a folder, where this account may mount one."""
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mib}m", "tmpfs", folder], capture_output=True)
    if made.returncode:
        print("  no disk of its own: this account may not mount one")
    try:
        yield
    finally:
        if not made.returncode:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def socket_of_its_own() -> Iterator[int]:
    """A free port."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def processes(root: int) -> dict[int, str]:
    """A process and all that it started, with their command lines."""
    parents, lines = {}, {}
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(each.name)] = (each / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    found, more = {root}, {root}
    while more:
        more = {child for child, parent in parents.items() if parent in more} - found
        found |= more
    return {each: lines.get(each, "") for each in found}


def computing(root: int) -> list[int]:
    """The processes that compute: copies of the one that has loaded everything."""
    found = processes(root)
    copies = [each for each, line in found.items() if "forkserver" in line]
    parents = {each: int(Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[1]) for each in copies}
    return [each for each in copies if parents[each] in copies]


class Results:
    """What came of requests, counted by several threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self.statuses: Counter[str] = Counter()
        self.seconds: list[float] = []
        self._lock = threading.Lock()

    def note(self, name: str, status: int | str, seconds: float) -> None:
        """Count one."""
        with self._lock:
            self.statuses[f"{name} {status}"] += 1
            self.seconds.append(seconds)

    def share(self, part: float) -> float:
        """Seconds within which such a part was answered."""
        return statistics.quantiles(self.seconds, n=1000)[round(part * 1000) - 1]


def repeat(until: threading.Event, work: Callable[[], None]) -> threading.Thread:
    """Do something again and again."""

    def go_on() -> None:
        while not until.is_set():
            work()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    return thread


@contextmanager
def limited_group(limit: int) -> Iterator[Path | None]:
    """A control group with so much memory; None where this account cannot make one."""
    for root, name in zip(CGROUPS, ("memory.limit_in_bytes", "memory.max"), strict=True):
        group = root / f"hostwise-siege-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / name).write_text(str(limit))
        except OSError:
            group.rmdir()
            continue
        try:
            yield group
        finally:
            for _ in range(100):
                try:
                    group.rmdir()
                    break
                except OSError:
                    time.sleep(0.1)
        return
    yield None


def killed_for_memory(group: Path) -> int:
    """How many processes of a group the system has killed for memory."""
    for name in ("memory.oom_control", "memory.events"):
        with suppress(OSError):
            found = re.search(r"^oom_kill (\d+)$", (group / name).read_text(), re.M)
            if found:
                return int(found[1])
    return -1


def peak(group: Path) -> int:
    """The most memory that a group had, bytes, with what files it had read."""
    for name in ("memory.max_usage_in_bytes", "memory.peak"):
        with suppress(OSError, ValueError):
            return int((group / name).read_text())
    return -1


def memory(seconds: float) -> bool:
    """Uploads without end beside honest work, in 2 GiB."""
    from tests.estates.estate import drawn
    from tests.estates.rvtools import large_workbook

    workbook = large_workbook(drawn(34_000))
    with limited_group(2 * 2**30) as group:
        if group is None:
            print("memory: not run; this account cannot make a control group for memory")
            return False
        with running(group) as server, ExitStack():
            until, attack, honest, files = threading.Event(), Results(), Results(), Results()
            plan = server.ask("GET", "/api/v1/samples/moderate-io")[2]
            numbers = itertools.count()

            def upload() -> None:
                began = time.monotonic()
                try:
                    status = half_an_upload(server, until)
                except OSError as error:
                    status = type(error).__name__
                attack.note("upload", status, time.monotonic() - began)
                # 40 connections that only connect would be another attack.
                time.sleep(0.1)

            def evaluate() -> None:
                path = random.choice(("evaluate?reference=", "uncertainty?seed=", "memory?x=", "report?format=pdf&x="))
                body = json.dumps({"plan": json.loads(plan)}).encode() if "report" in path else plan
                path = f"/api/v1/{path}{'nand' if 'reference' in path else next(numbers)}"
                began = time.monotonic()
                status = answered(server, "POST", path, body, JSON)
                honest.note(path.partition("?")[0][8:], status, time.monotonic() - began)

            def read() -> None:
                began = time.monotonic()
                status = answered(server, "POST", "/api/v1/estate/read?name=a.xlsx", workbook, FILE)
                files.note("file", status, time.monotonic() - began)

            working = [repeat(until, upload) for _ in range(ATTACKERS)]
            working += [repeat(until, evaluate) for _ in range(3)] + [repeat(until, read) for _ in range(2)]
            highest = 0
            began = time.monotonic()
            while time.monotonic() - began < seconds:
                time.sleep(1)
                assert server.process is not None
                highest = max(highest, resident(server.process.pid))
            until.set()
            killed = killed_for_memory(group)
            most = peak(group)
            metrics = server.ask("GET", "/metrics")[2].decode()
            for each in working:
                each.join(150)
    deaths = [line for line in metrics.splitlines() if line.startswith("hostwise_process_deaths_total")]
    print(f"memory: {seconds:.0f} s in 2 GiB, files of {len(workbook) / 2**20:.0f} MiB")
    print(f"  attack  {dict(attack.statuses)}")
    print(f"  honest  {dict(honest.statuses)}, p50 {honest.share(0.5):.2f} s, p95 {honest.share(0.95):.2f} s")
    print(f"  files   {dict(files.statuses)}, p50 {statistics.median(files.seconds):.1f} s")
    print(f"  memory  {highest / 2**20:.0f} MiB of processes at most, {most / 2**20:.0f} MiB with cached files")
    print(f"  killed for memory {killed}; {deaths}")
    # The honest work is that of one caller, who may ask for more than half of what the cores compute.
    fine = {"200", "429", "503"}
    odd = [each for each in (*honest.statuses, *files.statuses) if each.rpartition(" ")[2] not in fine]
    return killed == 0 and not odd and files.statuses["file 200"] > 0


def resident(root: int) -> int:
    """Memory of all processes of a server, each page counted once."""
    found = 0
    for each in processes(root):
        with suppress(OSError):
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
            found += sum(int(number) for number in re.findall(r"^Pss:\s+(\d+)", text, re.M)) * 1024
    return found


def answered(server: Running, method: str, path: str, body: bytes, kind: str) -> int | str:
    """The status of an answer, or what came instead; who is told to wait does so."""
    try:
        status, headers, _ = server.ask(method, path, body, kind)
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__
    if status in (429, 503):
        if "retry-after" not in headers:
            return f"{status} without Retry-After"
        time.sleep(min(int(headers["retry-after"]), 2))
    return status


def half_an_upload(server: Running, until: threading.Event) -> str:
    """Announce an upload, send nearly all of it, and wait for what comes."""
    import socket

    with socket.create_connection(("127.0.0.1", server.port), 90, (FROM_ATTACKER, 0)) as connection:
        head = f"POST /api/v1/estate/read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {FILE}\r\nContent-Length: "
        connection.sendall(f"{head}{UPLOAD_BYTES}\r\n\r\n".encode())
        sent, piece = 0, b"x" * 65_536
        connection.settimeout(5)
        while sent < UPLOAD_BYTES - 2**20 and not until.is_set():
            connection.sendall(piece)
            sent += len(piece)
        connection.settimeout(90)
        return connection.recv(4_096)[9:12].decode() or "closed"


def kills(rounds: int) -> bool:
    """Blows, one after the other, while plans are saved."""
    blows = ("an idle process", "a busy process", "the database", "the server")
    acknowledged: dict[str, dict[int, str]] = {}
    refused: Counter[int] = Counter()
    slowest: dict[str, float] = {}
    with running(HOSTWISE_RATE_LIMIT="0") as server:
        plan = json.loads(server.ask("GET", "/api/v1/samples/light-io")[2])
        until = threading.Event()

        def save(writer: int) -> None:
            """Save one plan again and again; after a blow, go on from what is stored."""
            known: str | None = None
            while not until.is_set():
                try:
                    if known is None:
                        body = json.dumps(plan | {"name": f"writer {writer}, save 1"}).encode()
                        status, _, answer = server.ask("POST", "/api/v1/plans", body)
                        if status == 201:
                            known = json.loads(answer)["id"]
                            acknowledged[known] = {1: f"writer {writer}, save 1"}
                        else:
                            refused[status] += 1
                        continue
                    status, headers, _ = server.ask("GET", f"/api/v1/plans/{known}")
                    if status != 200:
                        refused[status] += 1
                        time.sleep(0.1)
                        continue
                    revision = int(headers["etag"].strip('"'))
                    name = f"writer {writer}, save {revision + 1}"
                    body = json.dumps(plan | {"name": name}).encode()
                    status, headers, _ = server.ask("PUT", f"/api/v1/plans/{known}", body, If_Match=f'"{revision}"')
                    if status == 200:
                        acknowledged[known][int(headers["etag"].strip('"'))] = name
                    else:
                        refused[status] += 1
                except (OSError, http.client.HTTPException):
                    time.sleep(0.1)

        writers = [threading.Thread(target=save, args=(number,), daemon=True) for number in range(3)]
        for each in writers:
            each.start()
        largest = json.dumps(plan | {"configurations": plan["configurations"]}).encode()
        repeat(until, lambda: suppressed(server, "/api/v1/uncertainty", largest))
        for number in range(rounds):
            blow = blows[number % len(blows)]
            time.sleep(0.5)
            strike(server, blow)
            seconds = back_again(server, json.dumps(plan).encode())
            slowest[blow] = max(slowest.get(blow, 0.0), seconds)
        until.set()
        for each in writers:
            each.join(60)
        saves, lost = 0, 0
        for known, saved in acknowledged.items():
            for revision, name in saved.items():
                saves += 1
                answer = server.ask("GET", f"/api/v1/plans/{known}?revision={revision}")
                lost += answer[0] != 200 or json.loads(answer[2])["plan"]["name"] != name
    print(f"kills: {rounds} rounds; {saves} acknowledged saves, {lost} lost; refused meanwhile {dict(refused)}")
    for blow, seconds in slowest.items():
        print(f"  {blow}: back within {seconds:.1f} s")
    odd = set(refused) - {503}
    return lost == 0 and saves > 0 and not odd and all(each < 10 for each in slowest.values())


def suppressed(server: Running, path: str, body: bytes) -> None:
    """Ask for something, whatever comes of it."""
    with suppress(OSError, http.client.HTTPException):
        server.ask("POST", path, body)


def strike(server: Running, blow: str) -> None:
    """Kill something."""
    assert server.process is not None
    root = server.process.pid
    if blow == "the server":
        os.kill(root, signal.SIGKILL)
        return
    if blow == "the database":
        from hostwise.server.store.embedded import EmbeddedPostgres

        database = EmbeddedPostgres(server.folder).pid
        if database is not None:
            os.kill(database, signal.SIGKILL)
        return

    def used(process: int) -> int:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    found = computing(root)
    before = {each: used(each) for each in found}
    time.sleep(0.3)
    busy = [each for each in found if used(each) - before[each] > 5]
    chosen = busy if blow == "a busy process" else [each for each in found if each not in busy]
    for each in chosen or found:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def back_again(server: Running, plan: bytes) -> float:
    """Seconds until all is well: it says that it is ready, and it evaluates and saves."""
    began = time.monotonic()
    while True:
        server.until_ready()
        with suppress(OSError, http.client.HTTPException):
            evaluated = server.ask("POST", "/api/v1/evaluate", plan)[0]
            saved = server.ask("POST", "/api/v1/plans", plan)[0]
            if (evaluated, saved) == (200, 201):
                return time.monotonic() - began
        if time.monotonic() - began > 120:
            raise TimeoutError("not back after 120 s")
        time.sleep(0.02)


def fairness(seconds: float) -> bool:
    """A greedy caller beside a modest one."""
    from hostwise.decision.samples.samples import sample_plan
    from hostwise.plan.document import plan_json
    from hostwise.server.api.evaluation_routes import MOST_SIMULATED
    from tests.largest_plan import largest

    large = largest(plan_json(sample_plan("moderate-io")))
    groups = large["workload"]["groups"][: MOST_SIMULATED // len(large["configurations"])]
    large["workload"]["groups"] = groups
    small = json.dumps(plan_json(sample_plan("light-io"))).encode()
    with running() as server:
        until, greedy, modest = threading.Event(), Results(), Results()
        seeds = itertools.count()
        body = json.dumps(large).encode()

        def ask_much() -> None:
            """One connection, for as long as it lasts."""
            source = (FROM_GREEDY, 0)
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120, source_address=source)
            try:
                while not until.is_set():
                    began = time.monotonic()
                    connection.request("POST", f"/api/v1/uncertainty?seed={next(seeds)}", body, {"Content-Type": JSON})
                    answer = connection.getresponse()
                    answer.read()
                    greedy.note("uncertainty", answer.status, time.monotonic() - began)
            except (OSError, http.client.HTTPException) as error:
                greedy.note("uncertainty", type(error).__name__, 0)
            finally:
                connection.close()

        working = [repeat(until, ask_much) for _ in range(40)]
        time.sleep(2)
        began = time.monotonic()
        for number in itertools.count():
            if time.monotonic() - began > seconds:
                break
            asked = time.monotonic()
            status = server.ask("POST", f"/api/v1/evaluate?include=hosts&reference=nand&x={number}", small)[0]
            modest.note("evaluate", status, time.monotonic() - asked)
            time.sleep(0.1)
        until.set()
        for each in working:
            each.join(150)
    p95 = modest.share(0.95)
    print(f"fairness: {seconds:.0f} s beside 40 connections that ask for the uncertainty of {len(groups)} groups x 12")
    print(f"  greedy  {dict(greedy.statuses)}")
    print(f"  modest  {dict(modest.statuses)}, p50 {modest.share(0.5):.3f} s, p95 {p95:.3f} s")
    return p95 < 0.5 and set(modest.statuses) == {"evaluate 200"}


def jobs(seconds: float) -> bool:
    """One token floods jobs, with others beside it."""
    from tools.siege_jobs import flood

    return flood(seconds)


def main() -> int:
    """Run the trials that are named, by default all; 0 if all passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", help="memory, kills, fairness, jobs; by default all")
    parser.add_argument("--memory-seconds", type=float, default=300)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--fairness-seconds", type=float, default=60)
    parser.add_argument("--jobs-seconds", type=float, default=300)
    chosen = parser.parse_args()
    trials: dict[str, Callable[[], bool]] = {
        "kills": lambda: kills(chosen.rounds),
        "fairness": lambda: fairness(chosen.fairness_seconds),
        "memory": lambda: memory(chosen.memory_seconds),
        "jobs": lambda: jobs(chosen.jobs_seconds),
    }
    unknown = [each for each in chosen.trials if each not in trials]
    if unknown:
        parser.error(f"no such trial: {', '.join(unknown)}")
    passed = True
    for name in chosen.trials or trials:
        fine = trials[name]()
        print(f"{'PASS' if fine else 'FAIL'} {name}", flush=True)
        passed &= fine
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
