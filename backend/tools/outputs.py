"""Write all that Hostwise says of its samples to a folder, so that two versions can be compared to the byte.

    python tools/outputs.py write FOLDER [--hostwise PROGRAM] [--server URL] [--estates FILE ...]
    python tools/outputs.py compare BEFORE AFTER

`write` asks the command line, and with `--server` a running server, too. `compare` names each file that differs, is
new or is gone, and exits with 1 if there is one. What a change of code should not change is looked at with it before
and after.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2

AT_ONCE = 2

OF_A_PLAN = {
    "evaluate.txt": ("evaluate",),
    "evaluate.json": ("evaluate", "--json"),
    "compare.txt": ("compare",),
    "compare.json": ("compare", "--json"),
    "check.txt": ("check", "--max-hosts", "12", "--max-tco", "2000000"),
    "check.json": ("check", "--max-hosts", "12", "--max-tco", "2000000", "--json"),
    "growth.txt": ("growth",),
    "growth.json": ("growth", "--json"),
    "uncertainty.txt": ("uncertainty",),
    "uncertainty.json": ("uncertainty", "--json"),
    "sensitivity.json": ("uncertainty", "--sensitivity", "--json"),
    "materials.txt": ("bill-of-materials",),
    "materials.csv": ("bill-of-materials", "--csv"),
    "report.xlsx": ("report", "--format", "xlsx"),
    "report.csv": ("report", "--format", "csv"),
    "report.md": ("report", "--format", "md"),
    "report.json": ("report", "--format", "json"),
    "report.pdf": ("report", "--format", "pdf", "--appendix"),
}
EXPLAINED = ("cluster_tco", "hosts", "flash_life_years")

POSTED = {
    "evaluate": "/evaluate",
    "growth": "/growth",
    "uncertainty": "/uncertainty",
    "sensitivity": "/sensitivities",
    "materials": "/bill-of-materials",
    "memory": "/memory",
    "storage": "/storage",
    "burst": "/burst",
    "read-cache": "/read-cache",
}
READ = ("/samples", "/templates/plan", "/catalogue", "/quantities", "/evidence", "/schemas/plan")


def main() -> None:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("--hostwise", default="hostwise")
    writing.add_argument("--server")
    writing.add_argument("--estates", nargs="*", type=Path, default=[])
    writing.set_defaults(run=write)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(run=compare)
    arguments = parser.parse_args()
    sys.exit(arguments.run(arguments))


def write(arguments: argparse.Namespace) -> int:
    """Write all outputs."""
    folder, program = arguments.folder, arguments.hostwise
    folder.mkdir(parents=True, exist_ok=True)
    listed = json.loads(_output(program, "samples", "--json"))
    keys = [each["key"] for each in (listed if isinstance(listed, list) else listed["items"])]
    tasks: list[tuple[Path, tuple[str, ...]]] = []
    for key in keys:
        plan = json.loads(_output(program, "samples", key))
        (folder / key).mkdir(exist_ok=True)
        tasks.extend(
            (folder / key / name, (command, f"sample:{key}", *options))
            for name, (command, *options) in OF_A_PLAN.items()
        )
        first = plan["configurations"][0]["name"]
        tasks.extend(
            (
                folder / key / f"explain-{quantity}.json",
                ("explain", f"sample:{key}", first, quantity, "--all", "--json"),
            )
            for quantity in EXPLAINED
        )
        tasks.append((folder / key / "diff.json", ("diff", "sample:moderate-io", f"sample:{key}", "--json")))
    tasks.extend(
        (
            folder / "estates" / f"{path.parent.name}-{path.name}.json",
            ("import", str(path), "-o", "-", "--name", "Estate"),
        )
        for path in arguments.estates
    )
    (folder / "estates").mkdir(exist_ok=True)

    def written(task: tuple[Path, tuple[str, ...]]) -> None:
        task[0].write_bytes(_all_output(program, *task[1]))

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(written, tasks))
    if arguments.server:
        _ask(arguments.server, folder / "server", keys)
    return 0


def _output(program: str, *words: str) -> bytes:
    return subprocess.run([program, *words], check=True, capture_output=True).stdout


def _all_output(program: str, *words: str) -> bytes:
    """The output, then the errors and the status, which are outputs too."""
    run = subprocess.run([program, *words], check=False, capture_output=True)
    if run.returncode == 0 and not run.stderr:
        return run.stdout
    return run.stdout + b"\n--- errors\n" + run.stderr + f"--- status {run.returncode}\n".encode()


def _ask(server: str, folder: Path, keys: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    with httpx2.Client(base_url=f"{server}/api/v1", timeout=120) as client:
        for path in READ:
            _keep(folder / f"{path.strip('/').replace('/', '-')}.json", client.get(path))
        for kind in client.get("/catalogue").json()["kinds"]:
            _keep(folder / f"catalogue-{kind['kind']}.json", client.get(f"/catalogue/{kind['kind']}"))
        for key in keys:
            plan: dict[str, Any] = client.get(f"/samples/{key}").json()
            plan = plan.get("plan", plan)
            for name, path in POSTED.items():
                _keep(folder / f"{key}-{name}.json", client.post(path, json=plan))


def _keep(path: Path, answer: httpx2.Response) -> None:
    body = json.dumps(answer.json(), indent=1, ensure_ascii=False) if "json" in answer.headers["content-type"] else ""
    path.write_text(f"{answer.status_code}\n{body or answer.text}\n", encoding="utf-8")


def compare(arguments: argparse.Namespace) -> int:
    """Name the files that differ."""
    before, after = (_files(folder) for folder in (arguments.before, arguments.after))
    different = [name for name in sorted(before.keys() & after.keys()) if before[name] != after[name]]
    for word, names in (
        ("gone", sorted(before.keys() - after.keys())),
        ("new", sorted(after.keys() - before.keys())),
        ("differs", different),
    ):
        for name in names:
            print(f"{word}: {name}")
    print(f"{len(before)} outputs before, {len(after)} after, {len(different)} of both differ")
    return int(before != after)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


if __name__ == "__main__":
    main()
