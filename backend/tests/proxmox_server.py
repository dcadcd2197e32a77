"""A cluster of Proxmox VE for tests: a drawn estate, and a server that answers as the API of its nodes does."""

import datetime as dt
import ipaddress
import json
import random
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

TOKEN_ID, SECRET = "reader@pve!hostwise", "0f7c2d1e-5b1a-4a55-9c3e-8d2f6a7b9c10"
GIB, MIB = 1024**3, 1024**2
HALF_HOUR_S = 1_800
HALF_HOURS = 336


@dataclass
class Guest:
    """A VM or a container, with the totals that a reader must find."""

    number: int
    kind: str
    name: str
    node: str
    vcpu: int
    memory_mib: int
    disks_gib: list[int]
    config: dict[str, Any]
    running: bool = True
    template: bool = False
    cpu: list[float] = field(default_factory=list)

    def resource(self, *, known: bool) -> dict[str, Any]:
        found: dict[str, Any] = {"id": f"{self.kind}/{self.number}", "vmid": self.number, "type": self.kind}
        found |= {"node": self.node, "status": "unknown", "pool": "prod"}
        if not known:
            return found
        use = self.cpu[-1] if self.running else 0
        return found | {
            "name": self.name,
            "status": "running" if self.running else "stopped",
            "template": int(self.template),
            "maxcpu": self.vcpu,
            "cpu": use,
            "maxmem": self.memory_mib * MIB,
            "mem": self.memory_mib * MIB // 2 if self.running else 0,
            "maxdisk": self.disks_gib[0] * GIB,
            "disk": 0,
            "diskread": 12_345,
            "diskwrite": 67_890,
            "netin": 1,
            "netout": 1,
            "uptime": 1_000 if self.running else 0,
            "tags": "prod;web",
            "hastate": "started",
        }

    def history(self, kind: str, begin: int, step_s: int) -> list[dict[str, Any]]:
        """A week of half hours, or as many longer steps; the first is of a time before the VM was there."""
        rows: list[dict[str, Any]] = [{"time": begin}]
        for at, share in enumerate(self.cpu[1:], start=1):
            factor = 1.0 if kind == "AVERAGE" else 1.5
            rows.append(
                {
                    "time": begin + at * step_s,
                    "cpu": share * factor,
                    "maxcpu": self.vcpu,
                    "mem": self.memory_mib * MIB * 0.5,
                    "maxmem": self.memory_mib * MIB,
                    "maxdisk": self.disks_gib[0] * GIB,
                    "disk": 0,
                    "netin": 1.0,
                    "netout": 1.0,
                    "diskread": 2e6 * factor,
                    "diskwrite": 1e6 * factor,
                }
            )
        return rows


@dataclass
class Cluster:
    """What there is, and how its server behaves."""

    guests: list[Guest]
    nodes: dict[str, dict[str, Any]]
    storages: list[dict[str, Any]]
    begin: int
    step_s: int = HALF_HOUR_S
    name: str = "prod-cluster"
    offline: set[str] = field(default_factory=set)
    denied: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    permissions: dict[str, Any] = field(default_factory=lambda: {"/": {"VM.Audit": 1, "Datastore.Audit": 1}})
    requests: list[tuple[str, str]] = field(default_factory=list)
    queries: list[dict[str, str]] = field(default_factory=list)

    @property
    def counted(self) -> list[Guest]:
        return [each for each in self.guests if each.node not in self.offline]

    def of(self, number: str) -> Guest | None:
        return next((each for each in self.guests if str(each.number) == number), None)


def drawn(seed: int, guests: int = 40) -> Cluster:
    """A cluster of three nodes with VMs and containers of all kinds."""
    chance = random.Random(seed)
    nodes = {
        name: {
            "cpuinfo": {
                "model": model,
                "sockets": 2,
                "cores": cores,
                "cpus": 2 * cores,
                "mhz": "3391.2",
                "user_hz": 100,
            },
            "memory": {"total": memory * GIB, "used": memory * GIB // 3, "free": memory * GIB // 3},
            "pveversion": "pve-manager/8.4.1/2a5fa54a8503f96d",
        }
        for name, model, cores, memory in (
            ("pve1", "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz", 40, 512),
            ("pve2", "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz", 40, 512),
            ("pve3", "Processor of nobody", 32, 256),
        )
    }
    found = [_guest(chance, 100 + at, list(nodes)[at % 3]) for at in range(guests)]
    storages = [
        {"storage": name, "node": node, "plugintype": kind, "shared": shared, "content": content}
        | {"type": "storage", "id": f"storage/{node}/{name}", "status": "available"}
        | {"maxdisk": size * GIB, "disk": size * GIB // 2}
        for node in nodes
        for name, kind, shared, content, size in (
            ("local-lvm", "lvmthin", 0, "rootdir,images", 800),
            ("ceph-vm", "rbd", 1, "images,rootdir", 20_000),
            ("backups", "pbs", 1, "backup", 40_000),
        )
    ]
    return Cluster(found, nodes, storages, int(time.time()) // HALF_HOUR_S * HALF_HOUR_S - HALF_HOURS * HALF_HOUR_S)


def _guest(chance: random.Random, number: int, node: str) -> Guest:
    kind = "lxc" if chance.random() < 0.3 else "qemu"
    memory = chance.choice([512, 2048, 4096, 16384])
    sizes = [chance.randint(4, 200) for _ in range(chance.randint(1, 3))]
    name = f"{'ct' if kind == 'lxc' else 'vm'}-{number}"
    if kind == "lxc":
        cores = chance.choice([1, 2, 4])
        keys = ["rootfs", "mp0", "mp1"]
        config: dict[str, Any] = {"cores": cores, "memory": memory, "swap": 512, "hostname": name, "ostype": "debian"}
        config |= {
            key: f"ceph-vm:vm-{number}-disk-{at},{'' if key == 'rootfs' else f'mp=/data{at},'}size={size}G"
            for at, (key, size) in enumerate(zip(keys, sizes, strict=False))
        }
        vcpu = cores
    else:
        sockets, cores = chance.choice([1, 2]), chance.choice([1, 2, 4])
        bus = chance.choice(["scsi", "virtio", "sata"])
        config = {"sockets": sockets, "cores": cores, "name": name, "ostype": "l26", "scsihw": "virtio-scsi-single"}
        config["memory"] = chance.choice([str(memory), f"current={memory}"])
        config |= {
            f"{bus}{at}": f"local-lvm:vm-{number}-disk-{at},iothread=1,size={size * 1024}M"
            if at
            else f"local-lvm:vm-{number}-disk-{at},discard=on,size={size}G"
            for at, size in enumerate(sizes)
        }
        config |= {"ide2": "none,media=cdrom", "ide0": f"local-lvm:vm-{number}-cloudinit,media=cdrom,size=4M"}
        config |= {"efidisk0": f"local-lvm:vm-{number}-disk-9,efitype=4m,size=4M", "digest": "0f" * 20}
        vcpu = sockets * cores
    running = chance.random() < 0.8
    cpu = [chance.random() for _ in range(HALF_HOURS)]
    return Guest(number, kind, name, node, vcpu, memory, sizes, config, running, cpu=cpu)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    cluster: Cluster

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        cluster, parts = self.cluster, urlsplit(self.path)
        path = parts.path.removeprefix("/api2/json")
        cluster.requests.append((self.command, path))
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        if self.headers.get("Authorization") != f"PVEAPIToken={TOKEN_ID}={SECRET}":
            return self._send(401, "authentication failure")
        if self.command != "GET":
            return self._send(501, f"Method '{self.command} {path}' not implemented")
        for prefix, privilege in cluster.denied.items():
            if path.startswith(prefix):
                return self._send(403, f"Permission check failed ({prefix}, {privilege})")
        if path in cluster.broken:
            return self._send(500, "got timeout")
        return self._of(path.strip("/").split("/"), {key: each[0] for key, each in parse_qs(parts.query).items()})

    def _of(self, path: list[str], query: dict[str, str]) -> None:
        cluster = self.cluster
        match path:
            case ["version"]:
                return self._send(200, data={"version": "8.4.1", "release": "8.4", "repoid": "2a5fa54a"})
            case ["cluster", "resources"]:
                return self._send(200, data=self._resources())
            case ["cluster", "status"]:
                nodes = [
                    {"type": "node", "id": f"node/{each}", "name": each, "online": int(each not in cluster.offline)}
                    for each in cluster.nodes
                ]
                own = {"type": "cluster", "id": "cluster", "name": cluster.name, "nodes": len(nodes), "quorate": 1}
                return self._send(200, data=[own, *nodes] if cluster.name else nodes[:1])
            case ["access", "permissions"]:
                return self._send(200, data=cluster.permissions)
            case ["nodes", node, *_] if node in cluster.offline:
                return self._send(595, "No route to host")
            case ["nodes", node, "status"]:
                return self._send(200, data=cluster.nodes[node])
            case ["nodes", _, "qemu" | "lxc", number, "config"] if guest := cluster.of(number):
                return self._send(200, data=guest.config)
            case ["nodes", _, "qemu" | "lxc", _, "snapshot"]:
                taken = int(time.time()) - 10 * 86_400
                return self._send(
                    200, data=[{"name": "before", "snaptime": taken}, {"name": "current", "parent": "before"}]
                )
            case ["nodes", _, "qemu" | "lxc", number, "rrddata"] if guest := cluster.of(number):
                cluster.queries.append(query)
                return self._send(200, data=guest.history(query["cf"], cluster.begin, cluster.step_s))
        return self._send(400, "Parameter verification failed.")

    def _resources(self) -> list[dict[str, Any]]:
        cluster = self.cluster
        guests = [
            each.resource(known=each.node not in cluster.offline)
            for each in cluster.guests
            if f"/vms/{each.number}" not in cluster.denied
        ]
        nodes = [
            {"type": "node", "id": f"node/{name}", "node": name, "status": "online", "level": ""}
            | {"maxcpu": about["cpuinfo"]["cpus"], "cpu": 0.2, "maxmem": about["memory"]["total"]}
            | {"mem": about["memory"]["used"]}
            if name not in cluster.offline
            else {"type": "node", "id": f"node/{name}", "node": name, "status": "offline"}
            for name, about in cluster.nodes.items()
        ]
        storages = [
            {key: value for key, value in each.items() if key not in ("maxdisk", "disk")} | {"status": "unknown"}
            if each["node"] in cluster.offline
            else each
            for each in cluster.storages
        ]
        return [*guests, *nodes, *storages, {"type": "pool", "id": "/pool/prod", "pool": "prod"}]

    def _send(self, status: int, reason: str = "OK", data: Any = None) -> None:
        content = json.dumps({"data": data} | ({} if status < 400 else {"message": reason})).encode()
        self.send_response(status, reason)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@dataclass
class Running:
    """A server that runs."""

    cluster: Cluster
    port: int
    certificate: Path

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


@contextmanager
def proxmox_server(cluster: Cluster, folder: Path) -> Iterator[Running]:
    """A server on a free port, with the certificate of nobody in a folder."""
    certificate, both = _certificate(folder)
    handler = type("Handler", (_Handler,), {"cluster": cluster})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Running(cluster, server.server_port, certificate)
    finally:
        server.shutdown()
        server.server_close()


def _certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pve1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    public, both = folder / "pve.pem", folder / "both.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    both.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + public.read_bytes()
    )
    return public, both
