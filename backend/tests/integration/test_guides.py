"""What the guides tell people to type works as it stands there."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.compiled import FOLDER
from tests.estates.estate import drawn
from tests.estates.lists import as_json, openstack_flavours, openstack_servers, openstack_volumes
from tests.estates.rvtools import workbook
from tests.integration.serving import environment, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ADDRESS = "http://127.0.0.1:8000"
PATIENCE_SECONDS = 900
"""Each `hostwise` is a process of its own, which takes a second of an idle core and many on a busy machine."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data folder with an application that needs no token, and its address."""
    data = tmp_path_factory.mktemp("data")
    with serving(data, HOSTWISE_WORKERS="1", HOSTWISE_CACHE_DIR=str(FOLDER)) as (process, address):
        yield data, address
        # Asked, not killed: its database is to be stopped too.
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def indented(text: str) -> str:
    """The commands of a page, in their order, as one script."""
    return "\n".join(re.findall(r"^    (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), flags=re.MULTILINE))


def run(command: list[str], where: Path, data: Path) -> str:
    """Run a command to its end, and give what it said; nobody is there to answer it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said, complained = where / "said.txt", where / "complained.txt"
    # Into files: a pipe would be open for as long as anything that the command started lives on.
    with said.open("w") as out, complained.open("w") as err:
        own = {"PATH": path, "PYTHONPATH": str(Path(__file__).parents[2])}
        process = subprocess.Popen(
            command,
            cwd=where,
            env=environment(data, HOSTWISE_CACHE_DIR=str(FOLDER)) | own,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            code = process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            # The shell, and whatever it waits for.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert code == 0, f"ended with {code}\n{said.read_text()[-4000:]}\n{complained.read_text()[-4000:]}"
    return said.read_text()


@pytest.mark.parametrize(
    "guide", ["api.md", "import.md", "prices.md", "scripting.md", "reports.md", "operating.md", "search.md"]
)
def test_the_commands_of_a_guide(guide: str, repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    data, address = running
    script = indented((repository / "docs" / "guides" / guide).read_text(encoding="utf-8"))
    assert "hostwise" in script
    (tmp_path / "estate.xlsx").write_bytes(workbook(drawn(60)))
    for name, records in (
        ("servers", openstack_servers(drawn(60))),
        ("flavors", openstack_flavours(drawn(60))),
        ("volumes", openstack_volumes(drawn(60))),
    ):
        (tmp_path / f"{name}.json").write_bytes(as_json(records))
    (tmp_path / "servers.csv").write_text("Bezeichnung;Kerne;Platz\nweb;4;16\ndb;8;64\n")
    # Each command is written to the errors before it is run, so that a failure says which one it was.
    run(["/bin/sh", "-euxc", script.replace(ADDRESS, address)], tmp_path, data)


def test_the_program_of_the_guide_to_imports(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    (tmp_path / "estate.xlsx").write_bytes(workbook(drawn(60)))
    guide = (repository / "docs" / "guides" / "import.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, flags=re.DOTALL)
    assert "hosts" in run([sys.executable, "-c", program.replace(ADDRESS, address)], tmp_path, data)


def test_the_program_of_the_guide_to_prices(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    guide = (repository / "docs" / "guides" / "prices.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, flags=re.DOTALL)
    price = {"part": "drives/kioxia-cm7-v-6.4tb", "price": 1950, "currency": "USD", "date": "2026-11"}
    book = {"key": "of-a-program", "name": "Of a program", "prices": [price]}
    keep = (
        "from hostwise_client import HostwiseClient\n"
        "from hostwise_client.models import PriceBook\n"
        f"HostwiseClient('{ADDRESS}').price_books.create(PriceBook.model_validate({book!r}))\n"
    )
    (tmp_path / "program.py").write_text(
        (keep + program.replace('"quote"', '"of-a-program"')).replace(ADDRESS, address)
    )
    assert "kioxia-cm7-v-6.4tb" in run([sys.executable, "program.py"], tmp_path, data)


def test_the_program_of_the_guide_to_searches(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    guide = (repository / "docs" / "guides" / "search.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, flags=re.DOTALL)
    assert "1 of 3 combinations is feasible" in run(
        [sys.executable, "-c", program.replace(ADDRESS, address)], tmp_path, data
    )


def test_the_program_of_the_guide_to_jobs(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    guide = (repository / "docs" / "guides" / "jobs.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, flags=re.DOTALL)
    said = run([sys.executable, "-c", program.replace(ADDRESS, address)], tmp_path, data).splitlines()
    assert said[:-1] == ["1 of 3", "2 of 3", "3 of 3"]
    assert float(said[-1]) > 60


def test_the_programs_of_the_scripting_guide(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    text = (repository / "docs" / "guides" / "scripting.md").read_text(encoding="utf-8")
    # As it stands there but for the number of sizes: a thousand evaluations are the business of the benchmark.
    fewer = text.replace("range(100, 300, 8)", "range(100, 300, 80)")
    assert fewer != text
    programs = re.findall(r"```python\n(.*?)```", fewer, flags=re.DOTALL)
    said = [run([sys.executable, "-c", each.replace(ADDRESS, address)], tmp_path, data) for each in programs]
    assert "instead of 7" in said[0]
    assert "/name" in said[0]
    assert "120 of 120" in said[1]
    assert re.search(r"^\d+ of them fit 8 hosts\.$", said[1], flags=re.MULTILINE)


def test_the_program_of_the_clients_readme(repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    data, address = running
    (program,) = re.findall(
        r"```python\n(.*?)```", (repository / "backend" / "client" / "README.md").read_text(), flags=re.DOTALL
    )
    said = run([sys.executable, "-c", program.replace(ADDRESS, address)], tmp_path, data).splitlines()
    assert len(said) == 4
    assert said[1] != said[3], "two more spare hosts are two more hosts"
