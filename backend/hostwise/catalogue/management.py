"""VMs that manage a platform: they run on its hosts unless they run elsewhere."""

from __future__ import annotations

from pydantic import Field

from hostwise.catalogue.record import Keys, NotNegative, Record, Text


class Management(Record):
    """The VMs that one choice of management takes of each cluster, or once."""

    name: Text = Field(description="Name for people.")
    hypervisors: Keys = Field(default=(), description="Families of hypervisors that it is for; all, if none is named.")
    usual: bool = Field(description="Whether it is counted on these hypervisors where a configuration names none.")
    once: bool = Field(description="Whether it is there once, and not in each cluster.")
    vcpu: NotNegative = Field(description="Virtual processors of its VMs.")
    memory_gib: NotNegative = Field(description="Memory of its VMs.")
    disk_gb: NotNegative = Field(description="Disks of its VMs.")
    limit: str = Field(default="", description="What it manages at most.")
    locator: Text = Field(description="Passages of the sources.")
