"""A cluster of Proxmox VE is read as it is, with what is missing named, and its token is written nowhere."""

import csv
import doctest
import http.server
import json
import logging
import os
import signal
import ssl
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
from hostwise.estate.collectors.proxmox import proxmox_history, proxmox_session
from hostwise.estate.collectors.proxmox.proxmox_session import PRODUCT, Proxmox, secret_of, token_id_of
from hostwise.estate.collectors.reaching import address_of, trust
from hostwise.estate.collectors.series import CPU, CPU_HIGHEST, READ_KB_S, WRITTEN_KB_S
from hostwise.estate.importers import proxmox_config
from hostwise.estate.importers.proxmox_config import read_config
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateFinding, Inventory, Power, VmTrait
from hostwise.server.commands import command_line
from hostwise.server.commands.collect_proxmox_command import TOKEN as VARIABLE
from hostwise.server.commands.exit_codes import ExitCode
from tests.proxmox_server import GIB, HALF_HOURS, SECRET, TOKEN_ID, Guest, Running, drawn, proxmox_server

ODD_NAME = 'web/1, "blue"'
CLOCK = {"pve1": 2.1, "pve2": 2.1, "pve3": 3.3912}


class Ended(NamedTuple):
    code: int
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with proxmox_server(drawn(7), tmp_path_factory.mktemp("pve")) as running:
        yield running


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def command(host: str, *arguments: str, secret: str = SECRET, token: str = TOKEN_ID) -> Ended:
        monkeypatch.setenv(VARIABLE, secret)
        code = command_line.main(["collect", "proxmox", host, "--token-id", token, *arguments])
        said = capsys.readouterr()
        assert said.out == ""
        return Ended(code, said.err)

    return command


def read(file: Path) -> Inventory:
    return read_inventory(file.read_bytes(), file.name)


def total(column: list[float | None] | None) -> float:
    return sum(filter(None, column or []))


def codes(inventory: Inventory) -> dict[str, EstateFinding]:
    return {each.code: each for each in inventory.findings}


def own(file: Path) -> list[list[str]]:
    with file.open(newline="", encoding="utf-8") as rows:
        return list(csv.reader(rows))


@pytest.mark.parametrize("seed", range(5))
def test_everything_that_the_cluster_has(seed: int, run: Run, tmp_path: Path) -> None:
    cluster, file = drawn(seed), tmp_path / "estate.json"
    with proxmox_server(cluster, tmp_path) as server:
        ended = run(server.address, "--ca", str(server.certificate), "-o", str(file), "--days", "7")
    assert ended.code == ExitCode.OK, ended.err
    found, guests = read(file), cluster.guests
    vms = found.vms
    assert vms.name == [each.name for each in guests]
    assert vms.vcpu == [each.vcpu for each in guests]
    assert vms.memory_gib == [each.memory_mib / 1024 for each in guests]
    assert vms.disks == [len(each.disks_gib) for each in guests]
    assert total(vms.disk_gb) == pytest.approx(sum(sum(each.disks_gib) for each in guests) * GIB / 1e9)
    assert vms.host == [each.node for each in guests]
    assert vms.power == [Power.ON if each.running else Power.OFF for each in guests]
    assert set(vms.cluster or []) == {"prod-cluster"}
    assert set(vms.folder or []) == {"prod"}
    assert vms.os == ["Debian" if each.kind == "lxc" else "Linux" for each in guests]
    assert set(vms.attributes) == {"Type", "Tags", "HA state"}
    hosts = found.hosts
    assert (hosts.name, hosts.cores, hosts.sockets) == (["pve1", "pve2", "pve3"], [40, 40, 32], [2, 2, 2])
    assert (hosts.threads, hosts.memory_gib) == ([80, 80, 64], [512, 512, 256])
    assert hosts.ghz == pytest.approx(list(CLOCK.values()))
    assert hosts.vms == [sum(each.node == name for each in guests) for name in hosts.name]
    assert set(hosts.version or []) == {"Proxmox VE 8.4.1"}
    assert hosts.away == [False] * 3
    assert Counter(found.datastores.kind) == {"lvmthin": 3, "rbd": 1}, "shared storage once, no backups"
    assert total(found.datastores.capacity_gb) == pytest.approx((3 * 800 + 20_000) * GIB / 1e9)
    assert [(each.tab, each.rows_read, each.rows_rejected) for each in found.tabs] == [
        ("vms", len(guests), 0),
        ("node", 3, 0),
        ("storage", 6, 2),
    ]
    assert not {"root_disk_only", "no_cores", "no_performance", "other_resources"} & codes(found).keys()
    assert {"no_iops", "no_memory_active_gib", "clock_reading", "storages_without_disks"} <= codes(found).keys()
    assert {each for each, _ in cluster.requests} == {"GET"}, "nothing but questions"


def test_use_is_of_the_period_and_says_so(server: Running, run: Run, tmp_path: Path) -> None:
    file, series = tmp_path / "estate.json", tmp_path / "history.csv"
    ended = run(server.address, "--insecure", "-o", str(file), "--history", str(series), "--days", "7")
    assert ended.code == ExitCode.OK, ended.err
    found, guests = read(file), {each.name: each for each in server.cluster.guests}
    vms = found.vms
    for at, name in enumerate(vms.name):
        guest = guests[name]
        figures = [each[at] for each in (vms.cpu_ghz, vms.cpu_peak_ghz, vms.memory_consumed_gib, vms.disk_kb_s) if each]
        if not guest.running:
            assert figures == [None] * 4, "what is off uses nothing that is known"
            continue
        used = np.array(guest.cpu[1:]) * guest.vcpu * CLOCK[guest.node]
        peak = np.sort(used)[int(np.ceil(len(used) * 0.95)) - 1]
        assert figures == pytest.approx([used.mean(), peak, guest.memory_mib / 2048, 3000])
    assert (vms.iops_average, vms.iops_peak, vms.read_share, vms.memory_active_gib) == (None,) * 4
    said = codes(found)["history_averages"].message
    assert "95th percentile of averages over 30 minutes" in said
    assert "(7 days)" in said
    assert "1.5" in said, "how much higher the highest minutes are"
    assert said in ended.err
    assert "bytes per second and no IOPS" in codes(found)["no_iops"].message
    rows = own(series)
    assert rows[0] == ["timestamp", "vm", "counter", "value"]
    assert {CPU, CPU_HIGHEST, READ_KB_S, WRITTEN_KB_S} < {each[2] for each in rows}
    running = [each for each in guests.values() if each.running]
    assert Counter(each[1] for each in rows if each[2] == CPU) == {each.name: HALF_HOURS - 1 for each in running}
    first = [float(each[3]) for each in rows if each[2] == CPU and each[1] == running[0].name]
    assert first == pytest.approx(
        [each * running[0].vcpu * CLOCK[running[0].node] * 1000 for each in running[0].cpu[1:]], rel=1e-6
    )


def test_history_becomes_a_plan_with_the_estate(
    server: Running, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, series, plan = tmp_path / "estate.json", tmp_path / "history.csv", tmp_path / "plan.json"
    ended = run(server.address, "--insecure", "-o", str(file), "--history", str(series), "--days", "7")
    assert ended.code == ExitCode.OK, ended.err
    code = command_line.main(["import", str(file), "--history", str(series), "-o", str(plan)])
    said = capsys.readouterr()
    assert code == ExitCode.OK, said.err
    assert json.loads(plan.read_text(encoding="utf-8"))["workload"]["groups"]


def test_what_is_special_about_a_vm_is_named(run: Run, tmp_path: Path) -> None:
    cluster, file = drawn(3, 8), tmp_path / "estate.json"
    vm = {"sockets": 2, "cores": 4, "memory": "8192"}
    odd = {"balloon": 2048, "parent": "before", "unused0": "local-lvm:vm-103-disk-7"}
    root = {"rootfs": "local-lvm:vm-104-disk-0,size=8G", "memory": 2048}
    cluster.guests = [
        guest(100, vm | {"vcpus": 4, "scsi0": "ceph-vm:vm-100-disk-0,size=32G"}, name=ODD_NAME),
        guest(101, vm | {"scsi0": "local-lvm:vm-101-disk-0,size=0.5T", "scsi1": "ceph-vm:vm-100-disk-0,size=32G"}),
        guest(102, vm | {"scsi0": "/dev/disk/by-id/ata-X,size=1000G", "hostpci0": "0000:01:00.0", "affinity": "0-3"}),
        guest(103, vm | odd | {"ide2": "local:iso/x.iso,media=cdrom"}),
        guest(104, root | {"mp0": "/srv/data,mp=/data"}, kind="lxc"),
        guest(105, {"rootfs": "local:105/x.raw,size=8G", "cpulimit": "1.5", "memory": 512}, kind="lxc"),
        guest(106, vm | {"virtio0": "iscsi:0.0.1.scsi-36", "template": 1}, template=True),
    ]
    with proxmox_server(cluster, tmp_path) as server:
        ended = run(server.address, "--insecure", "-o", str(file))
    assert ended.code == ExitCode.OK, ended.err
    found = read(file)
    vms = found.vms
    assert vms.vcpu == [4, 8, 8, 8, 1, 2, 8]
    assert vms.disks == [1, 2, 1, 1, 1, 1, 1]
    assert vms.disk_gb == pytest.approx([each * GIB / 1e9 for each in (32, 512, 1000, 10, 8, 8, 10)])
    assert vms.memory_gib == [8, 8, 8, 8, 2, 0.5, 8]
    assert vms.template == [False] * 6 + [True]
    assert vms.traits[VmTrait.SHARED_DISK] == [True, True, False, False, False, False, False]
    assert vms.traits[VmTrait.RAW_DEVICE] == [False, False, True, False, False, False, False]
    assert vms.traits[VmTrait.PASSTHROUGH] == [False, False, True, False, False, False, False]
    assert vms.traits[VmTrait.MEDIA] == [False, False, False, True, False, False, False]
    assert vms.snapshot_days is not None
    assert [each is None for each in vms.snapshot_days] == [True, True, True, False, True, True, True]
    assert vms.snapshot_days[3] == pytest.approx(10, abs=0.1)
    assert vms.attributes["CPU affinity"][2] == "0-3"
    said = codes(found)
    for code, count in {
        "disks_shared": 2, "dynamic_memory": 1, "disks_unused": 1, "folders_of_node": 1, "container_without_limit": 1,
        "bound_to_cores": 1, "disks_without_size": 1,
    }.items():  # fmt: skip
        assert said[code].count == count, code
    assert "from 8 to 2 GiB" in said["dynamic_memory"].message


def guest(number: int, config: dict[str, Any], *, kind: str = "qemu", name: str = "", template: bool = False) -> Guest:
    disks = (
        {}
        if kind == "lxc" or any(key[:-1] in ("scsi", "virtio") for key in config)
        else {"scsi0": "local-lvm:x,size=10G"}
    )
    sizes = {"lxc": [8], "qemu": [10]}[kind]
    made = Guest(number, kind, name or f"vm-{number}", "pve1", 8, 8192, sizes, config | disks, template=template)
    made.cpu = [0.1] * HALF_HOURS
    return made


def test_what_a_token_may_not_see_is_counted(server: Running, run: Run, tmp_path: Path) -> None:
    cluster, file = server.cluster, tmp_path / "estate.json"
    on_node = [each for each in cluster.guests if each.node == "pve2"]
    cluster.denied = {"/nodes/pve1/status": "Sys.Audit", "/nodes/pve2/qemu": "VM.Audit", "/cluster/status": "Sys.Audit"}
    cluster.denied["/nodes/pve2/lxc"] = "VM.Audit"
    cluster.permissions = {"/vms/100": {"VM.Audit": 1}, "/storage": {"Datastore.Audit": 1}}
    ended = run(server.address, "--insecure", "-o", str(file))
    assert ended.code == ExitCode.OK, ended.err
    found = read(file)
    missing = [each for each in found.findings if each.code == "privilege_missing"]
    told = {each.message.split(" not shown")[0]: each.count for each in missing}
    running = sum(each.running for each in on_node)
    assert told == {
        "1 node": 1,
        "1 cluster name": 1,
        f"{len(on_node)} configurations": len(on_node),
        f"{running} usage records": running,
    }
    assert all("PVEAuditor" in each.message for each in missing)
    assert all(each.message in ended.err for each in missing)
    clockless = sum(each.running for each in cluster.guests if each.node == "pve1")
    assert codes(found)["no_clock"].count == clockless
    partial = [each for each in found.findings if each.code == "privilege_partial"]
    assert [("VM.Audit" in each.message) for each in partial] == [True]
    assert codes(found)["root_disk_only"].count == len(on_node)
    assert codes(found)["vms_without_history"].count == running
    assert total(found.vms.vcpu) == sum(each.vcpu for each in cluster.guests), "listed, if not configured"
    assert set(found.vms.cluster or []) == {server.address}


def test_nodes_that_are_offline_are_named(server: Running, run: Run, tmp_path: Path) -> None:
    cluster, file = server.cluster, tmp_path / "estate.json"
    cluster.offline = {"pve1"}
    on_it = [each for each in cluster.guests if each.node == "pve1"]
    ended = run(server.address, "--insecure", "-o", str(file))
    assert ended.code == ExitCode.OK, ended.err
    found = read(file)
    told = codes(found)["nodes_offline"]
    assert "pve1" in told.message
    assert f"the {len(on_it)} VMs on them" in told.message
    assert found.hosts.away == [True, False, False]
    assert total(found.vms.vcpu) == sum(each.vcpu for each in cluster.counted)
    left_out = codes(found)["vm_without_configuration"]
    assert (left_out.kind, left_out.count) == ("rejected", len(on_it))
    assert "row_cut" not in codes(found)
    tab = found.tabs[0]
    assert (tab.rows_read, tab.rows_rejected) == (len(cluster.guests), len(on_it))
    assert total(found.datastores.capacity_gb) == pytest.approx((2 * 800 + 20_000) * GIB / 1e9)
    asked = [path for _, path in cluster.requests if path.startswith("/nodes/pve1")]
    assert len(asked) <= 1, "a node that is away is not asked for each VM"


def test_a_vm_that_fails_is_counted_and_the_others_are_read(server: Running, run: Run, tmp_path: Path) -> None:
    first = server.cluster.guests[0]
    server.cluster.broken = {f"/nodes/{first.node}/{first.kind}/{first.number}/config"}
    file = tmp_path / "estate.json"
    assert run(server.address, "--insecure", "-o", str(file)).code == ExitCode.OK
    found = read(file)
    assert codes(found)["not_answered"].count == 1
    assert "1 configuration missing" in codes(found)["not_answered"].message
    assert total(found.vms.vcpu) == sum(each.vcpu for each in server.cluster.guests)


def test_pseudonyms_are_the_same_the_next_time(server: Running, run: Run, tmp_path: Path) -> None:
    server.cluster.guests[0].name = ODD_NAME
    file, series = tmp_path / "estate.json", tmp_path / "history.csv"
    kept = []
    for _ in range(2):
        ended = run(server.address, "--insecure", "-o", str(file), "--anonymous", "--history", str(series))
        assert ended.code == ExitCode.OK, ended.err
        for each in (file, series):
            text = each.read_text(encoding="utf-8")
            for real in ("prod-cluster", "pve1", "local-lvm", "127.0.0.1", "vm-1", "ct-1", ODD_NAME, "web"):
                assert real not in text.replace("vm-00", ""), (each.name, real)
        kept.append(read(file).vms.name)
    assert kept[0] == kept[1]
    who = json.loads((tmp_path / "estate-names.json").read_text(encoding="utf-8"))
    assert who["vm_names"][kept[0][0]] == ODD_NAME


def test_ctrl_c_keeps_what_is_there(server: Running, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, asked = proxmox_history._series, 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return before(*arguments)

    monkeypatch.setattr(proxmox_history, "_series", interrupted)
    file = tmp_path / "estate.json"
    ended = run(server.address, "--insecure", "-o", str(file))
    assert ended.code == 130
    assert "Stopped. What was read until then is written." in ended.err
    found = read(file)
    assert len(found.vms) == len(server.cluster.guests)
    assert sum(each is not None for each in found.vms.cpu_peak_ghz or []) == 3
    running = sum(each.running for each in server.cluster.guests)
    assert codes(found)["vms_without_history"].count == running - 3


def test_a_single_node_without_a_cluster(server: Running, run: Run, tmp_path: Path) -> None:
    cluster, file = server.cluster, tmp_path / "estate.json"
    cluster.name, cluster.nodes = "", {"pve1": cluster.nodes["pve1"]}
    cluster.guests = [each for each in cluster.guests if each.node == "pve1"]
    assert run(server.address, "--insecure", "-o", str(file)).code == ExitCode.OK
    assert set(read(file).vms.cluster or []) == {""}
    assert read(file).hosts.cluster == [""]


def test_who_is_not_let_in(server: Running, run: Run, tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "estate.json"))
    ended = run(server.address, "--insecure", *output, secret="falsch-1234")
    assert ended.code == ExitCode.BAD_INPUT
    assert f"refuses the token '{TOKEN_ID}'" in ended.err
    assert "falsch" not in ended.err
    unknown = run("no-such-host.invalid", *output)
    assert unknown.code == ExitCode.BAD_INPUT
    assert "'no-such-host.invalid' is unknown" in unknown.err
    closed = run("127.0.0.1:9", *output)
    assert (closed.code, "cannot be reached" in closed.err) == (ExitCode.FAILED, True)
    assert run("https://", *output).code == ExitCode.BAD_INPUT
    whole = run(server.address, "--insecure", *output, token=f"{TOKEN_ID}={SECRET}")
    assert (whole.code, "looks like reader@pve!hostwise" in whole.err) == (ExitCode.BAD_INPUT, True)
    assert SECRET not in whole.err
    server.cluster.denied = {"/cluster/resources": "Sys.Audit"}
    refused = run(server.address, "--insecure", *output)
    assert refused.code == ExitCode.FAILED
    assert "lacks the privilege Sys.Audit" in refused.err
    assert "PVEAuditor" in refused.err
    server.cluster.denied, server.cluster.guests = {}, []
    empty = run(server.address, "--insecure", *output)
    assert (empty.code, "shows no VM" in empty.err) == (ExitCode.FAILED, True)
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_certificates(server: Running, run: Run, tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "estate.json"), "--days", "1")
    refused = run(server.address, *output)
    assert refused.code == ExitCode.FAILED
    assert all(each in refused.err for each in ("is not trusted", "--ca FILE", "--insecure", "pve-root-ca.pem"))
    assert not server.cluster.requests, "the token is not sent to whom nobody trusts"
    ca = ("--ca", str(server.certificate))
    assert run(server.address, *ca, *output).code == ExitCode.OK
    assert run(f"localhost:{server.port}", *ca, *output).code == ExitCode.FAILED, "another name"
    assert run(server.address, *ca, "--insecure", *output).code == ExitCode.BAD_INPUT
    other = tmp_path / "other.pem"
    other.write_text("nothing")
    assert "no certificate" in run(server.address, "--ca", str(other), *output).err


def test_a_website_is_no_node(tmp_path: Path, run: Run) -> None:
    class Website(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<!doctype html><p>Welcome")

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with proxmox_server(drawn(1, 1), tmp_path):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tmp_path / "both.pem")
    website = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Website)
    website.socket = context.wrap_socket(website.socket, server_side=True)
    threading.Thread(target=website.serve_forever, daemon=True).start()
    try:
        ended = run(f"127.0.0.1:{website.server_port}", "--insecure", "-o", str(tmp_path / "estate.json"))
    finally:
        website.shutdown()
        website.server_close()
    assert (ended.code, "not as a node of Proxmox VE" in ended.err) == (ExitCode.BAD_INPUT, True), ended.err


def connected(server: Running) -> Proxmox:
    return Proxmox(address_of(server.address, PRODUCT), token_id_of(TOKEN_ID), SECRET, trust(insecure=True))


@pytest.mark.parametrize("change", ["post", "put", "delete", "create", "set"])
def test_nothing_can_be_changed(server: Running, change: str) -> None:
    with connected(server) as session, pytest.raises(CannotCollect, match="only reads"):
        getattr(session._api("nodes/pve1/qemu/100/status/stop"), change)()
    assert {each for each, _ in server.cluster.requests} == {"GET"}


def test_the_secret_is_nowhere(server: Running, run: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "estate.json"
    ends = [
        run(server.address, "--insecure", "-o", str(file), "--history", str(tmp_path / "history.csv"), "--anonymous"),
        run(server.address, "-o", str(file)),
        run("127.0.0.1:9", "-o", str(file)),
    ]
    assert [each.code for each in ends] == [0, 1, 1]
    written = [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()]
    assert len(written) == 3
    for text in (*written, *(each.err for each in ends), caplog.text):
        assert SECRET not in text
    with pytest.raises(WrongInput) as refused:
        Proxmox(address_of(server.address, PRODUCT), token_id_of(TOKEN_ID), f"{SECRET}0", trust(insecure=True))
    error: BaseException | None = refused.value
    while error is not None:
        assert SECRET not in f"{error} {error!r} {vars(error)}"
        error = error.__cause__ or error.__context__
    with connected(server) as session:
        assert SECRET not in repr(session)


def test_secrets_and_tokens() -> None:
    assert secret_of(f" {TOKEN_ID}={SECRET}\n") == secret_of(SECRET) == SECRET
    assert token_id_of("me@corp.example@ldap!plan").user == "me@corp.example@ldap"
    for wrong in ("", "ü", "two words"):
        with pytest.raises(WrongInput):
            secret_of(wrong)
    for wrong in ("root@pam", "root!x", "!x", "root@pam!x!y"):
        with pytest.raises(WrongInput):
            token_id_of(wrong)
    for module in (proxmox_session, proxmox_history, proxmox_config):
        outcome = doctest.testmod(module)
        assert outcome.attempted
        assert not outcome.failed


def test_a_configuration_of_odd_values() -> None:
    nothing = read_config("qemu", {})
    assert (nothing.vcpu, nothing.memory_mib, nothing.disks) == (1, 512, [])
    strange = read_config("qemu", {"cores": "many", "memory": None, "scsi0": 7, "virtio1": "a:b,size=?"})
    assert (strange.vcpu, strange.memory_mib, [each.size_bytes for each in strange.disks]) == (1, 512, [None])
    assert read_config("qemu", {"usb0": "spice"}).media is False
    assert read_config("qemu", {"usb0": "host=1-4"}).media is True


@pytest.mark.parametrize("library", ["requests", "proxmoxer.core"])
def test_without_the_client(library: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in [each for each in sys.modules if each.startswith("hostwise.estate.collectors.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    assert command_line.main(["collect", "proxmox", "pve1", "-t", TOKEN_ID]) == ExitCode.FAILED
    assert "not installed: pip install 'hostwise[proxmox]'" in capsys.readouterr().err


def test_long_averages_are_said_with_the_way_to_finer_ones(server: Running, run: Run, tmp_path: Path) -> None:
    server.cluster.step_s, file = 12 * 3_600, tmp_path / "estate.json"
    server.cluster.begin -= 30 * 86_400
    ended = run(server.address, "--insecure", "-o", str(file), "--days", "30")
    assert ended.code == ExitCode.OK, ended.err
    said = codes(read(file))["history_averages"]
    assert (said.kind, "averages over 12 hours" in said.message) == ("warning", True)
    assert "--days 1 reads finer averages" in said.message
    assert {query["timeframe"] for query in server.cluster.queries} == {"month"}
    assert {query["cf"] for query in server.cluster.queries} == {"AVERAGE", "MAX"}


def test_ids_are_those_of_an_export_of_the_same_cluster(server: Running, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "estate.json"
    assert run(server.address, "--insecure", "-o", str(file)).code == ExitCode.OK
    with connected(server) as session:
        listed = session.listed("cluster", "resources")
    export = read_inventory(json.dumps({"data": listed}).encode(), "resources.json")
    assert read(file).vms.id == export.vms.id, "so that a VM of both counts once"


def test_a_disk_that_several_vms_name_counts_once_only_where_it_is_one(run: Run, tmp_path: Path) -> None:
    cluster, file = drawn(3, 8), tmp_path / "estate.json"
    local, shared = "local-lvm:data,size=10G", "ceph-vm:data,size=10G"
    cluster.guests = [guest(100 + at, {"scsi0": local, "scsi1": shared}) for at in range(2)]
    cluster.guests[1].node = "pve2"
    with proxmox_server(cluster, tmp_path) as server:
        assert run(server.address, "--insecure", "-o", str(file)).code == ExitCode.OK
    assert total(read(file).vms.disk_gb) == pytest.approx(30 * GIB / 1e9), "two local volumes, and one of the cluster"
