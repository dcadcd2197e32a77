"""A vCenter is read as it is, over days and broken sessions, and its password is written nowhere."""

import csv
import datetime as dt
import http.server
import json
import logging
import os
import signal
import ssl
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from pyVmomi import vim, vmodl

from hostwise.estate.collectors.collecting_problems import CannotCollect, Silent, WrongInput
from hostwise.estate.collectors.reaching import address_of, trust
from hostwise.estate.collectors.series import ACTIVE, CONSUMED, CPU, READS, READY, WRITES, Series
from hostwise.estate.collectors.stopping import Stop
from hostwise.estate.collectors.vcenter import session as sessions
from hostwise.estate.collectors.vcenter.counters import Performance
from hostwise.estate.collectors.vcenter.sample_file import SampleFile
from hostwise.estate.collectors.vcenter.sampling import sample
from hostwise.estate.collectors.vcenter.session import PRODUCT, VCenter
from hostwise.estate.collectors.vcenter.vcenter_history import read_history
from hostwise.estate.collectors.vcenter.vcenter_inventory import read_estate, running_machines
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import Inventory, Power
from hostwise.server.commands import command_line
from hostwise.server.commands.collect_commands import PASSWORD as VARIABLE
from hostwise.server.commands.exit_codes import ExitCode
from tests.vcenter_simulator import PASSWORD, USER, Simulator, simulator

pytestmark = pytest.mark.slow

VMS, OFF, TEMPLATES = 200, 10, 2
ODD_NAME = 'web/1, "blue"'


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulator]:
    """Four pools of 50 VMs on ten hosts; some VMs are off, templates, owned by somebody, larger or oddly named."""
    folder = tmp_path_factory.mktemp("vcsim")
    flags = ("-cluster", "3", "-host", "3", "-standalone-host", "1", "-vm", "50", "-folder", "1", "-ds", "2")
    with simulator(folder, *flags) as running:
        with running.asked() as content:
            vms = running.all_of(content, vim.VirtualMachine)
            for each in vms[:OFF]:
                each.PowerOff()
            for each in vms[:TEMPLATES]:
                each.MarkAsTemplate()
            owner = content.customFieldsManager.AddFieldDefinition("owner", vim.VirtualMachine, None, None)
            content.customFieldsManager.AddFieldDefinition("of hosts", vim.HostSystem, None, None)
            for at, each in enumerate(vms[20:50]):
                content.customFieldsManager.SetField(each, owner.key, "anna" if at % 2 else "bo")
            vms[50].Reconfigure(vim.vm.ConfigSpec(memoryMB=4096, numCPUs=4))
            vms[51].Rename(ODD_NAME.replace("/", "%2f"))
        yield running


@pytest.fixture
def connected(server: Simulator) -> Iterator[VCenter]:
    with VCenter(address_of(server.address, PRODUCT), USER, PASSWORD, trust(insecure=True)) as found:
        yield found


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def command(host: str, *arguments: str, password: str = PASSWORD) -> Ended:
        monkeypatch.setenv(VARIABLE, password)
        code = command_line.main(["collect", "vcenter", host, "--user", USER, *arguments])
        said = capsys.readouterr()
        return Ended(code, said.out, said.err)

    return command


def own(file: Path) -> list[list[str]]:
    with file.open(newline="", encoding="utf-8") as rows:
        return list(csv.reader(rows))


def test_everything_that_the_vcenter_has(server: Simulator, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "estate.json"
    ended = run(server.address, "--insecure", "-o", str(file))
    assert (ended.code, ended.out) == (ExitCode.OK, ""), ended.err
    found = read_inventory(file.read_bytes(), file.name)
    vms = found.vms
    with server.asked() as content:
        raw = server.all_of(content, vim.VirtualMachine)
        configs = [each.summary.config for each in raw]
        hosts = server.all_of(content, vim.HostSystem)
        stores = server.all_of(content, vim.Datastore)
        disks = [
            device.capacityInKB * 1024
            for each in raw
            for device in each.config.hardware.device
            if isinstance(device, vim.vm.device.VirtualDisk)
        ]
        assert len(vms) == len(raw) == VMS
        assert sorted(vms.id) == sorted(each.instanceUuid for each in configs)
        assert sum(filter(None, vms.vcpu or [])) == sum(each.numCpu for each in configs) == VMS + 3
        assert sum(filter(None, vms.memory_gib or [])) == sum(each.memorySizeMB for each in configs) / 1024
        assert sum(filter(None, vms.disks or [])) == len(disks)
        assert sum(filter(None, vms.disk_gb or [])) == pytest.approx(sum(disks) / 1e9)
        by_id = {each.summary.config.instanceUuid: each for each in raw}
        for at, id_ in enumerate(vms.id):
            each = by_id[id_]
            cluster = each.runtime.host.parent
            assert vms.host is not None
            assert vms.cluster is not None
            assert vms.host[at] == each.runtime.host.name
            assert vms.cluster[at] == (cluster.name if isinstance(cluster, vim.ClusterComputeResource) else "")
        assert sorted(found.hosts.name) == sorted(each.name for each in hosts)
        assert sum(filter(None, found.hosts.vms or [])) == VMS
        assert found.hosts.cores == [each.summary.hardware.numCpuCores for each in hosts]
        assert found.hosts.memory_gib == [each.summary.hardware.memorySize / 2**30 for each in hosts]
        assert found.datastores.capacity_gb == [each.summary.capacity / 1e9 for each in stores]
        assert found.sources[0].version is not None
        assert found.sources[0].version.startswith(content.about.version)
    assert Counter(vms.power) == {Power.ON: VMS - OFF, Power.OFF: OFF}
    assert sum(vms.template) == TEMPLATES
    assert Counter(vms.attributes["owner"]) == {"anna": 15, "bo": 15, "": VMS - 30}
    assert set(vms.attributes) == {"owner"}
    assert ODD_NAME in vms.name
    assert set(vms.datacenter or []) == {"DC0"}
    assert set(vms.folder or []) == {"F0"}
    assert [(each.tab, each.rows_read, each.rows_accepted) for each in found.tabs] == [
        ("virtual machines", VMS, VMS),
        ("hosts", 10, 10),
        ("datastores", 2, 2),
    ]


def test_what_history_leaves_out_is_said(server: Simulator, run: Run, tmp_path: Path) -> None:
    file, series = tmp_path / "estate.json", tmp_path / "history.csv"
    ended = run(server.address, "--insecure", "-o", str(file), "--history", str(series), "--days", "7")
    assert ended.code == ExitCode.OK, ended.err
    found = read_inventory(file.read_bytes(), file.name)
    codes = {each.code: each for each in found.findings}
    assert "means of 30 minutes" in codes["history_means"].message
    assert "no active memory and no I/O of virtual disks" in codes["history_level"].message
    assert codes["history_level"].message in ended.err
    vms = found.vms
    assert (vms.memory_peak_gib, vms.iops_peak, vms.read_share) == (None, None, None)
    rows = own(series)
    assert rows[0] == ["timestamp", "vm", "counter", "value"]
    assert {each[2] for each in rows[1:]} == {CPU, READY, CONSUMED, "disk|usage_average"}
    mhz: dict[str, list[float]] = {}
    for _, vm, counter, value in rows[1:]:
        if counter == CPU:
            mhz.setdefault(vm, []).append(float(value))
    assert len(mhz) == VMS - OFF
    assert set(map(len, mhz.values())) <= set(range(330, 338)), "a week of half hours"
    for name, mean, peak, power in zip(vms.name, vms.cpu_ghz or [], vms.cpu_peak_ghz or [], vms.power, strict=True):
        if power is Power.ON:
            assert mean == pytest.approx(sum(mhz[name]) / len(mhz[name]) / 1000)
            assert peak == pytest.approx(max(mhz[name]) / 1000)
        else:
            assert (mean, peak) == (None, None), "what is off uses nothing that is known"


def test_samples_have_what_history_has_not(server: Simulator, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "estate.json"
    ended = run(server.address, "--insecure", "-o", str(file), "--sample", "1s")
    assert ended.code == ExitCode.OK, ended.err
    found = read_inventory(file.read_bytes(), file.name)
    rows = own(tmp_path / "estate-samples.csv")[1:]
    assert {READS, WRITES, ACTIVE, CPU} < {each[2] for each in rows}
    assert {each[1] for each in rows} == {
        name for name, power in zip(found.vms.name, found.vms.power, strict=True) if power is Power.ON
    }
    active = [float(each[3]) for each in rows if each[1] == ODD_NAME and each[2] == ACTIVE]
    at = found.vms.name.index(ODD_NAME)
    assert len(active) >= 180
    assert found.vms.memory_peak_gib is not None
    assert found.vms.memory_active_gib is not None
    assert found.vms.memory_peak_gib[at] == max(active) / 2**20
    assert found.vms.memory_active_gib[at] == pytest.approx(sum(active) / len(active) / 2**20)
    assert {"sampled", "sampled_briefly"} <= {each.code for each in found.findings}
    again = run(server.address, "--insecure", "-o", str(file), "--sample", "1s")
    assert again.code == ExitCode.BAD_INPUT
    assert "A longer --sample goes on" in again.err


def test_pseudonyms_are_the_same_the_next_time(server: Simulator, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "estate.json"
    for options in (("--history", str(tmp_path / "history.csv")), ("--sample", "1s")):
        ended = run(server.address, "--insecure", "-o", str(file), "--anonymous", "--days", "1", *options)
        assert ended.code == ExitCode.OK, ended.err
        written = [each for each in tmp_path.iterdir() if "names" not in each.name and "state" not in each.name]
        for each in written:
            text = each.read_text(encoding="utf-8")
            for real in ("DC0", "LocalDS", "anna", "owner", "F0", "127.0.0.1", ODD_NAME):
                assert real not in text, (each.name, real)
        found = read_inventory(file.read_bytes(), file.name).vms
        who = json.loads((tmp_path / "estate-names.json").read_text(encoding="utf-8"))
        assert who["vm_names"][found.name[51]] == ODD_NAME
        assert set(found.name) == set(who["vm_names"]) == set(who["pseudonyms"]["vm"].values())
    sampled = {each[1] for each in own(tmp_path / "estate-samples.csv")[1:]}
    assert sampled == {each[1] for each in own(tmp_path / "history.csv")[1:]}
    assert sampled < set(found.name)


def test_ctrl_c_keeps_what_is_there_and_the_next_run_goes_on(server: Simulator, tmp_path: Path) -> None:
    file = tmp_path / "estate-samples.csv"
    command = [sys.executable, "-m", "hostwise", "collect", "vcenter", server.address, "-u", USER, "--insecure"]

    def until_interrupted() -> str:
        process = subprocess.Popen(
            [*command, "--sample", "1h", "-o", str(tmp_path / "estate.json")],
            env=os.environ | {VARIABLE: PASSWORD},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        said = ""
        with process.stderr:
            for line in process.stderr:
                said += line
                if " MB; until " in line:
                    process.send_signal(signal.SIGINT)
        assert process.wait(timeout=600) == 130, said
        return said

    first = until_interrupted()
    assert "Sampling until" in first
    kept = file.read_bytes()
    begun = json.loads((tmp_path / "estate-samples.csv.state.json").read_text())["begun"]
    assert len(read_inventory((tmp_path / "estate.json").read_bytes(), "x").vms) == VMS
    with file.open("ab") as half:
        half.write(b"2026-11-23T05:06:40Z,DC0_H0_V")
    second = until_interrupted()
    assert "Going on until" in second
    assert file.read_bytes().startswith(kept)
    rows = own(file)
    assert {len(each) for each in rows} == {4}, "the half row is gone"
    assert max(Counter((each[0], each[1], each[2]) for each in rows).values()) == 1
    assert json.loads((tmp_path / "estate-samples.csv.state.json").read_text())["begun"] == begun


def test_samples_of_another_vcenter_are_not_mixed(connected: VCenter, tmp_path: Path) -> None:
    SampleFile(tmp_path / "s.csv", "another", 60).close()
    with pytest.raises(WrongInput, match="another vCenter"):
        SampleFile(tmp_path / "s.csv", connected.identity, 60)
    (tmp_path / "t.csv").write_text("mine\n")
    with pytest.raises(WrongInput, match=r"t\.csv is there"):
        SampleFile(tmp_path / "t.csv", connected.identity, 60)
    assert (tmp_path / "t.csv").read_text() == "mine\n"


def test_a_session_that_ends_is_renewed(
    server: Simulator, connected: VCenter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ends = 0
    found_before = sessions._found

    def ending(each: Any) -> Any:
        nonlocal ends
        if not ends and isinstance(each.obj, vim.VirtualMachine):
            ends += 1
            server.end_sessions()
        return found_before(each)

    monkeypatch.setattr(sessions, "_found", ending)
    monkeypatch.setattr(sessions, "_PAGE", 60)
    estate = read_estate(connected)
    assert (len(estate.inventory.vms), ends) == (VMS, 1), "in the middle of the pages"

    def end_once(_series: Series) -> None:
        nonlocal ends
        if ends == 1:
            ends += 1
            server.end_sessions()

    use, _ = read_history(connected, estate.running, 1, end_once)
    assert (use.vms(), ends) == (VMS - OFF, 2)

    file, stop, said = SampleFile(tmp_path / "s.csv", connected.identity, 3_600), Stop(), list[str]()

    def between(sentence: str) -> None:
        said.append(sentence)
        server.end_sessions()
        stop.asked = len(said) == 2

    try:
        assert not sample(connected, file, stop, between, every_s=0.1)
    finally:
        file.close()
    assert len(said) == 2
    assert not [each for each in said if "not answer" in each]
    assert file.vms == VMS - OFF


def test_a_vcenter_that_is_away_for_a_while_is_asked_again(tmp_path: Path) -> None:
    with simulator(tmp_path, "-vm", "2") as server:
        connected = VCenter(address_of(server.address, PRODUCT), USER, PASSWORD, trust(insecure=True))
        file, stop, said = SampleFile(tmp_path / "s.csv", connected.identity, 3_600), Stop(), list[str]()

        def away(sentence: str) -> None:
            said.append(sentence)
            server.end()
            stop.asked = sum("does not answer" in each for each in said) == 2

        try:
            sample(connected, file, stop, away, every_s=0.1)
        finally:
            file.close()
            connected.close()
        assert "does not answer" not in said[0]
        assert file.vms == 4
        with pytest.raises(Silent, match="does not answer"):
            running_machines(connected)


def test_each_vm_is_asked_alone_where_one_spoils_the_question(connected: VCenter) -> None:
    machines = running_machines(connected)[:9]
    gone = machines[3].reference._moId
    real = connected.content.perfManager
    questions = []

    class Picky:
        def QueryPerf(self, querySpec: list[Any]) -> Any:  # noqa: N802, N803
            questions.append(len(querySpec))
            if gone in [each.entity._moId for each in querySpec]:
                raise vmodl.fault.ManagedObjectNotFound()
            return real.QueryPerf(querySpec=querySpec)

    performance = Performance(connected)
    connected.content = SimpleNamespace(perfManager=Picky(), sessionManager=connected.content.sessionManager)
    since = dict.fromkeys((each.id for each in machines), connected.now() - dt.timedelta(minutes=2))
    found = [series for batch in performance.real_time(machines, since) for series in batch]
    assert [each.machine for each in found] == [each for at, each in enumerate(machines) if at != 3]
    assert questions[0] == 9
    assert questions.count(1) <= 2


def test_who_is_not_let_in(server: Simulator, run: Run, tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "estate.json"))
    ended = run(server.address, "--insecure", *output, password="Pa55-falsch")
    assert ended.code == ExitCode.BAD_INPUT
    assert f"refuses the user '{USER}' or the password" in ended.err
    assert "falsch" not in ended.err
    unknown = run("no-such-host.invalid", *output)
    assert unknown.code == ExitCode.BAD_INPUT
    assert "'no-such-host.invalid' is unknown" in unknown.err
    closed = run("127.0.0.1:9", *output)
    assert (closed.code, "cannot be reached" in closed.err) == (ExitCode.FAILED, True)
    assert run("https://", *output).code == ExitCode.BAD_INPUT
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_certificates(server: Simulator, run: Run, tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "estate.json"), "--days", "1")
    refused = run(server.address, *output)
    assert refused.code == ExitCode.FAILED
    assert all(each in refused.err for each in ("is not trusted", "--ca FILE", "--insecure"))
    file = tmp_path / "vcenter.pem"
    file.write_text(server.certificate)
    assert run(server.address, "--ca", str(file), *output).code == ExitCode.OK
    assert run(f"localhost:{server.port}", "--ca", str(file), *output).code == ExitCode.FAILED, "another name"
    assert run(server.address, "--ca", str(file), "--insecure", *output).code == ExitCode.BAD_INPUT
    file.write_text("nothing")
    assert "no certificate" in run(server.address, "--ca", str(file), *output).err


def test_what_is_no_vcenter(tmp_path: Path, run: Run) -> None:
    output = ("-o", str(tmp_path / "estate.json"), "--insecure")
    with simulator(tmp_path, "-esx") as host:
        ended = run(host.address, *output)
    assert (ended.code, "no vCenter" in ended.err) == (ExitCode.BAD_INPUT, True), ended.err
    plain = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    try:
        ended = run(f"127.0.0.1:{plain.server_port}", *output)
    finally:
        plain.shutdown()
        plain.server_close()
    assert (ended.code, "does not speak TLS" in ended.err) == (ExitCode.BAD_INPUT, True), ended.err


def test_a_website_is_no_vcenter(tmp_path: Path, run: Run, certificate: Path) -> None:
    class Website(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<!doctype html><p>Welcome")

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Website)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        ended = run(f"127.0.0.1:{server.server_port}", "--insecure", "-o", str(tmp_path / "estate.json"))
    finally:
        server.shutdown()
        server.server_close()
    assert (ended.code, "not as a vCenter" in ended.err) == (ExitCode.BAD_INPUT, True), ended.err


def test_privileges_that_are_lacking_are_named(connected: VCenter) -> None:
    def refused() -> None:
        raise vim.fault.NoPermission(privilegeId="System.View")

    with pytest.raises(CannotCollect, match=r"lacks the privilege System\.View"):
        connected.ask(refused)
    missing = vmodl.query.PropertyCollector.MissingProperty(
        path="config.hardware.device", fault=vim.fault.NoPermission(privilegeId="System.Read")
    )
    content = vmodl.query.PropertyCollector.ObjectContent(obj=connected.content.rootFolder, missingSet=[missing])
    assert sessions._found(content).denied == ["System.Read"]


def test_the_password_is_nowhere(server: Simulator, run: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "estate.json"
    ends = [
        run(server.address, "--insecure", "-o", str(file), "--sample", "1s", "--step", "5m", "--anonymous"),
        run(server.address, "--insecure", "-o", str(file), "--history", str(tmp_path / "history.csv"), "--days", "1"),
        run(server.address, "-o", str(file)),
        run("127.0.0.1:9", "-o", str(file)),
    ]
    assert [each.code for each in ends] == [0, 0, 1, 1]
    written = [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()]
    assert len(written) == 5
    for text in (*written, *(each.out + each.err for each in ends), caplog.text):
        assert PASSWORD not in text
        assert PASSWORD.encode("ascii", "backslashreplace").decode() not in text
    with pytest.raises(CannotCollect) as refused:
        VCenter(address_of(server.address, PRODUCT), USER, f"{PASSWORD}!", trust(insecure=True))
    error: BaseException | None = refused.value
    while error is not None:
        assert PASSWORD not in f"{error} {error!r} {vars(error)}"
        error = error.__cause__ or error.__context__
    with VCenter(address_of(server.address, PRODUCT), USER, PASSWORD, trust(insecure=True)) as connected:
        assert PASSWORD not in repr(connected)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of nobody, with its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("certificate") / "both.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


def test_an_estate_is_an_inventory_document(server: Simulator, connected: VCenter) -> None:
    estate = read_estate(connected)
    again = Inventory.model_validate_json(estate.inventory.model_dump_json())
    assert again == estate.inventory
    assert len(estate.running) == VMS - OFF
