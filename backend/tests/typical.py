"""The samples that stand for all of them where a test takes seconds for each."""

from hostwise.decision.samples.samples import sample_summaries

_LIKE_OTHERS = {
    "leaving-vmware": "an external array and subscriptions",
    "vdi-2026": "nvme-2026 without a cache tier",
    "edge-three-nodes": "nvme-2026 without a cache tier, on two sites of one host",
    "edge-platforms": "leaving-vmware and edge-three-nodes; storage stacks have tests of their own",
    "moderate-io-si": "moderate-io; nvme-2026 has SI units too",
    "light-io-si": "light-io; nvme-2026 has SI units too",
}
"""Samples left out, and what they would repeat."""

_ORDERED = sorted(sample_summaries(), key=lambda each: each.kind == "case")

TYPICAL = [each.key for each in _ORDERED if each.key not in _LIKE_OTHERS]
"""Reproductions first."""

FEW = ("moderate-io", "friedman13", "vmw10", "nvme-2026", "memory-tiering-2026", "databases-2026")
"""Two tiers, memory states, shared memory, one tier, tiers of memory, licences of guests: where a test takes longer."""
