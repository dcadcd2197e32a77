"""How close placement comes to its lower bound, and how fast, for estates of 10,000 VMs; nothing passes or fails."""

import time

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.placement import fewest_hosts

VMS = 10_000
FloatArray = NDArray[np.float64]


def like_real(rng: np.random.Generator, vms: int = VMS) -> FloatArray:
    """VCPU and GiB in powers of two, lognormal, with a few monsters, and the hypervisor's overhead."""
    vcpu = 2 ** np.clip(np.round(rng.normal(1.5, 1.1, vms)), 0, 6)
    memory = vcpu * 2 ** np.clip(np.round(rng.normal(1.5, 1, vms)), 0, 5)
    monsters = rng.choice(vms, min(5, vms), replace=False)
    vcpu[monsters], memory[monsters] = 64, 700
    return np.column_stack([vcpu, memory + 0.1 + 0.01 * memory + 0.02 * vcpu])


def populations(rng: np.random.Generator) -> dict[str, tuple[FloatArray, FloatArray]]:
    """VMs, and a host for each kind of estate."""
    real = like_real(rng)
    scarce = real.sum(axis=0)
    uniform = np.ones(2)
    return {
        "sizes of two, memory scarce": (real, np.array([512.0, 980.0])),
        "sizes of two, both scarce": (real, np.array([1.0, scarce[1] / scarce[0]]) * 250),
        "sizes of two, small hosts": (real, np.array([1.0, scarce[1] / scarce[0]]) * 130),
        "one of each size, lognormal": (np.minimum(np.exp(rng.normal(-3.5, 0.8, (VMS, 2))), 1), uniform),
        "one of each size, 3 dimensions": (np.minimum(np.exp(rng.normal(-3.5, 0.8, (VMS, 3))), 1), np.ones(3)),
        "one of each size, up to 1/5": (rng.uniform(0.005, 0.2, (VMS, 2)), uniform),
        "one of each size, up to 2/5": (rng.uniform(0.01, 0.4, (VMS, 2)), uniform),
        "one of each size, up to a host": (rng.uniform(0.01, 1, (VMS // 4, 2)), uniform),
    }


def placement() -> None:
    """Hosts found, the bound, the gap, and time of a core, for each population; then with VMs that must be apart."""
    rng = np.random.default_rng(1)
    print(f"placement of {VMS:,} VMs (a quarter of them in the last): hosts, bound, gap, seconds of a core")
    for name, (demand, host) in populations(rng).items():
        _line(name, demand, host, [])
    demand, host = populations(rng)["sizes of two, both scarce"]
    apart = [group.tolist() for group in rng.permutation(VMS)[:1_500].reshape(500, 3)]
    _line("the second, 500 groups of 3 apart", demand, host, apart)


def _line(name: str, demand: FloatArray, host: FloatArray, apart: list[list[int]]) -> None:
    start = time.process_time()
    found = fewest_hosts(demand, host, spares=1, apart=apart)
    took = time.process_time() - start
    share = found.gap / found.bound
    print(f"  {name:<34} {found.hosts:>6,} {found.bound:>6,} {found.gap:>4} ({share:6.2%}) {took:6.2f}")


if __name__ == "__main__":
    placement()
