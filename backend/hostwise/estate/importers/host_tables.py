"""Tables of hosts, which are no lists of VMs though they may have all columns of one."""

from __future__ import annotations

import re

from hostwise.tables.named_columns import folded, words
from hostwise.tables.table import Table, plain

_OF_HOSTS = re.compile(
    r"(esxi?|hypervisor|vmm)[ _-]?(version|build|release).*|cpu[ _-]?model|service ?tag|(#|num|number|no\.?) ?(of )?vms"
    r"|bios.*|(ilo|idrac|ipmi|bmc).*|rack.*|serial ?(no|number)?"
)
_MAKER = re.compile(
    r"(server |hardware |host )?(vendor|manufacturer|maker?)|hersteller|fabricante?|constructeur|produttore|fabrikant"
)
_MODEL = re.compile(r"(server|hardware|host)?[ _-]?(model|product ?name)|modell|mod\u00e8le|modelo|modello")
"""Both together are of a machine: a VM has neither."""
_OF_VMS = re.compile(r".*(power|guest|template|vmware tools|tools version|vm ?name|virtual machine|vcpu).*")


_OF_HOSTS_ELSEWHERE = frozenset(
    map(
        folded,
        [
            "CPU-Modell",
            "Prozessormodell",
            "Prozessor-Modell",
            "Seriennummer",
            "Anzahl VMs",
            "ESXi-Version",
            "mod\u00e8le de processeur",
            "mod\u00e8le processeur",
            "mod\u00e8le CPU",
            "num\u00e9ro de s\u00e9rie",
            "nombre de VM",
            "modelo de CPU",
            "modelo de procesador",
            "modelo CPU",
            "n\u00famero de serie",
            "n\u00famero de VM",
            "modello CPU",
            "modello processore",
            "modello di CPU",
            "numero di serie",
            "numero di VM",
            "processormodel",
            "CPU-model",
            "serienummer",
            "aantal VM's",
            "aantal VMs",
            "modelo do processador",
            "modelo de processador",
            "modelo da CPU",
            "n\u00famero de s\u00e9rie",
        ],
    )
)
"""The same in German, French, Spanish, Italian, Dutch and Portuguese."""

_SHEETS = frozenset(
    map(
        folded,
        [
            "host",
            "hosts",
            "vhost",
            "ESX",
            "ESXi",
            "ESX hosts",
            "ESXi hosts",
            "hypervisor",
            "hypervisors",
            "server",
            "servers",
            "physical servers",
            "physical hosts",
            "node",
            "nodes",
            "Knoten",
            "physische Server",
            "Hypervisoren",
            "h\u00f4te",
            "h\u00f4tes",
            "serveur",
            "serveurs",
            "serveurs physiques",
            "n\u0153uds",
            "noeuds",
            "hyperviseurs",
            "anfitri\u00f3n",
            "anfitriones",
            "servidor",
            "servidores",
            "servidores f\u00edsicos",
            "nodo",
            "nodos",
            "nodi",
            "server fisici",
            "host fisici",
            "fysieke servers",
            "anfitri\u00f5es",
            "anfitri\u00e3o",
            "n\u00f3s",
        ],
    )
)
"""Names of sheets of hosts in these languages."""


def is_of_hosts(table: Table) -> bool:
    """Whether the columns are those of servers, and none is one of VMs."""
    headers = [words(each) for each in table.header if plain(each)]
    of_hosts = any(_OF_HOSTS.fullmatch(each) or folded(each) in _OF_HOSTS_ELSEWHERE for each in headers)
    of_machines = any(map(_MAKER.fullmatch, headers)) and any(map(_MODEL.fullmatch, headers))
    return (of_hosts or of_machines) and not any(_OF_VMS.fullmatch(each) for each in headers)


def is_sheet_of_hosts(table: Table) -> bool:
    """Whether a sheet of a workbook is called as one of hosts is."""
    return table.separator is None and folded(table.name) in _SHEETS
