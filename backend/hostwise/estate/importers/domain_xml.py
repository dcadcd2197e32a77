"""The XML of libvirt's domains, read with the parser of Python and without entities, which XML may grow by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

_DECLARATION = re.compile(rb"<\?xml[^>]*\?>")
_MOST_LEVELS = 60
_KIB = {
    "b": 1 / 1024,
    "bytes": 1 / 1024,
    "kb": 1000 / 1024,
    "k": 1.0,
    "kib": 1.0,
    "mb": 1e6 / 1024,
    "m": 1024.0,
    "mib": 1024.0,
    "gb": 1e9 / 1024,
    "g": 1024.0**2,
    "gib": 1024.0**2,
    "tb": 1e12 / 1024,
    "t": 1024.0**3,
    "tib": 1024.0**3,
}
"""Units of libvirt in KiB; without one, sizes are in KiB."""


class NotReadable(ValueError):
    """The text is no XML that is read."""


def is_domains(head: bytes) -> bool:
    """Whether a text begins as XML of domains does."""
    return head.lstrip().startswith(b"<") and re.search(rb"<domain[\s>]", head) is not None


def domains_of(text: bytes) -> list[dict[str, Any]]:
    """The domains in a text, in which several may follow each other; raises `NotReadable`."""
    root = _parsed(b"<domains>" + _DECLARATION.sub(b"", text) + b"</domains>")
    return [_record(each) for each in _found(root)]


def _found(root: Element) -> Iterator[Element]:
    """Domains at the top, or within one element that holds them."""
    for each in root:
        if each.tag == "domain":
            yield each
        elif each.tag == "domains":
            yield from _found(each)


def _parsed(text: bytes) -> Element:
    builder, level = TreeBuilder(), 0
    parser = expat.ParserCreate("utf-8")

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal level
        level += 1
        if level > _MOST_LEVELS:
            raise NotReadable("it is nested too deeply")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal level
        level -= 1
        builder.end(tag)

    def refused(*_: Any) -> None:
        raise NotReadable("it declares a document type or entities, which libvirt does not write")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refused
    parser.EntityDeclHandler = refused
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise NotReadable(f"line {error.lineno}: {expat.ErrorString(error.code)}") from error
    return builder.close()


def _record(domain: Element) -> dict[str, Any]:
    """What is read of a domain; what it does not say is empty."""
    vcpu = domain.find("vcpu")
    disks = [each for each in domain.findall("devices/disk") if each.get("device", "disk") in ("disk", "lun")]
    return {
        "domain": (domain.findtext("name") or "").strip(),
        "uuid": (domain.findtext("uuid") or "").strip(),
        "running": "running" if domain.get("id", "-1").isdigit() else "",
        "vcpu": "" if vcpu is None else (vcpu.get("current") or (vcpu.text or "").strip()),
        "max vcpu": "" if vcpu is None else (vcpu.text or "").strip(),
        "memory (kib)": _kib(domain.find("memory")),
        "current memory (kib)": _kib(domain.find("currentMemory")),
        "disks": len(disks),
        "shared disks": sum(each.find("shareable") is not None for each in disks),
        "host devices": len(domain.findall("devices/hostdev")),
        "os": _system(domain),
    }


def _kib(size: Element | None) -> float | str:
    """A size in KiB; as it is written where it is none, to be told."""
    if size is None:
        return ""
    text, factor = (size.text or "").strip(), _KIB.get(size.get("unit", "KiB").lower())
    if factor is None:
        return f"{text} {size.get('unit')}"
    try:
        return float(text) * factor
    except ValueError:
        return text


def _system(domain: Element) -> str:
    """The guest system by its address in libosinfo, such as http://ubuntu.com/ubuntu/24.04."""
    for each in domain.findall("metadata//*"):
        if each.tag.endswith(":os") and each.get("id"):
            parts = str(each.get("id")).removeprefix("http://").removeprefix("https://").split("/")[1:]
            return " ".join("Microsoft Windows" if part == "win" else part for part in parts)
    return ""
