"""The worked example of each guide: its commands say what stands below them, and its sentences name their figures."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from tests.compiled import FOLDER
from tests.guide_shell import within

ROOT = Path(__file__).resolve().parents[3]
# The example of the guide to the tools for language models is a program, which tests of its own run.
GUIDES = [each for each in sorted((ROOT / "docs" / "guides").glob("*.md")) if each.name != "mcp.md"]
BACKUP = ROOT / "backend/tests/integration/backup-schema-0003.zip"

HEADING = "## Worked example"
LEFT_OUT = "..."
"""Stands for anything within a line, and as a line of its own for any number of lines, as in a doctest."""


class Step(NamedTuple):
    """A command, and the answer as the guide prints it."""

    command: str
    answer: list[str]


def section(guide: Path) -> str:
    """The worked example of a guide."""
    parts = re.split(r"^(?=## )", guide.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (found,) = [each for each in parts if each.startswith(f"{HEADING}\n")]
    return found


def steps(text: str) -> Iterator[Step]:
    """The commands of all its console blocks; a line that ends with a backslash goes on in the next."""
    for block in re.findall(r"```console\n(.*?)```", text, flags=re.DOTALL):
        for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            command, *answer = part.splitlines()
            yield Step(command, answer)


def plain(line: str) -> str:
    """A line without the marks that only set it: unbreakable spaces, ends."""
    return re.sub("[\u00a0\u202f]", " ", line).rstrip()


def is_answer(printed: list[str], said: list[str]) -> bool:
    """Whether the lines of the guide are those that were said, but for what it leaves out."""
    pattern = "".join(
        "(?:.*\n)*" if plain(each) == LEFT_OUT else ".*".join(map(re.escape, plain(each).split(LEFT_OUT))) + "\n"
        for each in printed
    )
    return re.fullmatch(pattern, "".join(f"{plain(each)}\n" for each in said)) is not None


class Shell:
    """Runs the commands of one guide in a folder of its own, without a shell and mostly within this process."""

    def __init__(self, where: Path, client: TestClient) -> None:
        self.where = where
        self._client = client

    def run(self, command: str) -> list[str]:
        """What a command says, both on the output and on the errors."""
        words = shlex.split(command)
        target = words.pop(words.index(">") + 1) if ">" in words else None
        words = [each for each in words if each != ">"]
        if words[0] == "curl":
            said = self._request(words[1:])
        elif words[0] == "hostwise" and not (self.where / "packages").exists():
            said = "".join(each.decode() for each in within(words[1:])[1:])
        else:
            said = self._beside(words)
        if target is not None:
            (self.where / target).write_text(said, encoding="utf-8")
            return []
        return said.splitlines()

    def _beside(self, words: list[str]) -> str:
        """A command with variables of its own, or with packages that this process does not have."""
        own = dict(each.split("=", 1) for each in words if re.match(r"[A-Z_]+=", each))
        path = os.pathsep.join([str(self.where / "packages"), str(ROOT / "backend")])
        done = subprocess.run(
            [str(Path(sys.executable).parent / "hostwise"), *words[len(own) + 1 :]],
            cwd=self.where,
            env=dict(os.environ) | own | {"PYTHONPATH": path, "HOSTWISE_CACHE_DIR": str(FOLDER)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout

    def _request(self, words: list[str]) -> str:
        """A request of curl, with the headers (-H) and the file (-d @, --data-binary @) that it names."""
        headers = dict(value.split(": ") for option, value in pairwise(words) if option == "-H")
        file = next((each[1:] for each in words if each.startswith("@")), None)
        address = next(each for each in words if each.startswith("http"))
        path = re.sub(r"https?://[^/]+", "", address)
        if file is None:
            return self._client.get(path).text
        return self._client.post(path, content=(self.where / file).read_bytes(), headers=headers).text


@pytest.fixture
def shell(client: TestClient, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    # Where the processes of a worker find the formulas.
    monkeypatch.setenv("HOSTWISE_CACHE_DIR", str(FOLDER))
    return Shell(tmp_path, client)


def provide(guide: Path, where: Path) -> None:
    """The files that an example begins with: blocks that say their name, and what only the product can write."""
    text = guide.read_text(encoding="utf-8")
    for name, content in re.findall(
        r"^`([\w.-]+)`:\n\n```\w+\n(.*?)```", section(guide), flags=re.DOTALL | re.MULTILINE
    ):
        (where / name).write_text(content, encoding="utf-8")
    if guide.name == "operating.md":
        (where / "installation.hostwise").write_bytes(BACKUP.read_bytes())
    if guide.name == "own-platforms.md":
        (platforms,) = re.findall(r"```yaml\n(.*?)```", text, flags=re.DOTALL)
        (where / "larch.yaml").write_text(platforms, encoding="utf-8")
    if guide.name == "plugins.md":
        (program,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
        (racks,) = re.findall(r"```csv\n(.*?)```", text, flags=re.DOTALL)
        (where / "racks.csv").write_text(racks, encoding="utf-8")
        package, about = where / "packages/hostwise_tiny", where / "packages/hostwise_tiny-1.0.dist-info"
        package.mkdir(parents=True)
        about.mkdir()
        (package / "__init__.py").write_text(program, encoding="utf-8")
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hostwise-tiny\nVersion: 1.0\n", encoding="utf-8")
        entries = re.findall(r"^\[project\.entry-points\.\"(.+)\"\]\ntiny = \"(.+)\"$", text, flags=re.MULTILINE)
        lines = "".join(f"[{group}]\ntiny = {place}\n" for group, place in entries)
        (about / "entry_points.txt").write_text(lines, encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_worked_example_is_what_the_product_says(guide: Path, shell: Shell) -> None:
    provide(guide, shell.where)
    text = section(guide)
    said: list[str] = []
    for command, printed in steps(text):
        answer = shell.run(command)
        assert is_answer(printed, answer), "\n".join([f"{guide.name}: {command}", *answer])
        said += [command, *answer]
    assert said
    # The sentences may round nothing and invent nothing: each of their figures was said.
    prose = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", text, flags=re.DOTALL)
    figures = set(re.findall(r"(?<![\w.,])\d[\d,.]*\d|(?<![\w.,])\d(?![\w])", prose))
    known = plain(" ".join([*said, *re.findall(r"```\w+\n(.*?)```", text, flags=re.DOTALL)]))
    assert figures
    assert [
        each for each in sorted(figures) if not re.search(rf"(?<![\d.,]){re.escape(each)}(?![\d]|[.,]\d)", known)
    ] == []


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        (["12 hosts", "2,469,478 USD"], True),
        (["12 hosts", "..."], True),
        (["...", "2,469,478 USD"], True),
        (["12 hosts"], False),
        (["12 hosts", "2,469,479 USD"], False),
        (["..."], True),
        (["...", "12 host", "..."], False),
        (["12 ...", "...469..."], True),
    ],
)
def test_an_answer_of_another_product_is_told(printed: list[str], same: bool) -> None:
    assert is_answer(printed, ["12\u00a0hosts", "2,469,478 USD  "]) is same
