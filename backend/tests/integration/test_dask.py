"""A Dask cluster computes what one process computes, to the byte, also if a worker of it is killed."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from hostwise.server.workers.spreading import ClusterUnavailable, spreading

pytestmark = [pytest.mark.integration, pytest.mark.slow]


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    environment = {**os.environ, "HOSTWISE_COMPILED": "false"}
    command = [sys.executable, "-m", "tests.integration.dask_cluster"]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_cluster_computes_the_same_bytes_though_a_worker_is_killed_in_the_middle(said: dict[str, Any]) -> None:
    assert (said["batch"], said["workers"]) == (True, 1)


def test_slices_of_a_search_are_merged_to_the_same_bytes(said: dict[str, Any]) -> None:
    assert said["search"] is True


def test_a_scheduler_that_is_not_there_is_named(said: dict[str, Any]) -> None:
    assert said["refused"].startswith("The scheduler tcp://127.0.0.1:")
    assert said["refused"].endswith(" does not answer.")


def test_a_worker_with_another_version_is_refused(said: dict[str, Any]) -> None:
    assert said["differs"].startswith("A worker of the cluster has Hostwise ")


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterUnavailable, match=r"pip install 'hostwise\[dask\]'"),
        spreading("tcp://127.0.0.1:8786", 1, print, str),
    ):
        pass
