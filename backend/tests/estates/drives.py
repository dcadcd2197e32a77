"""Output of smartctl and nvme-cli about drives that do not exist, in the forms in which the tools write it."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]


def smartctl(protocol: str, device: str = "/dev/sda", **fields: Any) -> Document:
    """The head of what `smartctl -x -j` writes of a drive of 960 GB."""
    return {
        "json_format_version": [1, 0],
        "smartctl": {"version": [7, 4], "argv": ["smartctl", "-x", "-j", device], "exit_status": 0},
        "local_time": {"time_t": 1_750_000_000, "asctime": "Sun Jun 15 15:06:40 2025 UTC"},
        "device": {"name": device, "type": protocol.lower(), "protocol": protocol},
        "model_name": "ACME 1",
        "serial_number": "S1",
        "user_capacity": {"blocks": 1_875_385_008, "bytes": 960_197_124_096},
        "logical_block_size": 512,
        "smart_status": {"passed": True},
        **fields,
    }


def nvme(used: Any = 5, units: Any = 10**8, hours: Any = 8_760, *, warning: Any = 0, **fields: Any) -> Document:
    """An NVMe drive by smartctl: 10^8 data units are 51.2 TB."""
    log = {
        "critical_warning": warning,
        "temperature": 38,
        "available_spare": 97,
        "available_spare_threshold": 10,
        "percentage_used": used,
        "data_units_written": units,
        "power_on_hours": hours,
        "media_errors": 2,
    }
    own: Document = {"nvme_smart_health_information_log": log, "power_on_time": {"hours": hours}}
    return smartctl("NVMe", "/dev/nvme0", **{**own, **fields})


def attribute(number: int, name: str, value: int, raw: int) -> Document:
    """A SATA attribute."""
    return {"id": number, "name": name, "value": value, "worst": value, "thresh": 0, "raw": {"value": raw}}


def sata(*attributes: Document, statistics: Mapping[str, int] | None = None, **fields: Any) -> Document:
    """A SATA drive by smartctl, with its attributes and perhaps its device statistics."""
    own: Document = {
        "rotation_rate": 0,
        "power_on_time": {"hours": 8_760},
        "ata_smart_attributes": {"revision": 1, "table": list(attributes)},
    }
    if statistics is not None:
        rows = [{"name": name, "value": value, "flags": {"valid": True}} for name, value in statistics.items()]
        own["ata_device_statistics"] = {"pages": [{"number": 1, "table": rows}]}
    return smartctl("ATA", **{**own, **fields})


def sas(used: int | None = 11, gigabytes: str = "6082.745", **fields: Any) -> Document:
    """A SAS drive by smartctl, which writes gigabytes as text."""
    counters = {"gigabytes_processed": gigabytes, "total_uncorrected_errors": 1}
    own: Document = {
        "rotation_rate": 0,
        "power_on_time": {"hours": 8_760, "minutes": 30},
        "scsi_error_counter_log": {"read": {**counters, "gigabytes_processed": "12.699"}, "write": counters},
    }
    if used is not None:
        own["scsi_percentage_used_endurance_indicator"] = used
    return smartctl("SCSI", "/dev/sdb", **{**own, **fields})


def smart_log(used: Any = 5, units: Any = 10**8, hours: Any = 8_760, warning: Any = 0) -> Document:
    """What `nvme smart-log -o json` writes: neither model nor serial number."""
    return {
        "critical_warning": warning,
        "temperature": 311,
        "avail_spare": 97,
        "spare_thresh": 10,
        "percent_used": used,
        "data_units_written": units,
        "power_on_hours": hours,
        "media_errors": 0,
    }


def listed(**serials: str) -> Document:
    """What `nvme list -o json` of version 1 writes of controllers with these serial numbers."""
    return {
        "Devices": [
            {
                "DevicePath": f"/dev/{controller}n1",
                "ModelNumber": "ACME 9",
                "SerialNumber": serial,
                "PhysicalSize": 3_840_755_982_336,
            }
            for controller, serial in serials.items()
        ]
    }


def nested(**serials: str) -> Document:
    """What `nvme list -o json` of version 2 writes of the same."""
    controllers = [
        {
            "Controller": controller,
            "ModelNumber": "ACME 9",
            "SerialNumber": serial,
            "Namespaces": [{"NameSpace": f"{controller}n1", "PhysicalSize": 3_840_755_982_336}],
        }
        for controller, serial in serials.items()
    ]
    return {"Devices": [{"HostNQN": "nqn", "Subsystems": [{"Subsystem": "nvme-subsys0", "Controllers": controllers}]}]}


def controller(serial: str, model: str = "ACME 9") -> Document:
    """What `nvme id-ctrl -o json` writes: texts are padded, and capacities are text."""
    return {"vid": 1, "ssvid": 1, "sn": f"{serial:<20}", "mn": f"{model:<40}", "tnvmcap": "3840755982336"}


def zipped(files: Mapping[str, Any]) -> bytes:
    """A zip of documents and other files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return target.getvalue()
