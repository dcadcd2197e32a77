"""What the guides tell people to type works as it stands there."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.compiled import FOLDER
from tests.estates.estate import drawn
from tests.estates.lists import as_json, openstack_flavours, openstack_servers, openstack_volumes
from tests.estates.rvtools import workbook
from tests.guide_shell import PATIENCE_SECONDS, processes, program, script, shown
from tests.integration.serving import environment, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ADDRESS = "http://127.0.0.1:8000"
GUIDES = ["import.md", "prices.md", "scripting.md", "reports.md", "operating.md", "search.md"]
"""The guides with commands, but that to the API, whose commands are mostly those of curl."""

Running = Callable[[str, Path, Path], str]
"""Runs a text in a folder, with a data folder, and returns its output."""


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


def variables(data: Path) -> dict[str, str]:
    own = {"PYTHONPATH": str(Path(__file__).parents[2])}
    return environment(data, HOSTWISE_CACHE_DIR=str(FOLDER)) | own


def script_within(text: str, where: Path, data: Path) -> str:
    """The script of a guide, with its `hostwise` commands in this process."""
    return script(text, where, variables(data))


def script_as_processes(text: str, where: Path, data: Path) -> str:
    """The script of a guide as it is typed."""
    return processes(shown(text), where, variables(data))


def program_within(text: str, where: Path, data: Path) -> str:
    """The program of a guide; it knows the server by its address alone, not by the data folder."""
    return program(text, where)


def program_as_process(text: str, where: Path, data: Path) -> str:
    return processes([sys.executable, "-c", text], where, variables(data))


def programs(page: Path, address: str) -> list[str]:
    """The programs of a page, which ask the server at an address."""
    texts = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [each.replace(ADDRESS, address) for each in texts]


by_program = pytest.mark.parametrize(
    "run",
    [
        pytest.param(program_within, id="within"),
        pytest.param(program_as_process, id="process", marks=pytest.mark.deep),
    ],
)


# One guide is run as it is typed, which finds and starts the real `hostwise`; in the deep lane all are.
@pytest.mark.parametrize(
    ("guide", "run"),
    [
        pytest.param("api.md", script_as_processes, id="api.md"),
        *(pytest.param(guide, script_within, id=guide) for guide in GUIDES),
        *(
            pytest.param(guide, script_as_processes, id=f"{guide}-processes", marks=pytest.mark.deep)
            for guide in GUIDES
        ),
    ],
)
def test_the_commands_of_a_guide(
    guide: str, run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    data, address = running
    typed = indented((repository / "docs" / "guides" / guide).read_text(encoding="utf-8"))
    assert "hostwise" in typed
    (tmp_path / "estate.xlsx").write_bytes(workbook(drawn(60)))
    for name, records in (
        ("servers", openstack_servers(drawn(60))),
        ("flavors", openstack_flavours(drawn(60))),
        ("volumes", openstack_volumes(drawn(60))),
    ):
        (tmp_path / f"{name}.json").write_bytes(as_json(records))
    (tmp_path / "servers.csv").write_text("Bezeichnung;Kerne;Platz\nweb;4;16\ndb;8;64\n")
    run(typed.replace(ADDRESS, address), tmp_path, data)


@by_program
def test_the_program_of_the_guide_to_imports(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    (tmp_path / "estate.xlsx").write_bytes(workbook(drawn(60)))
    (text,) = programs(repository / "docs" / "guides" / "import.md", address)
    assert "hosts" in run(text, tmp_path, data)


@by_program
def test_the_program_of_the_guide_to_prices(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    (text,) = programs(repository / "docs" / "guides" / "prices.md", address)
    price = {"part": "drives/kioxia-cm7-v-6.4tb", "price": 1950, "currency": "USD", "date": "2026-11"}
    key = run.__name__.replace("_", "-")
    book = {"key": key, "name": "Of a program", "prices": [price]}
    keep = (
        "from hostwise_client import HostwiseClient\n"
        "from hostwise_client.models import PriceBook\n"
        f"with HostwiseClient('{ADDRESS}') as hostwise:\n"
        f"    hostwise.price_books.create(PriceBook.model_validate({book!r}))\n"
    )
    whole = keep + text.replace('"quote"', f'"{key}"')
    assert "kioxia-cm7-v-6.4tb" in run(whole.replace(ADDRESS, address), tmp_path, data)


@by_program
def test_the_program_of_the_guide_to_searches(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    (text,) = programs(repository / "docs" / "guides" / "search.md", address)
    assert "1 of 3 combinations is feasible" in run(text, tmp_path, data)


@by_program
def test_the_program_of_the_guide_to_jobs(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    (text,) = programs(repository / "docs" / "guides" / "jobs.md", address)
    said = run(text, tmp_path, data).splitlines()
    assert said[:-1] == ["1 of 3", "2 of 3", "3 of 3"]
    assert float(said[-1]) > 60


@by_program
def test_the_programs_of_the_scripting_guide(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    texts = programs(repository / "docs" / "guides" / "scripting.md", address)
    # As it stands there but for the number of sizes: a thousand evaluations are the business of the benchmark.
    fewer = [each.replace("range(100, 300, 8)", "range(100, 300, 80)") for each in texts]
    assert fewer != texts
    said = [run(each, tmp_path, data) for each in fewer]
    first, label = said[0].splitlines()[:2]
    assert "is the cheapest in the base case" in first
    assert label.startswith("Likely ['")
    assert "/name" in said[0]
    assert "120 of 120" in said[1]
    assert re.search(r"^\d+ of them fit 8 hosts\.$", said[1], flags=re.MULTILINE)


@by_program
def test_the_program_of_the_clients_readme(
    run: Running, repository: Path, running: tuple[Path, str], tmp_path: Path
) -> None:
    data, address = running
    (text,) = programs(repository / "backend" / "client" / "README.md", address)
    said = run(text, tmp_path, data).splitlines()
    assert len(said) == 5
    assert said[2] != said[4], "two more spare hosts are two more hosts"
