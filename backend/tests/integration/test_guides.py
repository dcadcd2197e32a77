"""What the guides tell people to type works as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.serving import environment, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data folder with an application that needs no token, and its address."""
    data = tmp_path_factory.mktemp("data")
    with serving(data) as (process, address):
        yield data, address
        # Asked, not killed: its database is to be stopped too.
        process.terminate()
        process.wait(timeout=30)


def indented(text: str) -> str:
    """The commands of a page, in their order, as one script."""
    return "\n".join(re.findall(r"^    (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), flags=re.MULTILINE))


def run(command: list[str], where: Path, data: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        command,
        cwd=where,
        env=environment(data) | {"PATH": path, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.parametrize("guide", ["api.md", "scripting.md"])
def test_the_commands_of_a_guide(guide: str, repository: Path, running: tuple[Path, str], tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    data, address = running
    script = indented((repository / "docs" / "guides" / guide).read_text(encoding="utf-8"))
    assert "hostwise" in script
    run(["/bin/sh", "-euc", script.replace(ADDRESS, address)], tmp_path, data)


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
