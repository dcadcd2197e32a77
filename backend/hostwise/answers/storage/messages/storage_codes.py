"""Codes of the messages of `en.toml`, written by `make message-codes`."""

from typing import Literal

StorageCode = Literal[
    "burst_does_not_apply.external",
    "burst_does_not_apply.single_tier",
    "placement_changed_order",
    "same_writes.all",
    "same_writes.enough",
    "same_writes.enough_lacking",
    "same_writes.enough_perhaps",
    "same_writes.lacking",
    "same_writes.perhaps",
    "same_writes.perhaps_lacking",
    "same_writes_unless",
    "sized_by_placement",
    "sized_by_placement.one",
    "too_many_failed.groups",
    "too_many_failed.hosts",
    "without_write_buffer.external",
    "without_write_buffer.single_tier",
]
