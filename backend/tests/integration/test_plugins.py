"""Plug-ins as they are installed: the one of the guide works as it stands there, and wrong ones are told by name."""

import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.compiled import FOLDER
from tests.forked_commands import Ended, original
from tests.integration.serving import environment, http, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "guides" / "plugins.md").read_text(encoding="utf-8")
UV = Path(sys.executable).parent / "uv"
PATIENCE_SECONDS = 600

CODE = 'plugin_code("tiny", "no_power")'
PLACE = "hostwise_tiny:RackList of hostwise-tiny 1.0"


def block(language: str) -> str:
    """The only block of the guide in a language."""
    found: str
    (found,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)
    return found


PROJECT, PROGRAM, RACKS = block("toml"), block("python"), block("csv")


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


Command = Callable[[Sequence[str], Path, Mapping[str, str]], Ended]
"""Runs `hostwise` with arguments, in a folder, with variables."""


def started(arguments: Sequence[str], where: Path, variables: Mapping[str, str]) -> Ended:
    """Run a command as it is typed."""
    ended = subprocess.run(
        [sys.executable, "-m", "hostwise", *arguments],
        cwd=where,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


@dataclass
class Site:
    """A folder of installed packages, and one to work in."""

    packages: Path
    where: Path
    command: Command

    def install(self, program: str = PROGRAM, project: str = PROJECT, name: str = "hostwise_tiny") -> None:
        """Put a plug-in where an installed package is, with what the wheel of its project says of it."""
        about = tomllib.loads(project)["project"]
        described = self.packages / f"{name}-{about['version']}.dist-info"
        (self.packages / name).mkdir()
        described.mkdir()
        (self.packages / name / "__init__.py").write_text(program, encoding="utf-8")
        (described / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n", encoding="utf-8"
        )
        lines = [
            f"[{group}]\n" + "".join(f"{key} = {place}\n" for key, place in entries.items())
            for group, entries in about["entry-points"].items()
        ]
        (described / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")

    def build_and_install(self, program: str = PROGRAM, project: str = PROJECT, name: str = "hostwise_tiny") -> None:
        """Build a wheel of a plug-in, and install it as pip does."""
        source, wheels = self.where / f"{name}-source", self.where / f"{name}-wheel"
        (source / name).mkdir(parents=True)
        (source / "pyproject.toml").write_text(project, encoding="utf-8")
        (source / name / "__init__.py").write_text(program, encoding="utf-8")
        quiet = ["--quiet", "--offline", "--python", sys.executable]
        # uv is the build backend itself: nothing is downloaded.
        subprocess.run([UV, "build", "--wheel", *quiet, "--out-dir", wheels, source], check=True)
        target = ["--no-deps", "--target", str(self.packages)]
        subprocess.run([UV, "pip", "install", *quiet, *target, *map(str, wheels.glob("*.whl"))], check=True)

    @property
    def settings(self) -> dict[str, Any]:
        path = f"{self.packages}{os.pathsep}{ROOT / 'backend'}"
        return {"PYTHONPATH": path, "HOSTWISE_CACHE_DIR": str(FOLDER), "HOSTWISE_LOG_FORMAT": "json"}

    def run(self, arguments: Sequence[str]) -> Ended:
        return self.command(arguments, self.where, environment(self.where / "data", **self.settings))

    def imports(self) -> Ended:
        return self.run(["import", "racks.csv", "-o", "plan.json"])


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """Runs each command in a copy of one process."""
    folder = tmp_path_factory.mktemp("original")
    with original(folder, environment(folder, PYTHONPATH=str(ROOT / "backend"))) as found:
        yield found.run


@pytest.fixture
def site(tmp_path: Path, copied: Command) -> Site:
    found = Site(tmp_path / "packages", tmp_path / "work", copied)
    found.packages.mkdir()
    found.where.mkdir()
    (found.where / "racks.csv").write_text(RACKS, encoding="utf-8")
    return found


def test_the_plugin_of_the_guide_does_what_the_guide_says(site: Site) -> None:
    site.command = started
    site.build_and_install()
    commands = re.findall(r"^    hostwise (.+)$", GUIDE, flags=re.MULTILINE)
    ended = [site.run(each.split()) for each in commands]
    assert [each.code for each in ended] == [0, 0, 0], ended
    imported, printed, written = ended
    assert "racks.csv was read as Rack list." in imported.err
    assert "A rack list does not say which VMs run" in imported.err
    plan = json.loads((site.where / "plan.json").read_text(encoding="utf-8"))
    assert sum(each["count"] for each in plan["workload"]["groups"]) == 3
    assert printed.out.startswith("racks: ")
    assert printed.out == (site.where / "plan.tiny").read_text(encoding="utf-8")
    assert (printed.err, written.err) == ("", "")
    assert "tiny" in site.run(["report", "--help"]).out


def test_what_hostwise_says_of_cells_stands_beside_the_findings_of_the_plugin(site: Site) -> None:
    site.install()
    (site.where / "racks.csv").write_text(changed(RACKS, ("db-1,16,128,900", "db-1,16,128,much")), encoding="utf-8")
    ended = site.imports()
    assert ended.code == 0
    assert "'Disk GB' is no number, such as 'much'" in ended.err
    assert "A rack list does not say which VMs run" in ended.err


def test_a_document_that_only_a_plugin_knows_is_no_plan(site: Site) -> None:
    program = changed(
        PROGRAM,
        ('reads = "tables"', 'reads = "document"'),
        ('return any(each.has("guest", "threads", "ram gib", "rack") for each in tables)', 'return "guests" in tables'),
        (
            'table = next(each for each in tables if each.has("guest", "threads", "ram gib", "rack"))',
            'table = Table.of_records(source.file, "guests", tables["guests"])',
        ),
    )
    site.install(program)
    guests = [{"Guest": "web", "Threads": 4, "RAM GiB": 16, "Disk GB": 80, "Rack": "A1"}]
    (site.where / "guests.json").write_text(json.dumps({"guests": guests}), encoding="utf-8")
    ended = site.run(["import", "guests.json", "-o", "plan.json"])
    assert ended.code == 0, ended.err
    assert "guests.json was read as Rack list." in ended.err


UNCHECKED = (
    ("vms=VmColumns(", "vms=VmColumns.model_construct("),
    ("return Inventory(", "return Inventory.model_construct("),
)
"""Makes what the models would not let a plug-in make."""

WRONG_ANSWERS: dict[str, tuple[str, str, str]] = {
    "a code of Hostwise": (CODE, '"no_disks"', "its finding has the code 'no_disks'"),
    "a code of another": (CODE, 'plugin_code("other", "no_power")', "its finding has the code 'x-other:no_power'"),
    "a code of nobody": (CODE, '"no_power"', "its finding has the code 'no_power'"),
    "a code in a table": (
        "return Inventory(",
        'table.note("no_power", "note", "No power.")\n        return Inventory(',
        "its finding has the code 'no_power'",
    ),
    "no inventory": ("return Inventory(", "return dict(", "it gave dict instead of an Inventory."),
    "an error": ("names = table", "names = 1 / 0 or table", "ZeroDivisionError: division by zero"),
    "an error before": ("return any(each.has(", "return any(each.had(", "'Table' object has no attribute 'had'"),
}


@pytest.mark.parametrize(("old", "new", "said"), WRONG_ANSWERS.values(), ids=WRONG_ANSWERS.keys())
def test_a_wrong_answer_is_refused_with_the_name_of_the_plugin(site: Site, old: str, new: str, said: str) -> None:
    site.install(changed(PROGRAM, (old, new)))
    assert_refused(site, said)


def test_an_inventory_that_breaks_its_rules_is_refused(site: Site) -> None:
    site.install(changed(PROGRAM, *UNCHECKED, ("id=names,", "id=names[1:],")))
    assert_refused(site, "its inventory is wrong: vms: Value error, `id` has 2 values, and there are 3 names")


def assert_refused(site: Site, said: str) -> None:
    ended = site.imports()
    assert ended.code == 3, ended.err
    assert f"The plug-in tiny ({PLACE}) failed: " in ended.err
    assert said in ended.err
    assert not (site.where / "plan.json").exists()


def test_a_report_that_fails_is_told_with_the_name_of_the_plugin(site: Site) -> None:
    site.install(changed(PROGRAM, ("report.result.sentence", "report.result.sense")))
    ended = site.run(["report", "sample:light-io", "--format", "tiny"])
    assert (ended.code, ended.out) == (1, "")
    assert "The plug-in tiny (hostwise_tiny:OneLine of hostwise-tiny 1.0) failed: AttributeError: " in ended.err


def test_of_two_plugins_with_one_key_neither_is_used(site: Site) -> None:
    site.install()
    site.install(
        project=changed(PROJECT, ("hostwise-tiny", "hostwise-two"), ("hostwise_tiny", "hostwise_two")),
        name="hostwise_two",
    )
    other = "hostwise_two:RackList of hostwise-two 1.0"
    ended = site.imports()
    assert f"The plug-in tiny ({PLACE}) is not used: {other} has the same key in hostwise.importers." in ended.err
    assert f"The plug-in tiny ({other}) is not used: {PLACE} has the same key in hostwise.importers." in ended.err
    assert "Rack list" not in ended.err
    report = site.run(["report", "sample:light-io", "--format", "tiny"])
    assert (report.code, report.out) == (3, "")
    assert "has the same key in hostwise.reports" in report.err


def test_no_plugin_takes_the_key_of_hostwise(site: Site) -> None:
    site.install(
        project=changed(
            PROJECT,
            ('tiny = "hostwise_tiny:R', 'rvtools = "hostwise_tiny:R'),
            ('tiny = "hostwise_tiny:O', 'md = "hostwise_tiny:O'),
        )
    )
    ended = site.imports()
    assert f"The plug-in rvtools ({PLACE}) is not used: Hostwise itself has the key rvtools" in ended.err
    report = site.run(["report", "sample:light-io", "--format", "md"])
    assert report.code == 0
    assert report.out.startswith("# ")
    assert "is not used: Hostwise itself has the key md in hostwise.reports." in report.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('label = "Rack list"', 'name = "Rack list"', "it has no `label`"),
        ('reads = "tables"', 'reads = "rows"', "its `reads` must be"),
    ],
)
def test_an_importer_that_lacks_something_is_not_used(site: Site, old: str, new: str, said: str) -> None:
    site.install(changed(PROGRAM, (old, new)))
    ended = site.imports()
    assert f"The plug-in tiny ({PLACE}) is not used: {said}" in ended.err
    assert "was read as Rack list" not in ended.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('media_type = "text/plain"', 'media_type = "text"', "it has no `media_type`"),
        ("class OneLine:", 'raise OSError("no licence")\nclass OneLine:', "it cannot be imported: OSError: no licence"),
        ("class OneLine:", "raise SystemExit(0)\nclass OneLine:", "it cannot be imported: SystemExit: 0"),
    ],
)
def test_a_format_that_cannot_be_loaded_is_told_and_the_others_work(site: Site, old: str, new: str, said: str) -> None:
    site.install(changed(PROGRAM, (old, new)))
    ended = site.run(["report", "sample:light-io", "--format", "csv"])
    assert ended.code == 0
    assert ended.out.startswith("part,section,quantity,")
    assert f"The plug-in tiny (hostwise_tiny:OneLine of hostwise-tiny 1.0) is not used: {said}" in ended.err


def test_a_server_reads_and_writes_with_it_in_processes_with_a_limit(site: Site) -> None:
    says_where = (
        'message="A rack list does not say which VMs run: all are counted as running."',
        'message=f"{os.getpid()} {resource.getrlimit(resource.RLIMIT_AS)[0]}"',
    )
    site.install(changed(PROGRAM, says_where, ("from collections.abc", "import os, resource\nfrom collections.abc")))
    settings = site.settings | {"HOSTWISE_WORKERS": "1"}
    with serving(site.where / "data", cwd=site.where, **settings) as (process, address):
        read = http.post(
            f"{address}/api/v1/estate/read?name=racks.csv",
            content=RACKS.encode(),
            headers={"Content-Type": "application/octet-stream"},
        )
        (finding,) = read.raise_for_status().json()["inventory"]["findings"]
        assert finding["code"] == "x-tiny:no_power"
        reader, limit = map(int, finding["message"].split())
        assert reader != process.pid
        if sys.platform == "linux":
            assert limit != resource.RLIM_INFINITY
        plan = http.get(f"{address}/api/v1/samples/light-io").raise_for_status().json()
        report = http.post(f"{address}/api/v1/report?format=tiny", json={"plan": plan}).raise_for_status()
        assert report.headers["content-type"] == "text/plain; charset=utf-8"
        assert report.text.startswith(plan["name"])
        accepted = http.post(f"{address}/api/v1/report", json={"plan": plan}, headers={"Accept": "text/plain"})
        assert accepted.content == report.content
        unknown = http.post(f"{address}/api/v1/report?format=small", json={"plan": plan})
        assert unknown.status_code == 422
        assert "there are json, xlsx, csv, md, pdf, docx, pptx, tiny." in unknown.json()["detail"]
        described = http.get(f"{address}/api/openapi.json").json()["paths"]["/api/v1/report"]["post"]
        assert "text/plain" in described["responses"]["200"]["content"]
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def test_a_server_starts_without_one_that_cannot_be_loaded_and_its_log_says_so(site: Site) -> None:
    site.install(changed(PROGRAM, ("class OneLine:", 'raise OSError("no licence")\nclass OneLine:')))
    log = site.where / "log.txt"
    with (
        log.open("w") as file,
        serving(site.where / "data", cwd=site.where, log=file, **site.settings) as (process, address),
    ):
        plan = http.get(f"{address}/api/v1/samples/light-io").raise_for_status().json()
        unknown = http.post(f"{address}/api/v1/report?format=tiny", json={"plan": plan})
        assert unknown.status_code == 422
        assert "it cannot be imported: OSError: no licence" in unknown.json()["detail"]
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)
    lines = [json.loads(each) for each in log.read_text(encoding="utf-8").splitlines() if each.startswith("{")]
    said = [
        (each["level"], each["plugin"], each["place"]) for each in lines if each["message"] == "a plug-in is not used"
    ]
    assert said == [("error", "tiny", PLACE), ("error", "tiny", PLACE.replace("RackList", "OneLine"))]
