"""What each part of the server may have of the memory."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.server.machine.memory_allotment import (
    BODIES_BYTES,
    MIB,
    OTHER_PROCESSES,
    PROCESS_BYTES,
    SERVER_BYTES,
    Allotment,
    allotted,
    available_memory,
    is_memory,
)


def taken(found: Allotment, *, spool_is_memory: bool) -> int:
    processes = found.evaluations + OTHER_PROCESSES if found.evaluations else 0
    return (
        SERVER_BYTES
        + BODIES_BYTES
        + processes * PROCESS_BYTES
        + found.files * found.file_bytes
        + (found.spooled_bytes if spool_is_memory else 0)
    )


@given(
    memory=st.integers(512, 200_000),
    cores=st.integers(1, 128),
    evaluations=st.none() | st.integers(0, 64),
    files=st.none() | st.integers(1, 4),
    disk=st.none() | st.integers(0, 10**6),
)
def test_no_more_is_given_than_there_is_unless_it_says_so(
    memory: int, cores: int, evaluations: int | None, files: int | None, disk: int | None
) -> None:
    found = allotted(
        memory * MIB,
        cores,
        evaluations=evaluations,
        files=files,
        disk_bytes=None if disk is None else disk * MIB,
    )
    assert found.is_scarce or taken(found, spool_is_memory=disk is None) <= memory * MIB
    assert found.evaluations >= (0 if evaluations == 0 else 1)
    assert evaluations is None or found.evaluations == evaluations
    assert files is None or found.files == files
    assert found.file_bytes >= 256 * MIB


@pytest.mark.parametrize(("gib", "files"), [(1, 1), (2, 1), (3.9, 1), (4, 2), (64, 2)])
def test_below_four_gib_one_file_is_read_at_a_time(gib: float, files: int) -> None:
    assert allotted(int(gib * 1024) * MIB, 4, disk_bytes=10**12).files == files


def test_another_caller_finds_a_place_beside_all_cores() -> None:
    assert allotted(16_384 * MIB, 8, disk_bytes=10**12).evaluations == 9
    assert allotted(2_048 * MIB, 2, disk_bytes=10**12).evaluations == 2


def group(root: Path, lines: str, **limits: str) -> Path:
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(lines)
    for path, text in limits.items():
        file = root / "sys/fs/cgroup" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


@pytest.mark.parametrize(
    ("lines", "limits", "expected"),
    [
        ("0::/\n", {"memory.max": "1073741824\n"}, 1024),
        ("0::/a/b\n", {"memory.max": "max\n", "a/memory.max": "536870912\n", "a/b/memory.max": "max\n"}, 512),
        ("0::/a\n", {"a/memory.max": "max\n"}, None),
        ("4:memory:/docker/x\n0::/\n", {"memory/memory.limit_in_bytes": "268435456\n"}, 256),
        ("4:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712\n"}, None),
        ("1:cpu:/\n", {"memory/memory.limit_in_bytes": "1\n"}, None),
        ("", {}, None),
    ],
)
def test_the_limit_of_a_container_is_found(
    tmp_path: Path, lines: str, limits: dict[str, str], expected: int | None
) -> None:
    found, machine = available_memory(group(tmp_path, lines, **limits)), available_memory(tmp_path / "nothing")
    assert found == (machine if expected is None else expected * MIB)


def test_a_folder_of_a_tmpfs_is_memory(tmp_path: Path) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/mounts").write_text(
        "/dev/sda1 / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/sdb /tmp/disk ext4 rw 0 0\n"
    )
    folders = ("/tmp", "/tmp/x", "/tmp/disk/x", "/var/tmp", "/")
    assert [is_memory(Path(each), tmp_path) for each in folders] == [True, True, False, False, False]


def test_the_guide_tabulates_what_is_so(repository: Path) -> None:
    guide = (repository / "docs/guides/operating.md").read_text()
    rows = re.findall(r"^\| (\d+) GiB \| (\d+) \| (\d+) \| (\d+) \| (\d+) MiB \|$", guide, re.M)
    assert len(rows) >= 5
    for row in rows:
        gib, cores, evaluations, files, for_one = map(int, row)
        found = allotted(gib * 1024 * MIB, cores, disk_bytes=10**13)
        assert (found.evaluations, found.files, found.file_bytes // MIB) == (evaluations, files, for_one)
    for amount in (SERVER_BYTES, BODIES_BYTES, PROCESS_BYTES):
        assert f" {amount // MIB} MiB" in guide
