"""The server dies in the middle of saves; every save that it acknowledged is there afterwards."""

import os
import signal
import threading
from pathlib import Path

import httpx2
import pytest

from hostwise.server.store.embedded import EmbeddedPostgres
from tests.integration.serving import PATIENCE_SECONDS, http, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]

WRITERS = 3
SAVES_BEFORE_THE_KILL = 25


def test_no_acknowledged_save_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    acknowledged: dict[str, dict[int, str]] = {}
    enough = threading.Event()

    def save_until_it_dies(address: str, plan: dict[str, object], writer: int) -> None:
        with httpx2.Client(base_url=address, verify=False, timeout=PATIENCE_SECONDS) as client:
            created = client.post("/api/v1/plans", json=plan | {"name": f"writer {writer}, save 1"}).json()
            saved = acknowledged.setdefault(created["id"], {1: created["plan"]["name"]})
            while True:
                revision = max(saved)
                name = f"writer {writer}, save {revision + 1}"
                try:
                    answer = client.put(
                        f"/api/v1/plans/{created['id']}",
                        json=plan | {"name": name},
                        headers={"If-Match": f'"{revision}"'},
                    )
                except httpx2.TransportError:
                    return
                assert answer.status_code == 200
                saved[answer.json()["revision"]] = name
                if sum(len(each) for each in acknowledged.values()) > SAVES_BEFORE_THE_KILL:
                    enough.set()

    with serving(tmp_path) as (process, address):
        plan = http.get(f"{address}/api/v1/samples/light-io").json()
        writers = [threading.Thread(target=save_until_it_dies, args=(address, plan, n)) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        assert enough.wait(timeout=5 * PATIENCE_SECONDS)
        # The database server too, as when the machine loses power.
        database = EmbeddedPostgres(tmp_path).pid
        assert database is not None
        process.send_signal(signal.SIGKILL)
        os.kill(database, signal.SIGKILL)
        for writer in writers:
            writer.join(timeout=PATIENCE_SECONDS)

    with serving(tmp_path) as (process, address):
        assert len(acknowledged) == WRITERS
        for plan_id, saved in acknowledged.items():
            for revision, name in saved.items():
                kept = http.get(f"{address}/api/v1/plans/{plan_id}?revision={revision}").json()
                assert kept["plan"]["name"] == name
            head = http.get(f"{address}/api/v1/plans/{plan_id}").json()["head_revision"]
            # One more may have been kept whose acknowledgement never arrived.
            assert head in (max(saved), max(saved) + 1)
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
