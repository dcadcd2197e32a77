"""The wheels, each installed into an empty environment far from any checkout, are a whole Hostwise and its client."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest

from hostwise.server.store.embedded import EmbeddedPostgres
from tests.integration.serving import serving

pytestmark = pytest.mark.wheel

UV = Path(sys.executable).parent / "uv"
PATIENCE_SECONDS = 600
"""A server that was asked to end stops its database, too, which takes as long as the machine is busy."""


@pytest.fixture(scope="module")
def built(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the wheels and the source archives."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([repository / "backend" / "tools" / "wheel.sh", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("hostwise-*.whl")
    return found


def environment_with(wheel: Path, repository: Path, folder: Path) -> Path:
    """Folder of the commands of a new environment that holds a wheel and what the wheel asks for."""
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    locked = f"--constraint={repository / 'requirements.lock'}"
    subprocess.run([UV, "pip", "install", "--quiet", f"--python={folder}", locked, wheel], check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def installed(wheel: Path, repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the commands of an environment with Hostwise."""
    return environment_with(wheel, repository, tmp_path_factory.mktemp("installed") / "venv")


def test_it_holds_the_ui_with_the_guides_and_the_migrations_and_nothing_stale(wheel: Path, repository: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        scripts = [archive.read(name).decode() for name in names if re.search(r"/_web/assets/[^/]+\.js$", name)]
    for name in ("hostwise/_web/index.html", "hostwise/_web/third-party-licenses.md", "hostwise/_migrations/env.py"):
        assert name in names
    assert [name for name in names if name.endswith("/LICENSE")]
    assert not [name for name in names if "__pycache__" in name]
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"hostwise"}
    for guide in sorted((repository / "docs" / "guides").glob("*.md")):
        title = guide.read_text(encoding="utf-8").splitlines()[0]
        assert any(title in script for script in scripts), title


def test_the_source_archive_builds_without_node(built: Path) -> None:
    # uv builds the wheel from it; a built UI in it is what makes that possible.
    (found,) = built.glob("hostwise-*.tar.gz")
    with tarfile.open(found) as archive:
        assert [name for name in archive.getnames() if name.endswith("/hostwise/_web/index.html")]


def test_it_serves_everything_from_inside_the_package(installed: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, program=[str(installed / "hostwise")], cwd=tmp_path) as (process, address):
        with httpx2.Client(base_url=address, timeout=PATIENCE_SECONDS) as client:
            page = client.get("/")
            assert '<div id="root">' in page.text
            asset = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
            assert asset is not None
            assert client.get(asset[1]).headers["content-type"].startswith("text/javascript")
            for path in ("/docs", "/docs/guides/getting-started", "/plans", "/api/docs"):
                assert client.get(path).text.startswith("<!doctype html>"), path
            assert client.get("/health/ready").json()["status"] == "ready"
            plan = client.get("/api/v1/samples/moderate-io").raise_for_status().json()
            assert client.post("/api/v1/evaluate", json=plan).raise_for_status().json()["sentence"]
            assert client.post("/api/v1/plans", json=plan).status_code == 201
            assert (
                client.post("/api/v1/report", json={"plan": plan}, params={"format": "pdf"})
                .raise_for_status()
                .content.startswith(b"%PDF")
            )
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
    assert EmbeddedPostgres(data).pid is None


def test_nothing_of_the_checkout_takes_part(installed: Path, tmp_path: Path, repository: Path) -> None:
    code = (
        "import sys, hostwise.server.application, hostwise.server.machine.installed_files as p; "
        "print(p.USER_INTERFACE, p.MIGRATIONS, *sys.path, sep='\\n')"
    )
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told = subprocess.run([installed / "python", "-c", code], cwd=tmp_path, env=bare, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    user_interface, migrations, *path = told.stdout.splitlines()
    for folder in (user_interface, migrations):
        assert Path(folder).is_relative_to(installed.parent)
    assert not [folder for folder in path if Path(folder).is_relative_to(repository)]


FIRST_CALL = """
import sys
from importlib.metadata import distributions
from hostwise_client import HostwiseClient

with HostwiseClient(sys.argv[1]) as hostwise:
    plan = hostwise.sample("moderate-io")
    print(hostwise.evaluate(plan).configurations[0].quantities["hosts"].value)
print(*sorted(each.name for each in distributions()))
"""


def test_the_client_makes_a_first_call_from_an_environment_without_hostwise_and_numpy(
    built: Path, installed: Path, repository: Path, tmp_path: Path
) -> None:
    (client,) = built.glob("hostwise_client-*.whl")
    with ZipFile(client) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"hostwise_client"}
    assert "hostwise_client/py.typed" in names
    assert [name for name in names if name.endswith("/LICENSE")]
    python = environment_with(client, repository, tmp_path / "venv") / "python"
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with serving(tmp_path / "data", program=[str(installed / "hostwise")], cwd=tmp_path) as (process, address):
        told = subprocess.run(
            [python, "-c", FIRST_CALL, address], cwd=tmp_path, env=bare, capture_output=True, text=True
        )
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
    assert told.returncode == 0, told.stderr
    hosts, packages = told.stdout.splitlines()
    assert float(hosts) > 0
    found = set(packages.split())
    assert {"hostwise-client", "httpx2", "pydantic"} <= found
    assert not found & {"hostwise", "numpy", "scipy", "sqlalchemy", "SQLAlchemy"}
