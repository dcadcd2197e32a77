"""The catalogue as the model sees it: keys, endurance, evidence, protection and assumptions."""

import math
import re

import pytest
from pydantic import ValidationError

from hostwise.catalogue import Catalogue, Drive, Price, UnknownKey, endurance_findings, load_catalogue

NAND = "samsung-pm1645-800gb"
OPTANE = "intel-optane-ssd-p5800x-400gb"
ARITHMETIC = re.compile(r"[0-9. */+-]+")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def drive(**values: object) -> Drive:
    stated: dict[str, object] = {
        "key": "some-drive", "vendor": "V", "model": "M", "launch_year": 2026, "workload_class": "MU", "media": "TLC",
        "interface": "NVMe", "capacity_gb": 800, "warranty_years": 5, "source": ("INTEL21",), "source_date": "2021",
        "confidence": "datasheet",
    }  # fmt: skip
    return Drive.model_validate(stated | values)


def recomputed(formula: str) -> float:
    assert ARITHMETIC.fullmatch(formula), formula
    return float(eval(formula))


def test_every_table_has_its_rows(catalogue: Catalogue) -> None:
    sizes = {
        "drives": 135, "cpus": 89, "memory": 17, "host_power": 57, "power_parts": 99, "indicative_prices": 38,
        "embodied_servers": 11, "embodied_parts": 7, "cpu_power_curves": 4, "licences": 27, "licence_terms": 25,
        "energy": 61, "price_benchmarks": 36, "protection": 55, "chassis": 42, "ready_node_profiles": 6,
    }  # fmt: skip
    assert {name: len(getattr(catalogue, name)) for name in sizes} == sizes


def test_the_catalogue_is_read_once() -> None:
    assert load_catalogue() is load_catalogue()


@pytest.mark.parametrize(
    ("key", "tbw_tb"),
    [(NAND, 4380), ("samsung-pm1645-1.6tb", 8760), (OPTANE, 73000), ("memblaze-pblaze4-3.2tb", 17300)],
)
def test_total_writes(catalogue: Catalogue, key: str, tbw_tb: float) -> None:
    assert catalogue.drives[key].tbw_tb == pytest.approx(tbw_tb, rel=1e-12)


def test_the_missing_endurance_figure_is_derived_and_says_so(catalogue: Catalogue) -> None:
    from_dwpd = catalogue.drives["samsung-pm1645-1.6tb"]
    assert (from_dwpd.kind_of("rated_dwpd"), from_dwpd.kind_of("tbw_tb")) == ("vendor-stated", "derived")
    from_tbw = catalogue.drives["intel-dc-p4610-1.6tb"]
    assert (from_tbw.kind_of("rated_dwpd"), from_tbw.kind_of("tbw_tb")) == ("derived", "vendor-stated")
    assert from_tbw.rated_dwpd == pytest.approx(12250 / (1.6 * 365 * 5))


def test_what_is_derived_from_an_unconfirmed_figure_is_unconfirmed() -> None:
    assert drive(rated_dwpd=3, background_fields=("rated_dwpd",)).kind_of("tbw_tb") == "assumed"


def test_no_endurance_is_derived_from_nothing() -> None:
    bare = drive()
    assert (bare.rated_dwpd, bare.tbw_tb, bare.derived_fields) == (None, None, ())


def test_contradicting_endurance_statements_are_findings_not_errors(catalogue: Catalogue) -> None:
    assert {finding.key for finding in catalogue.findings} == {
        "intel-dc-p3700-1.6tb",
        "intel-dc-s3610-800gb",
        "intel-dc-s3610-1.6tb",
        "memblaze-pblaze4-3.2tb",
    }
    assert all(finding.key in catalogue.drives for finding in catalogue.findings)


@pytest.mark.parametrize(
    ("tbw_tb", "findings"), [(4380 * 1.049, 0), (4380 * 1.051, 1), (4380 * 0.951, 0), (4380 * 0.949, 1)]
)
def test_five_percent_separates_rounding_from_contradiction(tbw_tb: float, findings: int) -> None:
    assert len(endurance_findings(drive(rated_dwpd=3, tbw_tb=tbw_tb))) == findings


def test_background_fields_count_as_assumed(catalogue: Catalogue) -> None:
    nand = catalogue.drives[NAND]
    assert nand.kind_of("seq_write_mb_s") == "assumed"
    assert nand.kind_of("capacity_gb") == "vendor-stated"
    s3700 = catalogue.drives["intel-dc-s3700-400gb"]
    assert s3700.kind_of("capacity_gb") == "assumed", "a row of background knowledge has no stated figure"
    with pytest.raises(AttributeError, match="tbw_pb"):
        nand.kind_of("tbw_pb")


def test_the_confidence_of_a_price_is_its_own(catalogue: Catalogue) -> None:
    cpu = catalogue.cpus["intel-xeon-gold-6330n"]
    assert (cpu.kind_of("cores"), cpu.kind_of("list_price")) == ("vendor-stated", "assumed")


def test_measured_host_power_is_measured(catalogue: Catalogue) -> None:
    power = catalogue.host_power["2x-amd-epyc-9965"]
    assert (power.kind_of("idle_w"), power.idle_w, power.max_w, power.cpu_key) == (
        "measured",
        150.5,
        844,
        "amd-epyc-9965",
    )


def test_an_entered_value_is_validated_and_marked() -> None:
    stated = drive(rated_dwpd=3)
    entered = stated.with_entered(rated_dwpd=1, capacity_gb=1600)
    assert (entered.kind_of("rated_dwpd"), entered.kind_of("tbw_tb")) == ("entered", "derived")
    assert entered.tbw_tb == pytest.approx(1.6 * 365 * 5)
    assert stated.rated_dwpd == 3
    with pytest.raises(ValidationError):
        stated.with_entered(capacity_gb=0)
    with pytest.raises(ValidationError):
        stated.with_entered(capacity=1)


def test_an_entered_figure_takes_the_place_of_a_derived_one() -> None:
    stated = drive(rated_dwpd=3)
    assert stated.endurance_gap_share is None, "a derived figure cannot contradict what it is derived from"
    entered = stated.with_entered(tbw_tb=5000)
    assert (entered.kind_of("tbw_tb"), entered.kind_of("rated_dwpd"), entered.derived_fields) == (
        "entered",
        "vendor-stated",
        (),
    )
    assert entered.endurance_gap_share == pytest.approx(5000 / 4380 - 1)


def test_an_entered_price_replaces_a_missing_one(catalogue: Catalogue) -> None:
    price = Price(amount=900, currency="USD", basis="quote", date="2026-11", source=("unknown",), confidence="unknown")
    optane = catalogue.drives[OPTANE]
    assert optane.price is None
    assert optane.with_entered(price=price).kind_of("price") == "entered"
    assert optane.with_entered(price=price).evidence == optane.evidence


@pytest.mark.parametrize(
    ("key", "quantity", "value"),
    [
        (NAND, "sustained_write_mib_s", 421.875),
        (NAND, "destage_limit_mb_s", 280),
        (NAND, "initial_destage_mb_s", 8),
        (NAND, "burst_write_mb_s", 750),
        (NAND, "mixed_write_mb_s", 439),
        (NAND, "mixed_read_mb_s", 368),
        (NAND, "ratemax_iops", 305_000),
        (NAND, "write_buffer_limit_gb", 600),
        (OPTANE, "sustained_write_mib_s", 843.75),
        (OPTANE, "destage_limit_mb_s", 820),
        (OPTANE, "initial_destage_mb_s", 434),
        (OPTANE, "ramp_start_destage_mb_s", 146),
        (OPTANE, "burst_write_mb_s", 1100),
        (OPTANE, "mixed_write_mb_s", 1019),
        (OPTANE, "mixed_read_mb_s", 965),
        (OPTANE, "ratemax_iops", 450_000),
        (OPTANE, "write_buffer_limit_gb", 400),
    ],
)
def test_what_the_tests_found(catalogue: Catalogue, key: str, quantity: str, value: float) -> None:
    found = catalogue.drives[key].found(quantity)
    assert found is not None
    assert (found.value, found.source) == (value, ("INTEL21",))


def test_derived_evidence_recomputes(catalogue: Catalogue) -> None:
    derived = [found for row in catalogue.drives.values() for found in row.evidence if found.kind == "derived"]
    assert len(derived) == 4
    for found in derived:
        assert found.formula is not None
        assert recomputed(found.formula) == pytest.approx(found.value, rel=1e-12), found.key
    sustained = catalogue.drives[NAND].found("sustained_write_mib_s")
    assert sustained is not None
    assert sustained.value == 180_000 * 0.3 * 32 / 1024 * 2 / 8


def test_a_drive_nobody_measured_has_no_evidence(catalogue: Catalogue) -> None:
    assert catalogue.drives["samsung-pm1645-1.6tb"].found("sustained_write_mib_s") is None


def test_protection_capacity_and_hosts(catalogue: Catalogue) -> None:
    assert {
        key: (round(row.capacity_factor, 4), row.minimum_hosts, row.rebuild_capable_hosts, row.log_writes_factor)
        for key, row in catalogue.protection.items()
    } == {
        "osa_raid1_ftt1": (2, 3, 4, 2),
        "osa_raid1_ftt2": (3, 5, 6, 3),
        "osa_raid1_ftt3": (4, 7, 8, 4),
        "osa_raid5_3_1": (1.3333, 4, 5, 2),
        "osa_raid6_4_2": (1.5, 6, 7, 3),
        "esa_raid1_ftt1": (2, 3, 4, 2),
        "esa_raid1_ftt2": (3, 5, 6, 3),
        "esa_raid1_ftt3": (4, 7, 8, 4),
        "esa_raid5_adaptive": (1.5, 3, 4, 2),
        "esa_raid6_4_2": (1.5, 6, 7, 3),
        "osa_stretched_raid1": (2, 2, 4, 2),
        "esa_stretched_raid1": (2, 2, 4, 2),
        "osa_stretched_raid1_local": (4, 6, 8, 4),
        "osa_stretched_raid5_local": (2.6667, 8, 10, 4),
        "osa_stretched_raid6_local": (3, 12, 14, 6),
        "osa_two_node_raid1": (2, 2, 2, 2),
        "esa_stretched_raid1_local": (4, 6, 8, 4),
        "esa_stretched_raid5_local": (3, 6, 8, 4),
        "esa_stretched_raid6_local": (3, 12, 14, 6),
        "esa_two_node_raid1": (2, 2, 2, 2),
        "external_array": (1, 1, 2, None),
        "ceph_replica_3": (3, 3, 4, 3),
        "ceph_ec_2_2": (2, 4, 5, None),
        "ceph_ec_4_2": (1.5, 6, 7, None),
        "ceph_ec_6_2": (1.3333, 8, 9, None),
        "ceph_ec_6_3": (1.5, 9, 10, None),
        "ceph_ec_8_3": (1.375, 11, 12, None),
        "s2d_mirror_2": (2, 2, 3, 2),
        "s2d_mirror_3": (3, 3, 4, 3),
        "s2d_mirror_4": (4, 4, 6, 4),
        "aos_rf2": (2, 3, 4, 2),
        "aos_rf3": (3, 5, 6, 3),
        # 2 - 0.65 x (2 - 1.5), and 3 - 0.65 x (3 - 2).
        "aos_ecx_rf2": (1.675, 3, 4, 2),
        "aos_ecx_rf2_4_1": (1.5667, 4, 5, 2),
        "aos_ecx_rf3": (2.35, 4, 6, 3),
        "aos_ecx_rf3_4_2": (2.1333, 5, 7, 3),
        "aos_two_node_rf2": (2, 2, 3, 2),
        "odf_replica_3": (3, 3, 4, 3),
        "s2d_dual_parity": (2, 4, 5, None),
        "s2d_dual_parity_2_2": (2, 4, 5, None),
        "s2d_dual_parity_4_2": (1.5, 6, 7, None),
        "s2d_dual_parity_6_2": (1.3333, 8, 9, None),
        "s2d_dual_parity_12_2_1": (1.25, 15, 16, None),
        "s2d_nested_mirror": (4, 2, 3, 4),
        # A tenth mirrored: 2 x (0.1 / 0.5 + 0.9 / 0.75).
        "s2d_nested_parity": (2.8, 2, 3, None),
        "xostor_copies_2": (2, 3, 3, 2),
        "xostor_copies_3": (3, 3, 4, 3),
        "longhorn_replicas_2": (2, 3, 3, 2),
        "longhorn_replicas_3": (3, 3, 4, 3),
        "zfs_mirror_replicated": (4, 2, 3, 4),
        "zfs_raidz1_replicated": (3, 2, 3, 3),
        "zfs_raidz2_replicated": (3, 2, 3, 3),
        "zfs_mirror": (2, 1, 2, 2),
        "zfs_raidz1": (1.5, 1, 2, 1.5),
        "zfs_raidz2": (1.5, 1, 2, 1.5),
    }


def test_four_thirds_is_exact(catalogue: Catalogue) -> None:
    assert catalogue.protection["osa_raid5_3_1"].capacity_factor == 4 / 3


def test_adaptive_raid5_widens_from_six_hosts(catalogue: Catalogue) -> None:
    adaptive = catalogue.protection["esa_raid5_adaptive"]
    assert (adaptive.wide_capacity_factor, adaptive.wide_minimum_hosts) == (1.25, 6)
    wide = [row.key for row in catalogue.protection.values() if row.wide_minimum_hosts]
    others = ["s2d_dual_parity", "aos_ecx_rf2", "aos_ecx_rf2_4_1", "aos_ecx_rf3", "aos_ecx_rf3_4_2"]
    assert wide == ["esa_raid5_adaptive", "esa_stretched_raid5_local", *others]
    # Only stripes of vSAN narrow again when hosts are lost.
    assert [row.key for row in catalogue.protection.values() if row.wide_kept_hosts] == others
    # Both sites hold all data, each on stripes of its own.
    across = catalogue.protection["esa_stretched_raid5_local"]
    assert (across.wide_capacity_factor, across.wide_minimum_hosts) == (2 * 1.25, 2 * 6)


def test_write_amplification_of_esa_is_a_model_assumption(catalogue: Catalogue) -> None:
    for row in catalogue.protection.values():
        if row.family == "esa":
            assert row.stripe_writes_factor == row.capacity_factor
            assert row.kind_of("log_writes_factor") == row.kind_of("stripe_writes_factor") == "assumed"
        if row.family == "osa":
            assert row.stripe_writes_factor == 0
            assert row.kind_of("log_writes_factor") == "vendor-stated"


def number(catalogue: Catalogue, key: str) -> float:
    value = catalogue.assumptions[key].value
    assert value is not None, key
    return value


def test_assumed_numbers_recompute(catalogue: Catalogue) -> None:
    for row in catalogue.assumptions.values():
        if row.formula is not None:
            assert row.value == pytest.approx(recomputed(row.formula), rel=1e-12), row.key


def test_the_derating_is_the_lower_of_the_two_measured_drives(catalogue: Catalogue) -> None:
    ratios = []
    for key in (NAND, OPTANE):
        row = catalogue.drives[key]
        sustained = row.found("sustained_write_mib_s")
        assert sustained is not None
        assert row.seq_write_mb_s is not None
        ratios.append(sustained.value * 2**20 / 1e6 / row.seq_write_mb_s)
    derating = catalogue.assumptions["spec_to_sustained_share"]
    assert derating.value == pytest.approx(min(ratios))
    assert derating.high == pytest.approx(max(ratios))
    assert derating.kind_of("value") == "assumed"


def test_the_overhead_fit_stays_within_its_stated_error(catalogue: Catalogue) -> None:
    rows = [each for each in catalogue.vm_overheads.values() if each.table == "vsphere-6.5"]
    assert len(rows) == 16
    for row in rows:
        fit = (
            number(catalogue, "vm_overhead_base_mib")
            + number(catalogue, "vm_overhead_mib_per_mib") * row.memory_mib
            + number(catalogue, "vm_overhead_mib_per_vcpu") * row.vcpu
        )
        assert abs(fit - row.overhead_mib) < 0.465


def test_the_sigma_of_an_unknown_load_follows_from_the_field_study(catalogue: Catalogue) -> None:
    quantile_of_93_percent = 1.4758
    assert number(catalogue, "write_load_sigma_unknown") == pytest.approx(
        math.log(3 / 0.36) / quantile_of_93_percent, abs=0.005
    )


def test_what_nobody_publishes_stays_unknown(catalogue: Catalogue) -> None:
    assert catalogue.assumptions["vsan_esa_memory_share"].kind_of("value") == "assumed"
    assert catalogue.licences["vsan-add-on"].price is None
    assert catalogue.memory["optane-pmem-200-128gb"].price is None


def test_one_number_in_two_tables_is_one_number(catalogue: Catalogue) -> None:
    assert number(catalogue, "pue_ratio") == catalogue.energy["pue-world-2025"].value
    assert number(catalogue, "carbon_g_per_kwh") == catalogue.energy["carbon-world-2024"].value
    generic = catalogue.embodied_servers["generic-rack-server-ademe"]
    assert number(catalogue, "embodied_kgco2e_per_server") == generic.embodied_kgco2e
    cores = number(catalogue, "licence_minimum_cores_per_cpu")
    assert {catalogue.licences[key].minimum_cores_per_cpu for key in ("vcf", "vvf-1-year", "vvf-3-year")} == {cores}
    nand_limit = catalogue.drives[NAND].found("write_buffer_limit_gb")
    assert nand_limit is not None
    assert number(catalogue, "write_buffer_limit_gb") == nand_limit.value


def test_a_price_cut_stands_beside_the_launch_price(catalogue: Catalogue) -> None:
    cpu = catalogue.cpus["amd-epyc-9965"]
    prices = [price.amount for price in (cpu.list_price, cpu.reduced_list_price, cpu.street_price) if price]
    assert prices == [14_813, 11_988, 7_000]


def test_memory_price_per_gib(catalogue: Catalogue) -> None:
    assert catalogue.memory["ddr5-rdimm-2026-08"].amount_per_gib == 35.7
    assert catalogue.memory["ddr5-rdimm-64gb-2025-12"].amount_per_gib == pytest.approx(10.9375)
    assert catalogue.memory["optane-pmem-200-128gb"].amount_per_gib is None


def test_an_unknown_key_comes_with_the_nearest_ones(catalogue: Catalogue) -> None:
    with pytest.raises(UnknownKey) as caught:
        catalogue.drives["samsung-pm1654-800gb"]
    assert (caught.value.kind, caught.value.key) == ("drive", "samsung-pm1654-800gb")
    assert caught.value.nearest[0] == NAND
    assert str(caught.value).startswith("no drive has the key 'samsung-pm1654-800gb'; nearest: samsung-pm1645-800gb")
    assert catalogue.drives.get("no such thing") is None


def test_to_ask_whether_there_is_a_row_searches_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("hostwise.catalogue.loader.get_close_matches")
    drives = load_catalogue().drives
    assert drives.get("no such drive") is None
    assert "no such drive" not in drives


def test_a_row_has_a_name_for_people_that_no_other_row_of_its_kind_has(catalogue: Catalogue) -> None:
    assert catalogue.title("amd-epyc-9355") == "AMD EPYC 9355"
    assert catalogue.title("nvme-tlc-ri-7.68-tb-class") == "NVMe TLC read-intensive (1 DWPD), 7.68 TB class"
    assert catalogue.title("no such row") == "no such row"
    for table in (catalogue.drives, catalogue.cpus, catalogue.memory, catalogue.chassis, catalogue.indicative_prices):
        titles = [catalogue.title(key) for key in table]
        assert len(set(titles)) == len(titles)
        assert not {*titles} & {*table}


def test_an_unknown_key_like_nothing_has_no_hint(catalogue: Catalogue) -> None:
    with pytest.raises(UnknownKey) as caught:
        catalogue.protection["qqqqqq"]
    assert str(caught.value) == "no protection has the key 'qqqqqq'"
