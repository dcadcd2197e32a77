"""A larger VM never has less memory overhead, also across the edges of a version's table."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hostwise.binding.vm_overhead import OverheadTable
from hostwise.catalogue.loader import load_catalogue

TABLES = {key: OverheadTable(load_catalogue(), key) for key in ("vsphere-4.0", "vsphere-6.5")}
SIZES = st.floats(64, 4_194_304) | st.sampled_from([255.9, 256.0, 16_384.0, 16_384.1, 262_144.0, 262_145.0])
NUMBERS = st.floats(0.5, 256) | st.sampled_from([0.9, 1.0, 2.0, 4.0, 8.0, 8.01])


@pytest.mark.parametrize("table", TABLES)
@given(mib=SIZES, more_mib=st.floats(0, 262_144), vcpu=NUMBERS, more_vcpu=st.floats(0, 64))
@example(mib=16_384.0, more_mib=0.1, vcpu=8.0, more_vcpu=0.0)
@example(mib=16_384.0, more_mib=0.0, vcpu=8.0, more_vcpu=0.01)
@example(mib=255.9, more_mib=0.1, vcpu=1.0, more_vcpu=0.0)
@example(mib=262_144.0, more_mib=1e6, vcpu=1.0, more_vcpu=1.0)
def test_more_memory_or_more_processors_never_lower_the_overhead(
    table: str, mib: float, more_mib: float, vcpu: float, more_vcpu: float
) -> None:
    less, more = TABLES[table].at(mib, vcpu), TABLES[table].at(mib + more_mib, vcpu + more_vcpu)
    assert less.mib <= more.mib * (1 + 1e-12)
