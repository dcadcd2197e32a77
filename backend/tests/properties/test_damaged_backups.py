"""However a backup is damaged, it is found to be whole or said to be damaged: nothing else comes of it."""

import json
import random
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from hostwise.server.commands import command_line
from hostwise.server.store.backup_file import BackupError, Manifest, verify_backup

REAL = Path(__file__).parents[1] / "integration" / "backup-schema-0003.zip"
"""A backup that a version of Hostwise made."""

ROUNDS = 250
"""Times that each way of damaging bytes is tried."""

Damage = Callable[[random.Random, bytes], bytes]

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def flipped(chance: random.Random, content: bytes) -> bytes:
    damaged = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def flipped_in_a_head(chance: random.Random, content: bytes) -> bytes:
    """Where flags, methods, sizes, offsets and names are."""
    damaged = bytearray(content)
    heads = [at for mark in (LOCAL, CENTRAL, END) for at in places(content, mark)]
    at = chance.choice(heads) + chance.randrange(60)
    damaged[min(at, len(damaged) - 1)] = chance.randrange(256)
    return bytes(damaged)


def cut(chance: random.Random, content: bytes) -> bytes:
    return content[: chance.randrange(len(content))]


def zeroed(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content))
    length = min(chance.choice((1, 4, 64, 4096)), len(content) - start)
    return content[:start] + bytes(length) + content[start + length :]


def moved(chance: random.Random, content: bytes) -> bytes:
    """A part of the file in another place, as after a mistake in copying."""
    start, to = chance.randrange(len(content)), chance.randrange(len(content))
    part = content[start : start + chance.randrange(1, 2_000)]
    return content[:to] + part + content[to + chance.choice((0, len(part))) :]


def places(content: bytes, mark: bytes) -> list[int]:
    found, at = [], content.find(mark)
    while at >= 0:
        found.append(at)
        at = content.find(mark, at + 1)
    return found


def outcome(file: Path) -> Manifest | None:
    """The manifest of a backup that is found to be whole; nothing if it is refused as it should be."""
    try:
        return verify_backup(file)
    except BackupError as error:
        said = str(error)
    assert said
    assert "\n" not in said
    return None


@pytest.mark.parametrize("damage", [flipped, flipped_in_a_head, cut, zeroed, moved])
def test_damaged_bytes(damage: Damage, tmp_path: Path) -> None:
    real, file, content = verify_backup(REAL), tmp_path / "backup", REAL.read_bytes()
    refused = 0
    for seed in range(ROUNDS):
        file.write_bytes(damage(random.Random(seed), content))
        found = outcome(file)
        # What does not matter, such as a time in the archive, may be anything; what is said is right.
        assert found in (None, real), seed
        refused += found is None
    assert refused > ROUNDS / 3


def members() -> dict[str, bytes]:
    with ZipFile(REAL) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(content: dict[str, bytes], file: Path, method: int = ZIP_DEFLATED) -> Path:
    with ZipFile(file, "w", method) as archive:
        for name, each in content.items():
            archive.writestr(name, each)
    return file


ANYTHING: list[Any] = [None, True, 0, -1, 1.5, 10**30, 1e300, "", "0003", "x" * 10_000, "\x1b[2J\r\nrestored", "\u202e"]
ANYTHING += ["\ud800", [], [[]], {}, {"rows": 1}]


def with_any(value: Any) -> Iterator[Any]:
    """A JSON document with each of its values and keys replaced, left out or added to, one at a time."""
    yield from ANYTHING
    if isinstance(value, dict):
        for key, each in value.items():
            rest = {name: other for name, other in value.items() if name != key}
            yield rest
            yield {"": each} | rest
            yield from ({**rest, key: other} for other in with_any(each))
        yield {**value, "more": 1}


def test_any_manifest(tmp_path: Path) -> None:
    content = members()
    real = json.loads(content["manifest.json"])
    tried = 0
    for changed in with_any(real):
        text = json.dumps(changed)
        file = archive_of(content | {"manifest.json": text.encode()}, tmp_path / "backup")
        found = outcome(file)
        # A table less is one that was not there when the backup was made.
        if found is not None:
            assert found.tables.items() <= verify_backup(REAL).tables.items()
            assert "\x1b" not in f"{found}"
        tried += 1
    assert tried > 300


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b'{"format": 1' + b"0" * 5_000 + b"}", b"NaN", b"\0"],
)
def test_a_manifest_that_is_no_json(text: bytes, tmp_path: Path) -> None:
    assert outcome(archive_of(members() | {"manifest.json": text}, tmp_path / "backup")) is None


def test_members_that_are_swapped_left_out_or_there_twice(tmp_path: Path) -> None:
    content, file = members(), tmp_path / "backup"
    for one in content:
        less = {name: each for name, each in content.items() if name != one}
        assert outcome(archive_of(less, file)) is None, one
        for other in content:
            if content[one] != content[other]:
                swapped = content | {one: content[other], other: content[one]}
                assert outcome(archive_of(swapped, file)) is None, (one, other)
        with ZipFile(file, "w") as archive:
            for name, each in (*content.items(), (one, b"x")):
                # Of two with one name it is not said which is meant.
                with pytest.warns(UserWarning, match="Duplicate name") if name in archive.namelist() else nullcontext():
                    archive.writestr(name, each)
        assert outcome(file) is None, one
    assert outcome(archive_of(content | {"more": b"x"}, file)) == verify_backup(REAL)


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_other_methods(method: int, tmp_path: Path) -> None:
    file = archive_of(members(), tmp_path / "backup", method)
    assert outcome(file) in (None, verify_backup(REAL))
    content = file.read_bytes()
    for seed in range(100):
        file.write_bytes(flipped(random.Random(seed), content))
        assert outcome(file) in (None, verify_backup(REAL)), seed


@pytest.mark.parametrize(
    ("field", "values"),
    [
        # Of an entry in the list of members, by its offset: version needed, flags, method, CRC, sizes, offset.
        (6, [0xFFFF]),
        (8, [1, 1 << 5, 1 << 6, 1 << 13, 0xFFFF]),
        (10, [1, 6, 9, 12, 14, 93, 99, 0xFFFF]),
        (16, [0]),
        (20, [0, 1, 0xFFFFFFFF]),
        (24, [0, 1, 0xFFFFFFFF]),
        (42, [0, 1, 0xFFFFFFFE, 0xFFFFFFFF]),
    ],
)
def test_fields_of_an_entry(field: int, values: list[int], tmp_path: Path) -> None:
    content, file = REAL.read_bytes(), tmp_path / "backup"
    for at in places(content, CENTRAL):
        for value in values:
            damaged = bytearray(content)
            struct.pack_into("<I" if field >= 16 else "<H", damaged, at + field, value)
            file.write_bytes(damaged)
            assert outcome(file) in (None, verify_backup(REAL)), (at, value)


def test_entries_that_overlap(tmp_path: Path) -> None:
    """All members at the place of the first, as a bomb has them."""
    content, file = bytearray(REAL.read_bytes()), tmp_path / "backup"
    first, *others = places(bytes(content), CENTRAL)
    for at in others:
        content[at + 42 : at + 46] = content[first + 42 : first + 46]
    file.write_bytes(content)
    assert outcome(file) is None


@pytest.mark.parametrize("name", ["manifest.json", "plans.ndjson"])
@pytest.mark.parametrize("unit", [b"x", b"\n", b"{}\n"])
def test_what_unfolds_to_a_gigabyte_does_not_take_its_memory(name: str, unit: bytes, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    block = unit * (1 << 20)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for each, content in members().items():
            if each != name:
                archive.writestr(each, content)
        with archive.open(ZipInfo(name), "w", force_zip64=True) as member:
            for _ in range((1 << 28) // len(block)):
                member.write(block)
    tracemalloc.start()
    assert outcome(file) is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 << 20


def test_the_command_ends_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, content = tmp_path / "backup", REAL.read_bytes()
    for damage in (flipped_in_a_head, cut):
        for seed in range(10):
            file.write_bytes(damage(random.Random(seed), content))
            if outcome(file) is None:
                assert command_line.main(["restore", "--check", str(file)]) == 1
                said = capsys.readouterr()
                assert (said.out, said.err.count("\n"), "backup" in said.err) == ("", 1, True), said
