# Written by `make client-models` from docs/openapi.json.

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field

from hostwise_client.document import Document


class Band(Document):
    """A central value with the range that holds it with 90 % probability."""

    low: float | None
    mid: float | None
    high: float | None


class BookRevision(Document):
    """A price book of an installation, at one of its revisions."""

    key: str
    """Key of the price book."""
    revision: int
    """Revision of the price book."""


class BurstSeries(Document):
    """
    The course over time, all lists equally long.

    The fill is that at the minute. Rates are means from that minute to the next one; the last point repeats them.
    Rates in MB/s are those of one running disk group, I/O is that of the whole cluster.
    """

    minutes: list[float]
    """Minutes since the beginning."""
    fill_share: list[float]
    """Fill of the write buffer."""
    destage_mb_s: list[float]
    """From the buffer to the capacity drives, MB/s of one disk group."""
    demanded_mb_s: list[float]
    """Requested writes, MB/s of one disk group."""
    admitted_mb_s: list[float]
    """Admitted writes, MB/s of one disk group."""
    demanded_iops: list[float]
    """Requested front-end I/O per second, whole cluster."""
    admitted_iops: list[float]
    """Admitted front-end I/O per second, whole cluster."""
    regime: list[Literal["buffering", "destaging", "throttled"] | str]
    """What the buffer does from that minute to the next one."""


class BurstStep(Document):
    """A stretch of time with a steady load."""

    minutes: float
    """How long it lasts, minutes."""
    peak_share: float | None
    """Load as a share of the peak I/O; null where it is not known."""
    to_peak_share: float | None
    """Load at its end, for a ramp; null where the load is steady."""
    is_average: bool
    """Whether the groups' average load runs, and not a share of their peak."""


class BurstThresholds(Document):
    """Fills of the buffer at which its behaviour changes."""

    start_share: float
    """Fill below which nothing is de-staged."""
    full_share: float
    """Fill above which de-staging runs at its limit and writes are throttled."""


class Capacity(Document):
    """The drives that hold data; in single-tier storage they also absorb the writes."""

    key: str | None = None
    """Key in the catalogue."""
    capacity_gb: float | None = None
    """Capacity of one drive. Default: the catalogue value."""
    rated_dwpd: float | None = None
    """Rated full drive writes per day. Default: the catalogue value."""
    rated_tbw_tb: float | None = None
    """Rated terabytes written within the warranty; where both ratings are given, the smaller governs. Default: the catalogue value."""
    warranty_years: float | None = None
    """Years of the rating. Default: the catalogue value."""
    endurance_factor: float | None = None
    """Rated over actual write amplification inside the drive; 1 when the workload is like the rating's. Default: the workload wears the drive as the rating's workload does."""
    endurance_factor_low: float | None = None
    """Low end of the endurance correction, with 5 % of cases below it. Default: the correction is assumed exact."""
    endurance_factor_high: float | None = None
    """High end of the endurance correction, with 5 % of cases above it. Default: the correction is assumed exact."""
    sustained_write_mb_s: float | None = None
    """Sustained write rate of one drive under cluster load. Default: measurements, else the datasheet's rate, derated."""
    power_w: float | None = None
    """Power of one drive. Default: the catalogue's, else what is usual for its kind."""
    price: float | None = None
    """Price of one drive. Default: the catalogue value."""
    reused: int = 0
    """Drives of this kind from retired hosts that go into the first hosts and are not bought. Default: all are bought."""
    count: int
    """Drives per host."""


class CapacityReserve(Document):
    """The reserved capacity; absent figures are the method's own."""

    method: Literal["slack", "operations_and_rebuild", "vendor_kb"] | str = "slack"
    """How much raw capacity is kept free."""
    slack_share: float | None = None
    """Share of the raw capacity kept free. Default: the method's own."""
    operations_reserve_tb_per_host: float | None = None
    """Raw capacity per host kept for policy changes and internal operations. Default: the method's own."""
    rebuild_reserve_hosts: int | None = None
    """Hosts whose raw capacity is kept free so that a failed host can be rebuilt. Default: the method's own."""


class ChartMark(Document):
    """A line through a chart."""

    kind: Literal["horizon", "warranty", "crossover", "reference"] | str
    axis: Literal["across", "upright"] | str
    """The axis that it is read at."""
    at: float
    text: str
    """Its name; empty where it has none."""
    place: int | None = None
    """Place of the configuration that it is of."""


class ChartPart(Document):
    """A part of the cost, which segments stand for."""

    key: str
    label: str
    drawn: bool
    """Whether any configuration has a segment of it."""


class Citation(Document):
    """Who says so."""

    key: str | None = None
    """Key of the source in the catalogue; null for own measurements."""
    citation: str
    """Full citation."""
    url: str | None = None
    """Address, where there is a stable one."""
    published: str | None = None
    """Date of publication, where it is known."""


class ConfigurationFigures(Document):
    """The figures of one configuration, as they were answered."""

    key: str
    feasible: bool
    hosts: float | None
    """Null where unknown, or where no number is enough."""
    cost: float | None
    """Cost until the horizon, in the plan's currency; null where unknown."""
    life_years: float | None
    """Years until the first drives wear out; null where unknown or never."""
    limits: dict[str, float | None]
    """Hosts for each limit by its key; null where not evaluated, or where no number is enough."""


class ConfigurationName(Document):
    """The name of a configuration in a sentence."""

    configuration: str
    """Key of the configuration."""
    text: str
    """Its name."""


class CostLine(Document):
    """An amount, for all or for each VM, host or core, paid once in a month or over a span of months."""

    label: str
    """What it is for, in words."""
    category: (
        Literal[
            "migration",
            "double_running",
            "training",
            "services",
            "backup_monitoring",
            "network",
            "maintenance",
            "external_array",
            "software_assurance",
            "administration",
            "decommissioning",
            "other",
        ]
        | str
    )
    """The part of the cost that it belongs to."""
    amount: float
    """What is paid at a time, for all or for each; below 0 it is income or a credit."""
    low: float | None = None
    """The 5th percentile of the amount: simulations draw between both ends. Default: the amount itself."""
    high: float | None = None
    """The 95th percentile of the amount: simulations draw between both ends. Default: the amount itself."""
    per: Literal["all", "vm", "host", "core", "site"] | str = "all"
    """What the amount is for: all together, or each VM, host, core or site that there is in the month."""
    paid: Literal["once", "in_shares", "every_year", "every_year_end", "every_month"] | str = "once"
    """Once in a month, once in equal shares of the months as of waves, once a year at the start or the end of each year of the line, or every month."""
    month: int = 0
    """The month of a payment that is made once, 0 is the purchase; else the first month, at least 1."""
    until_month: int | None = None
    """The last month of what is paid in shares, every year or every month; a last part of a year is paid in proportion. Default: the horizon's."""
    change_rate: float = 0.0
    """Change of the price at each anniversary of the line's first month; the first year costs the amount."""
    date: str | None = None
    """Date of the amount."""
    note: str | None = None
    """Where the amount comes from."""


class CostLineSum(Document):
    """The cost lines of one category until the horizon; together they are the part of the cost `lines`."""

    category: str
    label: str
    amount: float


class Cover(Document):
    """A number of hosts, and in how many simulations it is enough."""

    hosts: int
    share: float


class Crossover(Document):
    """When the cumulative cost of a configuration falls below that of the reference for good, or rises above it."""

    against: str
    """Key of the reference."""
    less: bool
    """Whether it has cost less than the reference at the horizon."""
    month: int | None
    """First month from which that holds until the horizon; 0 is from the purchase on, null is where the cumulative cost never falls below that of the reference."""
    year: int | None
    """The year of the plan that this month is in."""
    text: str
    """The same in words."""


class CurvePoint(Document):
    """The curve at one ratio."""

    overcommit_ratio: float
    per_vm: float | None
    """Null where the model says nothing."""
    low_per_vm: float | None
    """Lower end of the uncertain band."""
    high_per_vm: float | None
    """Upper end of the uncertain band."""
    basis: Literal["measured", "interpolated", "extrapolated", "single_point", "outside"] | str
    """What the value rests on; anything but the first two is no evidence."""


class DatastoreColumns(Document):
    """The datastores."""

    name: list[str]
    """Names."""
    kind: list[str] | None = None
    """Kind, such as VMFS, NFS or vsan."""
    url: list[str] | None = None
    """Where it is: its URL, else its device or share."""
    capacity_gb: list[float | None] | None = None
    """Capacity, GB."""
    provisioned_gb: list[float | None] | None = None
    """Provisioned, GB."""
    used_gb: list[float | None] | None = None
    """In use, GB."""


class DatedEvent(Document):
    """An event of the plan within its horizon."""

    label: str
    month: int
    group: str
    """Name of the VM group."""
    vms: int
    """VMs that come; below 0 those that go."""
    probability: float
    counted: bool
    """Whether the plan as sized counts it: where it is at least as likely as not."""


class Difference(Document):
    """Something that a proposal says and that can be shown to be otherwise."""

    kind: (
        Literal[
            "line_total",
            "sum",
            "year_total",
            "one_sided_discount",
            "one_sided_price",
            "one_sided_category",
            "licences_short",
            "licences_counted_twice",
            "price_outside_range",
            "support_short",
            "hosts_disagree",
            "tb_as_tib",
            "raw_capacity",
            "reserve_forgotten",
            "usable_capacity",
            "spare_forgotten",
            "hosts_short",
            "drive_life",
            "assumption",
        ]
        | str
    )
    side: str
    """Name of the side."""
    lines: list[int]
    """Numbers of the lines that it is about."""
    about: str
    """What it is about, in short."""
    stated: float
    computed: float
    unit: str
    money: float | None
    """Its effect in money, above 0; null where that cannot be said."""
    currency: str | None
    """Currency of `money`; null where the proposal does not say it."""
    hosts: float | None
    """Its effect in hosts; null where it has none."""
    favours: str | None
    """Whom it favours: `sender`, `customer`, or a side of a comparison; null where nobody."""
    rule: str
    """The rule or assumption behind it."""
    source: str
    """Where the rule is from."""
    sentence: str
    question: str
    """What to ask the sender."""


class Discount(Document):
    """A discount on the list prices of the licences of one vendor."""

    vendor: str
    """Vendor of licences, as the catalogue names it."""
    share: float
    """Share of the list price that is not paid."""
    date: str | None = None
    """Date of the discount."""
    note: str | None = None
    """Where the discount comes from."""


class DriveColumns(Document):
    """Solid-state drives that exist, as they report their wear. Their names are those of the files they are from."""

    name: list[str]
    """Names."""
    host: list[str] | None = None
    """Host that it is in; empty where that is not known."""
    device: list[str] | None = None
    """Device on the host, such as /dev/nvme0."""
    model: list[str] | None = None
    """Model as the drive names it."""
    serial: list[str] | None = None
    """Serial number."""
    kind: list[str] | None = None
    """Kind by its interface: NVMe, SATA or SAS."""
    capacity_gb: list[float | None] | None = None
    """Capacity, GB."""
    used_share: list[float | None] | None = None
    """Share of its rated wear that is used, as it says itself in whole percent; may exceed 1."""
    written_tb: list[float | None] | None = None
    """Written by its host since it was new, TB."""
    power_on_hours: list[float | None] | None = None
    """Hours that it was powered on."""
    media_errors: list[float | None] | None = None
    """Errors of its medium that could not be corrected."""
    warns: list[bool | None] | None = None
    """Whether it warns of itself: a critical warning, or a failed self-assessment."""
    spare_share: list[float | None] | None = None
    """Spare blocks that are left, as a share."""


class Drives(Document):
    """Drives of one kind: a catalogue key, own figures, or a key with some figures replaced."""

    key: str | None = None
    """Key in the catalogue."""
    capacity_gb: float | None = None
    """Capacity of one drive. Default: the catalogue value."""
    rated_dwpd: float | None = None
    """Rated full drive writes per day. Default: the catalogue value."""
    rated_tbw_tb: float | None = None
    """Rated terabytes written within the warranty; where both ratings are given, the smaller governs. Default: the catalogue value."""
    warranty_years: float | None = None
    """Years of the rating. Default: the catalogue value."""
    endurance_factor: float | None = None
    """Rated over actual write amplification inside the drive; 1 when the workload is like the rating's. Default: the workload wears the drive as the rating's workload does."""
    endurance_factor_low: float | None = None
    """Low end of the endurance correction, with 5 % of cases below it. Default: the correction is assumed exact."""
    endurance_factor_high: float | None = None
    """High end of the endurance correction, with 5 % of cases above it. Default: the correction is assumed exact."""
    sustained_write_mb_s: float | None = None
    """Sustained write rate of one drive under cluster load. Default: measurements, else the datasheet's rate, derated."""
    power_w: float | None = None
    """Power of one drive. Default: the catalogue's, else what is usual for its kind."""
    price: float | None = None
    """Price of one drive. Default: the catalogue value."""
    reused: int = 0
    """Drives of this kind from retired hosts that go into the first hosts and are not bought. Default: all are bought."""


class Edit(Document):
    """A change of one field of the plan."""

    pointer: str
    """JSON pointer of the field."""
    value: Any
    """Its new value; null removes it."""


class EqualSites(Document):
    """Sites that are alike in workload, growth and hosts: the plan describes one of them, and its cost is of all."""

    number: int
    """How many sites are like the one in the plan."""
    first_month: int | None = None
    """Month in which the first sites are bought; 0 is the purchase. Default: the purchase."""
    per_month: int | None = None
    """Sites that are bought in each month of the roll-out; by default all of them in one. Default: all sites in one month."""
    shared_spare_hosts: int | None = None
    """Hosts on a shelf for all sites: they are bought with the first ones and carry nothing. Default: none."""


class EstateBand(Document):
    """A figure that follows from wear in whole percent, and what it lies between."""

    value: float | None
    """The figure; null where there is only a lower bound."""
    low: float
    high: float | None
    """Null where there is no upper bound."""


class EstateData(Document):
    """The data of the VMs that are counted, by one of the bases."""

    base: Literal["provisioned", "in_use", "guest"] | str
    """Which storage of VMs is data that new hosts must hold."""
    label: str
    gb: float | None
    """Data, GB; null where no VM says."""
    vms_unknown: int
    """VMs of which it is not known."""


class EstateDrive(Document):
    """A drive that exists, and what follows from its counters."""

    name: str
    """The file that it was read from."""
    host: str
    device: str
    model: str
    kind: str
    capacity_gb: float | None
    used_share: float | None
    """Share of its rated wear that is used; may exceed 1."""
    written_tb: float | None
    power_on_hours: float | None
    tb_per_day: float | None
    """Written in a day of power, TB; null below 30 days of power."""
    drive_writes_per_day: float | None
    """The same as full writes of the drive."""
    tbw_tb: EstateBand | None
    """Writes until its rated wear is used, as its wear implies, TB."""
    rated_tbw_tb: float | None
    """Rated total writes by the catalogue, where it has the model, TB."""
    life_years: EstateBand | None
    """Years of power until its rated wear is used, written as so far."""
    warns: bool | None
    """Whether it warns of itself; null where it does not say."""


class EstateDriveHost(Document):
    """The drives of a host; without a name those whose host is not known."""

    name: str
    drives: int
    tb_per_day: float | None
    first_life_years: EstateBand | None
    """Life left of the first of them to wear out."""


class EstateDrives(Document):
    """The drives of an estate: measured writes, and the life that is left."""

    drives: int
    with_writes: int
    """Drives of which it is known what is written in a day."""
    written_tb: float | None
    tb_per_day: float | None
    """Sum of what is written to them in a day, TB."""
    vm_tb_per_day: float | None
    """The same over the copies that are assumed: writes of VMs."""
    plan_tb_per_day: float | None
    """Average writes of the plan's groups; null where one has none."""
    worn: int
    """Drives that used all of their rated wear."""
    warn: int
    """Drives that warn of themselves."""
    first: str | None
    """The first to wear out."""
    median_life_years: float | None
    median_is_lower_bound: bool
    """Whether the median is only a lower bound."""
    hosts: list[EstateDriveHost]
    rows: list[EstateDrive]
    """The drives, the first to wear out first; at most 200."""
    meaning: str
    """What wear counts."""
    sentence: str


class EstateElsewhere(Document):
    """A file that came with an estate, and belongs elsewhere."""

    file: str
    kind: str
    """`is_history`, `is_plan`, `is_quote` or `is_result`."""
    message: str
    """What it is, and where it belongs."""


class EstateExclusion(Document):
    """VMs that are not counted, and why."""

    reason: str
    """Stable code."""
    label: str
    vms: int
    examples: list[str]
    """Some names."""


class EstateFinding(Document):
    """Something about the source that the reader should know."""

    code: str
    """What is found: a code of Hostwise, or `x-<plug-in>:<code>`."""
    kind: Literal["note", "repaired", "rejected", "missing", "warning"] | str
    """`repaired` and `rejected` are about rows; `missing` is what the source cannot say."""
    message: str
    place: str = ""
    """File, and tab or sheet."""
    rows: list[int] = []
    """First rows concerned, counted from 1 with the header."""
    texts: list[str] = []
    """What stands in each of these rows, in short."""
    vms: list[str] = []
    """Ids of the VMs in these rows; rows that were left out have none."""
    count: int = 1
    """How many rows or things are concerned."""


class EstateOutlier(Document):
    """A VM that is larger than the others."""

    name: str
    cluster: str
    vcpu: float | None
    memory_gib: float | None
    disk_gb: float | None
    why: str


class EstateScope(Document):
    """Which VMs are counted. An empty list is no condition."""

    datacenters: list[str] = []
    """Only these datacenters."""
    clusters: list[str] = []
    """Only these clusters; an empty text is 'in no cluster'."""
    folders: list[str] = []
    """Only folders like these."""
    os: list[str] = []
    """Only guest systems like these."""
    names: list[str] = []
    """Only names like these, with `*`."""
    not_names: list[str] = []
    """No names like these."""
    attribute: str | None = None
    """A custom attribute or tag."""
    attribute_values: list[str] = []
    """Only VMs with one of these values of the attribute."""
    powered_off: Literal["disk", "all", "nothing"] | str = "disk"
    """What powered-off VMs ask for: disk only, all that they have, or nothing."""
    count_infrastructure: bool = False
    """Whether VMs count that the platform runs for itself, such as controllers of its storage."""
    management_in_groups: bool = False
    """Whether VMs that seem to manage the platform are in the groups, and stay when it goes."""
    leave_out_hosts_away: bool = False
    """Whether hosts in maintenance or disconnected are left out of the hosts as they are."""
    powers: dict[str, Literal["on", "off", "suspended", "other", "unknown"] | str] = {}
    """What words of power states mean that are not understood, or that are to be read otherwise."""
    templates: bool = False
    """Whether templates ask for disk; otherwise they are left out."""


class EstateTotals(Document):
    """Sums over VMs. A sum over VMs of which some lack the figure says how many have it."""

    vms: int
    vcpu: float | None
    """Virtual CPUs; null where no VM says."""
    memory_gib: float | None
    """Configured memory, GiB."""
    disk_gb: float | None
    """Capacity of the virtual disks, GB; provisioned where that is unknown."""
    used_gb: float | None
    """Storage in use, GB."""
    cpu_ghz: float | None
    """CPU use, GHz."""
    memory_active_gib: float | None
    """Active memory, GiB."""
    iops_average: float | None
    """Mean I/O per second."""
    iops_peak: float | None
    """Sum of the VMs' own peaks, I/O per second: no coincident peak."""


class EstateWord(Document):
    """A word of a power state that is neither on nor off, or not understood."""

    word: str
    vms: int
    state: Literal["on", "off", "suspended", "other", "unknown"] | str
    """What it is read as: `suspended` counts as off, `unknown` as running, and `other` is left out."""


class Event(Document):
    """VMs of a group that come or go in a month: a project, an acquisition, a decommissioning, a tenant leaving."""

    label: str
    """What happens, in words."""
    month: int
    """The month from which on the VMs are there, or gone; month 0 is the purchase."""
    group: str
    """Name of the group whose VMs come or go: they have its size per VM at that date."""
    vms: int
    """VMs that come; below 0 those that go. They do not grow in number."""
    probability: float = 1.0
    """How likely it is. The plan as sized counts an event of at least 50 %; simulations draw each."""
    note: str | None = None
    """Where it is known from."""


class Exchange(Document):
    """A rate by which catalogue prices were converted."""

    currency: str
    """ISO 4217 code of the currency of the prices."""
    rate: float
    """Price of one unit of it in the plan's currency."""
    date: str
    """When the rate held."""
    source: str | None = None
    """Who published the rate."""
    age_months: int | None = None
    """Age relative to the plan's price date; null is unknown."""
    is_old: bool = False
    """Whether it is older than the plan accepts of a price."""


class ExchangeRate(Document):
    """What a unit of another currency costs on a date: prices in that currency are converted."""

    currency: str
    """ISO 4217 code of the currency of prices."""
    rate: float
    """Price of one unit of it in the plan's currency."""
    date: str
    """When the rate held."""
    source: str | None = None
    """Who published the rate."""


class ExistingManagement(Document):
    """
    The VMs that manage the platform of today, which are in no group.

    They are demand of each configuration on the same hypervisor that names no management of its own. On another one
    its own management counts instead.
    """

    hypervisor: str | None = None
    """Hypervisor of today: configurations on any version of it keep these VMs."""
    vms: int | None = None
    """How many VMs manage the platform of today."""
    vcpu: float | None = None
    """Virtual processors of all of them."""
    memory_gib: float | None = None
    """Memory of all of them."""
    disk_gb: float | None = None
    """Data that all of them hold."""


class Expansion(Document):
    """Hosts bought after the purchase because the demand has grown."""

    month: int
    hosts: float
    """Hosts bought in the month."""
    total_hosts: float
    """Hosts of the cluster from then on."""


class ExplanationSource(Document):
    """A source with its full citation."""

    key: str
    citation: str
    url: str | None = None
    """Address, where there is a stable one."""
    locator: str | None


class ExplanationStep(Document):
    """A step to a number, as arithmetic that a reader can repeat."""

    label: str
    arithmetic: str
    """How it follows from the step before, in words and numbers; may be empty."""
    value: float
    unit: str
    quantity: str | None
    """The quantity that explains it further; null where none does."""
    pointer: str | None = None
    """JSON pointer of the part that could be another one, such as a drive."""


class ExternalArray(Document):
    """The external array that holds the data of all hosts: one for the cluster, whatever the number of hosts."""

    price: float | None = None
    """Price of the array, bought once with the first hosts; 0 leaves it out of the comparison."""
    power_w: float | None = None
    """Average power of the array."""
    rack_units: float | None = None
    """Height of the array in the rack."""


class FieldSensitivity(Document):
    """What one number of the plan does, moved by itself."""

    pointer: str
    """JSON pointer of its field."""
    shape: Literal["factor", "points"] | str
    """Whether low and high multiply the number or are added."""
    low: float
    """The 5th percentile where the number is uncertain, else a tenth less."""
    high: float
    """The 95th percentile where the number is uncertain, else a tenth more."""
    share: float
    """Largest change of any configuration, as a share of its cost, or of its hosts."""
    low_costs: list[float | None]
    """Cost of each configuration at `low`."""
    high_costs: list[float | None]
    """Cost of each configuration at `high`."""


class Finalist(Document):
    """One of the best combinations in the simulations of the plan: prices, demand and other doubtful values moved."""

    labels: list[str]
    """Its option of each choice."""
    text: str
    """The same in words."""
    edits: list[Edit]
    """What makes the configuration of the plan it."""
    hosts: int
    """Hosts as it is sized."""
    cost_low: float | None
    """5th percentile of its cost."""
    cost_mid: float | None
    """Median of its cost."""
    cost_high: float | None
    """95th percentile of its cost."""
    enough: float
    """Share of simulations in which the hosts that it is sized with are enough."""
    holds: float
    """Share of simulations in which every limit holds, of the search and of the plan's requirements on hosts, cost, rack units and power, with as many hosts as each needs where none are given."""
    cost_at_level: float | None
    """What it costs at most in the share `level` of simulations; null where its limits hold in fewer."""


class Finalists(Document):
    """The best combinations in the same simulations, as the uncertainty about a plan has them."""

    simulations: int
    level: float
    """Share of simulations that counts as sure."""
    best: int | None
    """Place of the one that costs least at that level; null where the limits of none hold so often."""
    sentence: str
    finalists: list[Finalist]
    """The cheapest first, then those with other options."""
    left_out: int
    """Further ones that would take too long for a plan of this size."""


class GroupMemory(Document):
    """What one VM group has and gives back in a failure case."""

    group: str
    configured_gib: float | None
    reserved_gib: float | None
    ballooned_gib: float | None
    evicted_gib: float | None
    """Compressed and swapped."""
    reclaimed_gib: float | None
    reclaimed_share: float | None
    """Of its configured memory."""
    opm_per_vm: float | None
    relative_performance_share: float | None


class Grouping(Document):
    """How VMs become groups."""

    by: Literal["size", "os", "cluster", "attribute", "likeness", "none"] | str = "size"
    """How VMs become groups."""
    attribute: str | None = None
    """The custom attribute or tag to group by."""
    most: int = 6
    """Most groups; the smallest ones are put together. The largest VMs may be groups besides."""


class GuestLicence(Document):
    """The licence of a product in the VMs, beside that of the hosts: guest systems, or databases on them."""

    term_years: int | None = None
    """Years of a subscription's term: cores are counted anew at each renewal, and never fewer in between. Default: that of the listed price, else a year."""
    price_hold_years: int | None = None
    """Years within which the price is held; then it is what the list has become. Default: the term."""
    price_change_rate: float | None = None
    """Rise of this product's price in a year, in place of that of all licences. Default: that of all licences."""
    owned: int | None = None
    """Licences that are there and paid, in cores or sockets as the product counts them. Default: none is owned."""
    owned_until_month: int | None = None
    """Last month of the owned licences; the next term of all begins after it. Default: for good, where licences are paid once."""
    assured: bool | None = None
    """Whether a yearly share is paid for the right to new versions, as with Software Assurance. Default: without."""
    owned_assured: bool = False
    """Whether that share is paid for the owned licences, too."""
    assurance_rate: float | None = None
    """Share of the price of a licence that assurance costs a year. Default: the catalogue value."""
    key: str | None = None
    """Key in the catalogue."""
    group: str | None = None
    """Name of the VM group that runs the product; by default all VMs."""
    guest_os: Literal["windows_server", "windows_desktop", "linux", "other"] | str | None = None
    """Only the VMs of groups with this guest operating system run the product, in place of one group. Default: any."""
    licensed_by: Literal["host", "vm"] | str | None = None
    """Whether all cores of the hosts are licensed, or the virtual cores of the VMs. Default: the catalogue's, else all cores of the hosts."""
    price_per_core_year: float | None = None
    """Price of a core and year. Default: the catalogue value."""
    price_per_core_once: float | None = None
    """Price of a core, paid once. Default: the catalogue value."""
    billing: Literal["month", "year"] | str | None = None
    """Whether subscriptions are paid month by month, or for each year in advance. Default: the catalogue's, else each year."""
    minimum_cores_per_socket: int | None = None
    """Least cores to license for each processor. Default: the catalogue value."""
    minimum_cores_per_host: int | None = None
    """Least cores to license for each host. Default: the catalogue value."""
    minimum_cores_per_vm: int | None = None
    """Least cores to license for each VM. Default: the catalogue value."""
    pack_cores: int | None = None
    """Cores of a pack; 1 if licences are sold singly. Default: the catalogue value."""
    core_factor: float | None = None
    """Licences that one core takes, as by Oracle's table of processors: 0.5 for x86. Default: the catalogue's, else one."""
    vms_per_licensing: int | None = None
    """VMs covered by licensing all cores of a host once; 0 for any number. Default: the catalogue value."""


class HoldsWithSparesDown(Document):
    """Which limits must still hold with spare hosts failed. Capacity holds its own reserve instead."""

    cpu: bool = True
    """Whether the CPU limits must hold with spare hosts failed."""
    memory: bool = True
    """Whether the memory limit must hold with spare hosts failed."""
    write_performance: bool = False
    """Whether the cache limit must hold with spare hosts failed."""
    endurance: bool = False
    """Whether the wear-out limit must hold with spare hosts failed."""
    network: bool = False
    """Whether the network limit must hold with spare hosts failed."""
    minimum_hosts: bool = True
    """Whether the protection's minimum must hold with spare hosts failed."""


class Host(Document):
    """The host without processors, memory and drives."""

    model: str | None = None
    """Name of the host model."""
    chassis: str | None = None
    """Key of a server in the catalogue, for its sockets, bays and slots."""
    power_profile: str | None = None
    """Key of a measured host power in the catalogue; by default that of a host with these processors."""
    idle_w: float | None = None
    """Power without load, memory included. Default: the profile's, scaled for other processors, else that of the parts."""
    full_w: float | None = None
    """Power at full load, memory included. Default: the profile's, scaled for other processors, else that of the parts."""
    drive_bays: int | None = None
    """Bays for drives in one host. Default: the chassis's, of its largest variant."""
    memory_slots: int | None = None
    """Slots for memory modules in one host. Default: the chassis's."""
    memory_channels: int | None = None
    """Memory channels of one processor. Default: the processor's, else the chassis's."""
    rack_units: float | None = None
    """Height of one host in the rack. Default: the chassis's."""
    chassis_price: float | None = None
    """Price of a host without processors, memory, data drives and network cards. Default: that of its class, illustrative, where a chassis is chosen."""


class HostColumns(Document):
    """The hosts."""

    name: list[str]
    """Names."""
    model: list[str] | None = None
    """Vendor and model."""
    cpu_model: list[str] | None = None
    """Processor as the host names it."""
    vcenter: list[str] | None = None
    """The vCenter or other manager that it belongs to."""
    datacenter: list[str] | None = None
    """Datacenter."""
    cluster: list[str] | None = None
    """Cluster; empty for a host outside of clusters."""
    version: list[str] | None = None
    """Version of the hypervisor."""
    sockets: list[float | None] | None = None
    """Processors."""
    cores: list[float | None] | None = None
    """Cores of all processors."""
    threads: list[float | None] | None = None
    """Logical processors that are switched on."""
    ghz: list[float | None] | None = None
    """Clock of a core, GHz."""
    memory_gib: list[float | None] | None = None
    """Memory, GiB."""
    cpu_use_share: list[float | None] | None = None
    """CPU in use, as a share."""
    memory_use_share: list[float | None] | None = None
    """Memory in use, as a share."""
    vms: list[float | None] | None = None
    """VMs on it, as the source counts them."""
    away: list[bool] | None = None
    """Whether it is in maintenance or disconnected."""


class Index(Document):
    """How much of the variance one cause has, with the digits that the error of the sample leaves."""

    cause: str
    """Key of the cause."""
    name: str
    first_order: float
    """Share of the variance by itself, never above the total one."""
    total_order: float
    """Share of the variance together with others."""
    error: float
    """Half the 90 % interval of the larger error of both."""


class Indices(Document):
    """Sobol' indices of the cost of the advised configuration less that of the runner-up; without one, of its cost."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int
    points: int
    advised: str
    runner_up: str | None
    indices: list[Index]
    """The largest total index first; empty where nothing varies, or some simulations have no cost."""


class Input(Document):
    """One input of the model as it was used."""

    quantity: str
    label: str
    unit: str
    configuration: str | None
    """Key of the configuration; null if common to all."""
    group: str | None = None
    """Name of the VM group, for an input of a group."""
    role: str | None = None
    """Role of the drives, for an input of drives: write_tier, capacity and so on."""
    pointer: str | None
    """JSON pointer of the plan field, whether present or absent."""
    value: float | None
    status: (
        Literal[
            "given",
            "imported",
            "catalogue",
            "evidence",
            "assumed",
            "illustrative",
            "convention",
            "missing",
            "not_applicable",
            "no_limit",
        ]
        | str
    )
    """Where the value of an input comes from."""
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str | None = None
    """What the value is worth."""
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    date: str | None = None
    """When the value held, where that is known: prices age."""
    confidence: str | None = None
    """How far a price of the catalogue is to be trusted."""


class InputSensitivity(Document):
    """What one cause does to the comparison of the advised configuration with the runner-up, all others as they are."""

    cause: str
    """Key of the cause."""
    name: str
    label: str
    """The name without the configurations at its end."""
    configurations: list[str]
    """Keys of those configurations; empty where it is of all, or of none."""
    pointers: list[str]
    """JSON pointers of the fields that it moves; those without one are left out."""
    shape: Literal["factor", "points"] | str
    """Whether low and high multiply the values or are added."""
    low: float
    """At the 5th percentile of this cause."""
    high: float
    """At the 95th percentile of this cause."""
    value: float | None
    """The value that is multiplied or added to, where it is one, or several that are equal."""
    unit: str | None
    """Unit of `value`; null where it has none, or there is no such value."""
    low_difference: float | None
    """Cost of the advised one less that of the runner-up, at `low`."""
    high_difference: float | None
    """The same at `high`."""
    low_cost: float | None
    """Cost of the advised one at `low`."""
    high_cost: float | None
    """Cost of the advised one at `high`."""
    break_even: float | None
    """Factor, or points, at which both cost the same; null where the advice holds throughout."""
    turns_at: str | None
    """The same as it is read: the value itself, where it is one value."""
    now: str | None
    """What is entered or assumed now, where it is one value."""
    break_even_text: str | None
    """Both in words."""


class JobProblem(Document):
    """Why a job failed, as the request would have been refused."""

    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, Any]] = []
    """The mistakes, each with its `pointer`."""


class JobStep(Document):
    """How far the chunk is that is computed."""

    done: int
    """Candidates of an estate that are found, or combinations of a search that are computed."""
    of: int
    """All of them."""


class Keep(Document):
    """The existing cluster, if it could be kept: the alternative to the configurations, in place of the reference."""

    running_cost_per_year: float
    """What it costs each year while it is kept, paid in equal parts by month."""
    name: str = "Existing cluster"
    """Name for people."""
    residual_today: float | None = None
    """What it could be sold for today; keeping it gives that up."""


class KeepingCost(Document):
    """What the hosts of today cost while they are kept, beside licences, energy and space; absent is not known."""

    support_per_year: float | None = None
    """Support and maintenance of the hosts, a year."""
    array_per_year: float | None = None
    """Maintenance of the array or other storage, a year."""
    upgrade: float | None = None
    """Upgrade of hosts or hypervisor, paid once."""
    nothing: bool = False
    """Whether what is absent costs nothing."""


class LargerThanNode(Document):
    """VMs that are larger than the part of a host beside one processor."""

    what: Literal["vcpu", "memory_gib"] | str
    node: float
    """Cores of a processor, or memory beside it."""
    vms: int
    names: list[str]
    """The largest ones first; of many the first ones."""


class Level(Document):
    """What a coverage level needs."""

    level: float | None
    """As `coverage_level` of the policy has it; null is as entered."""
    label: str
    hosts: int
    final_hosts: int
    """Hosts at the horizon, with those that are bought as the demand grows."""
    share: float
    """Share of simulations that the hosts of the purchase cover at the sizing date."""
    cost: float | None
    """Total cost until the horizon; null where it is not known."""
    dearer: float | None
    """The cost over that as entered, less 1."""
    chosen: bool
    """Whether the plan is sized so."""


class Licence(Document):
    """The software licence: a catalogue key or own prices."""

    term_years: int | None = None
    """Years of a subscription's term: cores are counted anew at each renewal, and never fewer in between. Default: that of the listed price, else a year."""
    price_hold_years: int | None = None
    """Years within which the price is held; then it is what the list has become. Default: the term."""
    price_change_rate: float | None = None
    """Rise of this product's price in a year, in place of that of all licences. Default: that of all licences."""
    owned: int | None = None
    """Licences that are there and paid, in cores or sockets as the product counts them. Default: none is owned."""
    owned_until_month: int | None = None
    """Last month of the owned licences; the next term of all begins after it. Default: for good, where licences are paid once."""
    assured: bool | None = None
    """Whether a yearly share is paid for the right to new versions, as with Software Assurance. Default: without."""
    owned_assured: bool = False
    """Whether that share is paid for the owned licences, too."""
    assurance_rate: float | None = None
    """Share of the price of a licence that assurance costs a year. Default: the catalogue value."""
    key: str | None = None
    """Key in the catalogue."""
    price_per_core_year: float | None = None
    """Licence price of a core and year. Default: the catalogue value."""
    price_per_socket_year: float | None = None
    """Licence price of a socket and year; of a pair of sockets where pairs are licensed. Default: the catalogue value."""
    price_per_core_once: float | None = None
    """Perpetual licence price of a core, paid when the host is bought. Default: the catalogue value."""
    discount_share: float | None = None
    """Share of the catalogue's price that is not paid; in place of the discount of its vendor, never added. Default: that of the vendor, if the plan has one."""
    discount_date: str | None = None
    """Date of the discount."""
    billing: Literal["month", "year"] | str | None = None
    """Whether subscriptions are paid month by month, or for each year in advance. Default: the catalogue's, else each year."""
    minimum_cores_per_socket: int | None = None
    """Least cores to license for each processor. Default: the catalogue value."""
    minimum_cores_per_host: int | None = None
    """Least cores to license for each host. Default: the catalogue value."""
    order_minimum_cores: int | None = None
    """Least cores of an order; 0 where no such rule is in force. Sources conflict about VMware's. Default: the catalogue value."""
    order_minimum_as_of: str | None = None
    """Date from which that minimum, or its absence, is known."""
    pack_cores: int | None = None
    """Cores of a pack; 1 if licences are sold singly. Default: the catalogue value."""
    vms_per_licensing: int | None = None
    """VMs covered by licensing all cores of a host once; 0 for any number. Default: the catalogue value."""
    entitlement_tib_per_core: float | None = None
    """Raw storage capacity that a licensed core includes; 0 if the product includes none. Default: the catalogue value."""
    whole_capacity: bool | None = None
    """Whether the whole capacity is licensed once it exceeds what is included, and not only what is beyond. Default: the rule in force on the plan's date."""
    pooled_tib: float | None = None
    """Unused raw storage capacity included with the same product for other clusters. Default: nothing is left over elsewhere."""
    addon_price_per_tib_year: float | None = None
    """Price of a TiB of raw storage capacity and year, beyond what the cores include. Default: the catalogue value."""


class LimitOverTime(Document):
    """The hosts that one limit needs as the demand grows."""

    key: str
    label: str
    hosts: list[float | None]
    """Hosts for the demand of each month, with spares; null if not evaluated, or if none suffice."""
    breaks_in: int | None
    """First month in which the first hosts are not enough for it; null within no month."""
    undecided: bool
    """Whether it is not evaluated and could ask for more hosts."""


class LimitShare(Document):
    """How much of the hosts of a configuration a limit takes."""

    label: str
    text: str
    share: float


class LoadStep(Document):
    """A stretch of time with a steady load, or one that rises or falls evenly."""

    minutes: float
    """How long it lasts, minutes."""
    peak_share: float
    """Load as a share of the peak I/O of all groups; above 1 it exceeds the peak that is planned for."""
    to_peak_share: float | None = None
    """Load at its end, for a ramp from `peak_share`. Default: the load stays the same."""


class Marker(Document):
    """What a source says about a ratio without a figure."""

    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str
    """Where the hypervisor swaps to."""
    overcommit_ratio: float
    statement: str
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str
    locator: str | None = None


class Material(Document):
    """A line of a bill of materials."""

    kind: (
        Literal["chassis", "processor", "network", "memory", "drive", "array", "host", "licence", "rounding", "reused"]
        | str
    )
    """What it is; `rounding` is the difference between whole modules and the memory that is counted, `reused` are parts that are there, whose quantity and amount are below 0."""
    role: str | None = None
    """Role of drives: cache, capacity, memory_tier, swap or read_cache."""
    label: str
    """What it is, for people."""
    name: str | None = None
    """The part; null where neither plan nor catalogue names it."""
    key: str | None = None
    """Key of the part in the catalogue; null for own figures."""
    detail: str = ""
    """Size, speed or terms."""
    cost_part: str
    """Key of the part of the cost that it belongs to."""
    unit: str
    """What the quantity counts: pieces, sets, GiB, cores, sockets or licences."""
    per_host: float | None = None
    """Quantity of one host; null for what is counted for all hosts together."""
    hosts: float | None = None
    """Hosts that it is bought for; null if unknown, or if it is bought for the cluster."""
    quantity: float | None = None
    """Quantity in all; null is unknown."""
    unit_price: float | None = None
    """Price of one unit, of licences by year that of a year."""
    amount: float | None = None
    """Quantity times unit price; null is unknown, and never zero."""
    status: Literal["given", "catalogue", "indicative", "missing"] | str
    """
    Where a unit price comes from.

    given: entered in the plan, or among its prices, whose quote is the `source`. catalogue: a row of the catalogue.
    indicative: an example, an assumption, or the price of the part's class; not quoted. missing: there is none.
    """
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    date: str | None = None
    """When the price held, where that is known."""
    confidence: str | None = None
    """How far a price of the catalogue is to be trusted."""
    age_months: int | None = None
    """Age of the price relative to the plan's price date, a lower bound; null is unknown."""
    is_old: bool = False
    """Whether the price is older than the plan accepts."""
    pointer: str | None = None
    """JSON pointer of the field that gives the price."""


class MaterialTotal(Document):
    """The sum of some lines."""

    amount: float | None
    """Sum of the known lines; null if none is known."""
    is_lower_bound: bool
    """Whether a line has no amount, so that the sum is a lower bound."""
    missing: list[str]
    """JSON pointers of the missing prices."""


class MeasuredOn(Document):
    """The processor on which the CPU demand was measured: a catalogue key, own figures, or its name alone."""

    key: str | None = None
    """Key of the processor on which the GHz of the workload were measured."""
    model: str | None = None
    """Name of the processor, where it is not in the catalogue."""
    base_ghz: float | None = None
    """Base frequency of the processor on which the CPU demand was measured. Default: the catalogue value."""
    spec_per_core: float | None = None
    """SPECrate2017_int_base per core of the processor on which the CPU demand was measured. Default: the catalogue value."""


class MeasuredPoint(Document):
    """Throughput of one VM at one overcommitment ratio."""

    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str
    """Where the host swapped to."""
    overcommit_ratio: float
    """Memory overcommitment, overheads included."""
    per_vm: float
    """Operations per minute of one VM, or share of the baseline."""
    low_per_vm: float | None = None
    """Lower bound, where the source gives one."""
    high_per_vm: float | None = None
    """Upper bound, where the source gives one."""
    vms: int | None = None
    """Virtual machines under load."""
    window_minutes: float | None = None
    """Minutes over which it was measured."""
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str
    """Measured, derived, vendor-stated or assumed."""
    conditions: str = ""
    """Under which conditions it holds."""
    locator: str | None = None
    """Where in the source."""
    notes: str = ""


class MediumCurve(Document):
    """The curve of one medium."""

    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str
    """Where the hypervisor swaps to."""
    label: str
    """Name of the medium for people."""
    single_point: bool
    """Whether there is one ratio only: nothing is said between or beyond."""
    measured_from: float
    """Lowest measured ratio."""
    measured_to: float
    """Highest measured ratio."""
    line: list[CurvePoint]
    """In the order of the ratios; the measured ones are among them."""
    measured: list[MeasuredPoint]
    markers: list[Marker]
    """What the source says without a figure."""


class MemoryTier(Document):
    """NVMe drives as a second memory tier: the host's memory is DRAM and tier together."""

    dram_share: float | None = None
    """Size of the second memory tier as a share of DRAM. Default: the version's."""
    drives_per_host: int = 1
    """Drives of the tier in one host, mirrors included. Default: one."""
    mirrored: bool = False
    """Whether two drives hold the same pages."""
    active_share_limit: float | None = None
    """Largest active memory as a share of DRAM with a second memory tier. Default: an assumption of the catalogue."""
    page_out_mb_s: float | None = None
    """Average rate at which one host writes pages to its tier."""
    drive: Drives = Field({"reused": 0}, validate_default=True)
    """The drives of the tier, dedicated to it."""


class MonthlyFlow(Document):
    """Cash flow by month; all lists are equally long, month 0 is the purchase, null is not evaluated."""

    months: list[int]
    hosts: list[float | None]
    """Hosts of the cluster."""
    amounts: list[float | None]
    """Cash flow of the month."""
    cumulative: list[float | None]
    """Cumulative cash flow at the end of the month."""
    parts: dict[str, list[float | None]]
    """The amounts by key of the cost parts, which sum to them."""


class MoveByRule(Document):
    """How long the move takes by one published rule."""

    key: str
    name: str
    months: float
    source: str
    note: str


class Names(Document):
    """The names by pseudonym."""

    format: str = "hostwise-names"
    pseudonyms: dict[str, dict[str, str]] = {}
    """Pseudonyms by kind and name; those of VMs by id."""
    vm_names: dict[str, str] = {}
    """Names of the VMs by pseudonym."""


class NearestMiss(Document):
    """Of the combinations that fail for a reason the one that lacks least; of several that the cheapest."""

    labels: list[str]
    """Its option of each choice."""
    text: str
    """The same in words."""
    edits: list[Edit]
    """What makes the configuration of the plan it."""
    limit: str
    """What it misses."""
    needed: float | None
    """What it would need; null where nothing measures it: then it is an example."""
    available: float | None
    """What it has."""
    unit: str
    """Unit of both; empty for a number of things."""
    sentence: str


class NetworkCard(Document):
    """Network cards of one kind in a host."""

    count: int = 1
    """Cards of this kind in one host."""
    ports: int = 2
    """Ports of one card."""
    gbit_s: float
    """Speed of one port in each direction."""
    carries_storage: bool = True
    """Whether its ports carry the traffic of the storage."""
    power_w: float | None = None
    """Power of one card. Default: what is usual."""
    price: float | None = None
    """Price of one card."""


class NotChecked(Document):
    """Something that could not be checked."""

    side: str
    what: str
    because: str


class OpmPoint(Document):
    """One measured point."""

    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str
    """Where the host swapped to."""
    overcommit_ratio: float
    """Memory overcommitment, overheads included."""
    per_vm: float
    """Operations per minute of one VM, or share of the baseline."""
    vms: int | None = None
    """VMs in the test."""
    window_minutes: float | None = None
    """Minutes over which it was measured."""
    note: str | None = None


class OptionFound(Document):
    """An option of a choice, and the best that is possible with it."""

    label: str
    edits: list[Edit]
    """What it sets, by pointers into the plan."""
    feasible: int
    """Combinations with it that are feasible."""
    best_cost: float | None
    """Cost of the cheapest feasible one."""
    placed: bool
    """Whether that is after its whole VMs are placed; else it is by sums and bounds."""
    dearer: float | None
    """That cost over the cheapest of all, of the same kind, less 1."""
    near: bool
    """Whether an answer within the share that counts as equally good has it."""
    why_not: str | None
    """What most combinations with it fail, where none is feasible."""


class OtherHosts(Document):
    """Hosts of one other model: what is left empty is as in the configuration's own hosts."""

    model: str
    """Name of the host model."""
    hosts: int
    """Hosts of this model."""
    kept: bool = True
    """Whether these hosts exist already; otherwise they are bought with the first hosts."""
    removed_in_month: int | None = None
    """The month from which they are no longer there. Default: they stay until the horizon."""
    cpu: str | None = None
    """Key in the catalogue. Default: as the configuration's own hosts."""
    sockets: int | None = None
    """Processors in one host. Default: as the configuration's own hosts."""
    cores: int | None = None
    """Physical cores of one processor. Default: the processor's, else as the own hosts."""
    base_ghz: float | None = None
    """Base frequency of a core. Default: the processor's, else as the own hosts."""
    spec_per_core: float | None = None
    """SPECrate2017_int_base of a system over its cores, by which cycles of generations are compared. Default: the processor's, where results are published."""
    dram_gib: float | None = None
    """DRAM in one host. Default: as the configuration's own hosts."""
    drives: int | None = None
    """Drives of one host that hold data; 0 for a host that only computes. Default: as the configuration's own hosts."""
    drive: str | None = None
    """Key in the catalogue of the drives that hold data. Default: as the configuration's own hosts."""
    drive_gb: float | None = None
    """Capacity of one drive that holds data. Default: the catalogue value."""
    chassis: str | None = None
    """Key of a server in the catalogue. Default: as the configuration's own hosts."""
    idle_w: float | None = None
    """Power without load, memory included. Default: that of the parts."""
    full_w: float | None = None
    """Power at full load, memory included. Default: that of the parts."""
    rack_units: float | None = None
    """Height of one host. Default: as the configuration's own hosts."""
    price: float | None = None
    """Price of one host with everything in it, where it is bought. Default: that of its parts; nothing for existing hosts."""
    maintenance_per_year: float | None = None
    """What the maintenance of one host costs in a year. Default: the support price per host, where the plan has one."""
    support_ends: str | None = None
    """Date from which the vendor supports these hosts no longer."""


class PartCandidate(Document):
    """A part of the catalogue that a line of a quote may be."""

    part: str
    """List and key of the catalogue's row."""
    name: str
    per: str
    """What one price buys."""
    score: float
    """Share of the words of the part that the line has, rare words counting more; 0..1."""


class PartPrice(Document):
    """What a part of the catalogue costs according to a quote or price list; it wins over the catalogue's price."""

    part: str
    """List and key of the catalogue's row, as in `drives/micron-7450-pro-7.68tb`; a network card is a class of `indicative_prices`."""
    price: float
    """Price of one drive, one memory module (of a row without a size: one GiB), one processor, one server without processors, memory and drives, one network card; of a licence for as many units and as long as the catalogue's row says."""
    currency: str
    """ISO 4217 code of the price."""
    date: str
    """When the price was quoted."""
    valid_until: str | None = None
    """Last day on which the offer holds."""
    source: str | None = None
    """Who offers it."""
    quote: str | None = None
    """Name or number of the quote."""
    discount_share: float | None = None
    """Share by which the price is below the list price, where the quote says it; it is not applied."""
    book: BookRevision | None = None
    """The price book that it was taken from."""


class PlacedDimension(Document):
    """One of the things that VMs ask a host for."""

    key: Literal["cpu_cores", "cpu_ghz", "memory"] | str
    label: str
    unit: str
    usable_per_host: float
    """What a host has for VMs."""
    asked: float
    """What the VMs ask for one by one, those that fit no host left out."""
    plan_asked: float
    """What the plan's groups ask for."""
    largest_vm: str | None
    """The VM that asks for most of it."""
    largest_vm_asks: float | None
    lowest_fill: float | None
    """Of the hosts that carry VMs; null where it was left out."""
    mean_fill: float | None
    highest_fill: float | None
    fill: list[float]
    """Of each host that carries VMs: 1 is full."""


class PlacementException(Document):
    """A VM that is on no host."""

    name: str
    id: str
    reason: Literal["unknown", "too_large"] | str
    dimensions: list[Literal["cpu_cores", "cpu_ghz", "memory"] | str]
    """In which it is unknown or too large."""


class PlanChange(Document):
    """A field that differs between both plans."""

    kind: Literal["added", "removed", "changed"] | str
    """What happened to a field."""
    pointer: str
    """JSON pointer into the plan after; for what was removed, into the one before."""
    before_pointer: str | None = None
    """JSON pointer into the plan before, where its place in a list was another one."""
    before: Any | None = None
    """Value before; null for what was added."""
    after: Any | None = None
    """Value after; null for what was removed."""


class Policy(Document):
    """The limits that every configuration must keep to."""

    spare_hosts: int = 1
    """Hosts that may fail while the plan still holds (N+0 to N+3)."""
    site_load_share: float | None = None
    """Share of all VMs that one site of a stretched cluster must carry alone. Default: each site of a stretched cluster carries all VMs."""
    write_utilisation_limit: float | None = None
    """Highest share of the cache drives' sustained write rate to plan for. Default: an assumption of the catalogue."""
    bursts_may_throttle: bool = False
    """Whether the writes of a stated burst may be throttled; by default there are hosts enough that they are not."""
    vcpu_per_core: float | None = None
    """Highest number of virtual processors on one physical core. Default: an assumption of the catalogue."""
    cpu_utilisation_limit: float | None = None
    """Highest share of the processor cycles to plan for. Default: an assumption of the catalogue."""
    memory_overcommit_limit: float | None = None
    """Highest ratio of unreserved VM memory to the memory left for it. Default: memory is not overcommitted."""
    protection: str = "osa_raid1_ftt1"
    """Key of the storage protection, see the catalogue."""
    max_wear_out_probability: float | None = None
    """Highest accepted probability of wear-out before the horizon; without it endurance adds no hosts."""
    max_hosts_per_cluster: int | None = None
    """Product limit on the hosts of one cluster. Default: an assumption of the catalogue."""
    sizing_years: float = 0
    """The cluster must carry the demand of this many years from now."""
    thick_swap_files: bool = False
    """Whether VM swap files are stored in full size."""
    capacity_reserve: CapacityReserve = Field({"method": "slack"}, validate_default=True)
    holds_with_spares_down: HoldsWithSparesDown = Field(
        {
            "cpu": True,
            "memory": True,
            "write_performance": False,
            "endurance": False,
            "network": False,
            "minimum_hosts": True,
        },
        validate_default=True,
    )
    memory_state_limit: Literal["high", "clear", "soft", "hard", "low"] | str | None = None
    """Worst memory state accepted with all hosts running; without it states add no hosts."""
    memory_state_limit_with_spares_down: Literal["high", "clear", "soft", "hard", "low"] | str | None = None
    """Worst memory state accepted with spare hosts failed."""
    page_sharing_share: float | None = None
    """Share of idle memory that page sharing saves; active memory is not shared. Default: an assumption of the catalogue."""
    memory_rise_minutes: float | None = None
    """Minutes within which all configured memory comes into use, as when VMs start together. Default: an assumption of the catalogue."""
    balloon_gib_per_vm_minute: float | None = None
    """Memory that the balloon of one VM takes in a minute; it depends on the guest. Default: an assumption of the catalogue."""
    opm_target: float | None = None
    """Operations per minute that all VMs together must reach."""
    opm_tolerance_share: float = 0
    """Share of the target that may be missing; 0 is strict. Default: the target is strict."""
    minimum_relative_performance_share: float | None = None
    """Least accepted performance of a VM relative to a host without memory overcommitment."""
    network_utilisation_limit: float | None = None
    """Highest share of the bandwidth for storage to plan for. Default: an assumption of the catalogue."""
    vmotion_network_share: float | None = None
    """Share of the bandwidth for storage that is kept for the migration of VMs. Default: an assumption of the catalogue."""
    resync_network_share: float | None = None
    """Share of the storage traffic that is kept for resyncs while VMs read and write. Default: an assumption of the catalogue."""
    memory_sized_by: Literal["configured", "consumed"] | str = "configured"
    """What of a VM's memory hosts are sized by; consumed memory counts on ESXi only."""
    materiality: float | None = None
    """Cost differences below this share do not decide between configurations. Default: an assumption of the catalogue."""
    coverage_level: float | None = None
    """Share of simulations in which the hosts are enough for every limit; given hosts stay as they are. Default: hosts are those of the values as entered."""


class Price(Document):
    """A price behind the result, with its age."""

    quantity: str
    label: str
    unit: str
    configuration: str | None
    """Key of the configuration; null if common to all."""
    group: str | None = None
    """Name of the VM group, for an input of a group."""
    role: str | None = None
    """Role of the drives, for an input of drives: write_tier, capacity and so on."""
    pointer: str | None
    """JSON pointer of the plan field, whether present or absent."""
    value: float | None
    status: (
        Literal[
            "given",
            "imported",
            "catalogue",
            "evidence",
            "assumed",
            "illustrative",
            "convention",
            "missing",
            "not_applicable",
            "no_limit",
        ]
        | str
    )
    """Where the value of an input comes from."""
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str | None = None
    """What the value is worth."""
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    date: str | None = None
    """When the value held, where that is known: prices age."""
    confidence: str | None = None
    """How far a price of the catalogue is to be trusted."""
    age_months: int | None
    """Age in months relative to the plan's price date, a lower bound; null is unknown."""
    is_old: bool
    """Whether it is older than the plan accepts."""


class PriceAges(Document):
    """How far the prices of an answer are to be trusted: a part with an old price looks better than it is."""

    oldest: str | None
    """Date of the oldest price of its parts; null where none has a date."""
    part: str | None
    """What has that price."""
    age_months: int | None
    """Age of that price at the plan's price date, in months."""
    age: str
    """The same in a few words."""
    undated: int
    """Prices of its parts without a date."""
    illustrative: int
    """Prices of its parts that are only illustrative."""
    text: str
    """The same as a sentence."""


class PriceBook(Document):
    """Prices that an installation keeps for many plans; a plan uses them by holding copies with the revision."""

    key: str
    """Short stable name, unique in the installation."""
    name: str
    """Name for people."""
    currency: str = "USD"
    """ISO 4217 code of the currency that the exchange rates lead to."""
    prices: list[PartPrice] = Field([], validate_default=True)
    """One price for each part."""
    exchange_rates: list[ExchangeRate] = Field([], validate_default=True)
    """Dated rates of other currencies; `rate` is in the book's currency."""
    note: str | None = None
    """What else there is to know."""


class PriceChange(Document):
    """How prices change from year to year; absent is no change."""

    hardware_rate: float | None = None
    """Change of hardware prices per year, for later purchases. Default: prices stay as they are today."""
    licence_rate: float | None = None
    """Change of licence prices per year, from one year of the plan to the next. Default: prices stay as they are today."""
    electricity_rate: float | None = None
    """Change of the electricity price per year, from one year of the plan to the next. Default: prices stay as they are today."""


class Prices(Document):
    """The prices behind the result; without those that are replaced or 0."""

    priced_on: str | None
    """The plan's price date: as given, else that of its newest price."""
    age_limit_months: int
    """Age beyond which a price is called old."""
    used: list[Price]
    """Empty if not asked for."""
    exchange_rates: list[Exchange] = Field([], validate_default=True)
    """Rates of the plan by which prices of the catalogue are converted."""


class Processor(Document):
    """The processors of one host: a catalogue key, own figures, or a key with some figures replaced."""

    key: str | None = None
    """Key in the catalogue."""
    sockets: int = 2
    """Processors in one host."""
    cores: int | None = None
    """Physical cores of one processor. Default: the catalogue value."""
    largest_host_cores: float | None = None
    """Cores of the host with the most of them, where hosts differ and the figures of a host are means."""
    threads_per_core: int | None = None
    """Logical processors of a core: 2 with hyper-threading (SMT), 1 where it is off. Default: the processor's, with all threads switched on."""
    base_ghz: float | None = None
    """Base frequency of a core. Default: the catalogue value."""
    tdp_w: float | None = None
    """Thermal design power of one processor. Default: the catalogue value."""
    price: float | None = None
    """Price of one processor. Default: the catalogue value."""
    spec_per_core: float | None = None
    """SPECrate2017_int_base of a system over its cores. Default: the catalogue's, where results are published."""


class ProposalLine(Document):
    """A line of a proposal, with what is written in it."""

    line: int
    """Number of the line in its table, from 1; 0 for one that was entered."""
    kind: Literal["part", "charge", "sum", "option", "no_price"] | str = "part"
    """A part; shipping, services or taxes; a sum of others; an option that no sum has; or without a price of its own."""
    part_number: str = ""
    description: str = ""
    part: str | None = None
    """The row of the catalogue that it is."""
    parts: list[str] = []
    """The rows that it may be, where the line leaves one point open, such as a term."""
    why_no_part: str | None = None
    """Why it is no row of the catalogue."""
    meaning: (
        Literal[
            "licence",
            "cpu",
            "memory",
            "drive",
            "chassis",
            "nic",
            "support",
            "service",
            "total",
            "discount",
            "option",
            "other",
        ]
        | str
        | None
    ) = None
    """What the line is, read from its words; null for a line entered by hand."""
    term_years: float | None = None
    """Years that a licence or support is for, where a column says it."""
    quantity: float | None = None
    unit_price: float | None = None
    """Price of one piece as it is written."""
    discount_share: float | None = None
    """Discount of this line."""
    line_total: float | None = None
    """Total as it is written."""
    category: (
        Literal[
            "hardware",
            "licences",
            "support",
            "energy",
            "space",
            "migration",
            "training",
            "administration",
            "network",
            "services",
            "other",
        ]
        | str
        | None
    ) = None
    """Category of costs, in a comparison of total costs."""
    years: list[float | None] = []
    """Amounts by year."""


class PurchaseTiming(Document):
    """What it costs to buy some quarters later, if prices go on as they do; with its uncertainty, and no advice."""

    quarters: int
    months: int
    low: float
    """More than the same hardware costs today."""
    mid: float
    high: float
    arrives_in: int
    """Month in which hosts ordered then run, by the lead time."""
    fits: bool | None
    """Whether the demand until then fits the existing hosts; null where the plan has none."""
    offers_ending: int | None
    """Offers among the prices that end before then; null where the plan has no date, or no such offer."""
    text: str


class QuarterlyChange(Document):
    """How the price of parts changes in a quarter: what is published of the newest one, or the plan's own rate."""

    parts: Literal["memory", "flash", "other hardware"] | str
    low: float
    """Change as a share of the price before."""
    mid: float
    high: float
    period: str | None
    """The quarter that it is published for; null is the plan's own rate."""
    source: str
    text: str


class QuoteAudit(Document):
    """The audit of a proposal."""

    name: str
    currency: str | None
    sentence: str
    """How many differences there are and whom they favour."""
    favour: dict[str, float]
    """Effects in money by whom they favour."""
    differences: list[Difference]
    """The largest effect first."""
    not_checked: list[NotChecked]
    questions: list[str]
    """Questions to the sender."""
    letter: str
    """The questions as a text to send."""
    report: str
    """All of it as a document in Markdown."""


class QuoteLine(Document):
    """A line of a quote, with the parts that it may be."""

    line: int
    """Number of the line in the file, from 1."""
    kind: Literal["part", "sum", "charge", "option", "no_price"] | str
    """A part; a sum of other lines; shipping, services or taxes; an option that no sum has; or what has no price of its own."""
    part_number: str
    description: str
    quantity: float | None
    unit_price: float | None
    """Price of one piece; null if it cannot be read."""
    currency: str | None
    """ISO 4217 code; null where the quote does not say it."""
    discount_share: float | None
    date: str | None
    part: str | None
    """The part that it is without doubt; null is for the reader to decide."""
    candidates: list[PartCandidate]
    """Parts that it may be, the likeliest first."""
    why_none: str | None = None
    """Why no part is chosen."""


class QuoteReading(Document):
    """What a quote was read as; nothing of it is stored."""

    file: str
    headers: list[str]
    """Headers as written."""
    mapping: dict[str, str]
    """Header by column."""
    least_score: float
    """Score below which no part is chosen."""
    lines: list[QuoteLine]
    findings: list[EstateFinding]


class ReadCache(Document):
    """A host read cache: it answers repeated reads, and writes go through to the storage behind it."""

    size_gb: float | None = None
    """Flash for the read cache in one host. Default: the drive's capacity."""
    block_kib: float | None = None
    """Size of a block of the read cache. Default: that of the dominant I/O."""
    flash_read_ms: float | None = None
    """Latency of a read that the read cache answers."""
    backend_read_ms: float | None = None
    """Latency of a read from the storage behind the read cache."""
    backend_write_ms: float | None = None
    """Latency of a write to the storage behind the read cache; every write goes through to it."""
    network_mb_s: float | None = None
    """Rate at which a read cache moves to another host. Default: an assumption of the catalogue."""
    fill_mb_s: float | None = None
    """Rate at which an empty cache fills."""
    drive: Drives = Field({"reused": 0}, validate_default=True)
    """The drive, one per host; for its price."""


class ReadCacheSupport(Document):
    """Whether a version of the hypervisor has a read cache of its own."""

    hypervisor: str | None
    name: str | None
    supported: bool | None
    """null where no version is given, or nothing is known."""
    reason: str
    source: list[ExplanationSource]


class Reading(Document):
    """A value that is drawn, and how it is written."""

    value: float | None
    """Null where it is not known: the text says why."""
    text: str


class RegimeSpan(Document):
    """A stretch of time in one regime, its ends exact."""

    regime: Literal["buffering", "destaging", "throttled"] | str
    """
    What the write buffer does.

    buffering: it fills and nothing leaves it. destaging: it passes data on to the capacity drives. throttled: writes
    are admitted more slowly than requested, because the buffer or its drive is at its limit.
    """
    from_minutes: float
    to_minutes: float


class Remedy(Document):
    """A remedy of one click."""

    label: str
    """What it does, in words."""
    edits: list[Edit]
    """The changes of the plan, in their order."""


class Requirements(Document):
    """What every candidate must be able to do; one that cannot is shown, and takes part in no verdict."""

    hosts_lost: int | None = None
    """With so many hosts down at once the cluster must go on; spare hosts of the policy size it. Default: not required."""
    hosts_lost_keeps: Literal["full_performance", "running"] | str = "full_performance"
    """Full performance: every limit still holds. Keeps running: memory and CPU suffice at 100 %, and the data can be reached."""
    site_lost: bool = False
    """Whether all VMs must go on when one site is lost."""
    heals: bool = False
    """Whether data must be fully protected again after a host is lost, without a new host."""
    rpo_minutes: float | None = None
    """Minutes of writes that may be lost with a site; 0 is none. Default: not required."""
    min_hosts: int | None = None
    """Minimum number of hosts at the sizing date: a lost host then takes no more than that part of the VMs. Default: not required."""
    max_hosts: int | None = None
    """Maximum number of hosts until the horizon, over all clusters; the policy limits a single cluster. Default: not required."""
    budget: float | None = None
    """Highest cost until the horizon. Default: not required."""
    rack_units: float | None = None
    """Rack units allowed, an external array included. Default: not required."""
    power_kw: float | None = None
    """Highest average power of hosts and array, without cooling. Default: not required."""
    snapshots: bool = False
    """Whether VMs need snapshots on the storage that is used."""
    live_migration: bool = False
    """Whether running VMs must move between hosts."""
    vgpu: bool = False
    """Whether VMs share graphics processors."""


class RevisionConfiguration(Document):
    """What one configuration of a revision was answered when it was saved."""

    key: str
    name: str
    feasible: bool
    hosts: float | None
    """Null where unknown, or where no number is enough."""
    cost: float | None
    """Cost until the horizon, in the revision's currency; null where unknown."""
    life_years: float | None
    """Years until the first drives wear out; null where unknown or never."""


class RevisionItem(Document):
    """A revision in a list."""

    number: int
    plan_hash: str
    created_at: AwareDatetime
    name: str
    """Name of the plan at that time."""
    currency: str
    configurations: list[RevisionConfiguration] | None
    """What it was answered when it was saved; null where that was not kept."""


class RightSizing(Document):
    """What a VM gets that is right-sized."""

    sizing: Literal["allocated", "right_sized"] | str = "allocated"
    """Whether VMs keep what they have, or get what they use and a headroom."""
    cpu_headroom_share: float = 0.3
    """Added to the CPU that a VM uses."""
    memory_headroom_share: float = 0.3
    """Added to the memory that a VM uses."""


class RuleChange(Document):
    """A number in which another rule differs."""

    quantity: str
    label: str
    ours: float | None
    theirs: float


class Sensitivities(Document):
    """The numbers of a plan by what they do to its answer."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str
    of: Literal["cost", "hosts"] | str
    """What shares are of: hosts where no cost is known."""
    sensitivities: list[FieldSensitivity]
    """Strongest first; inputs without effect are left out."""


class Source(Document):
    """Where an inventory comes from."""

    kind: str
    """Key of the format, such as `rvtools`."""
    label: str
    """The format in words."""
    version: str | None = None
    """Version of the product that wrote it, where it says so."""
    taken_at: str | None = None
    """When it was taken, where the source says so."""
    file: str
    """Name of the file."""
    sha256: str
    """SHA-256 of the file."""


class SourceRange(Document):
    """A number with the ends of what the sources leave open; both are the number where no range is known."""

    low: float
    mid: float
    high: float


class StateBand(Document):
    """Memory overcommitment over which a state is predicted, on the hosts of the configuration."""

    state: Literal["high", "clear", "soft", "hard", "low"] | str
    """State of a host's memory, from enough free memory to blocked VMs."""
    from_ratio: float
    to_ratio: float | None
    """Null where no worse state follows in the range that was looked at."""


class StatedFigures(Document):
    """What a proposal says of its assumptions and of the cluster; what it does not say is absent."""

    hosts: int | None = None
    """Hosts."""
    years: float | None = None
    """Years that it is for."""
    support_years: float | None = None
    """Years of support."""
    growth_rate: float | None = None
    """Growth of VMs in a year, as a share."""
    raw_capacity: float | None = None
    """Raw capacity, in the unit that is said."""
    raw_unit: Literal["TB", "TiB"] | str | None = None
    usable_capacity: float | None = None
    """Usable capacity, in the unit that is said."""
    usable_unit: Literal["TB", "TiB"] | str | None = None
    usable_per_raw: float | None = None
    """Usable capacity as a share of raw capacity."""
    spare_hosts: int | None = None
    """Hosts that may fail."""
    data_reduction_ratio: float | None = None
    """Data reduction."""
    vcpu_per_core: float | None = None
    """vCPUs for each core."""
    memory_overcommit: float | None = None
    """Memory of VMs by that of the hosts."""


class Swap(Document):
    """Where the hypervisor swaps to; a local SSD can be a host cache before the regular swap files."""

    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local"] | str
    host_cache_gb: float | None = None
    """Size of the host cache on a local SSD, used before the regular swap files."""
    turnovers_per_day: float | None = None
    """Exchanges of the swapped memory per day; each exchange writes it once. Default: an assumption of the catalogue."""
    drive: Drives = Field({"reused": 0}, validate_default=True)
    """The drive, one per host; for its wear and price."""


class TabReport(Document):
    """What became of the rows of one tab. Accepted, repaired and rejected add up to those read."""

    file: str
    tab: str
    rows_read: int
    """Rows with data, without the header."""
    rows_accepted: int
    """Rows taken as they are."""
    rows_repaired: int
    """Rows taken with a repaired value."""
    rows_rejected: int
    """Rows left out."""


class Tick(Document):
    """A value that stands at an axis."""

    value: float
    text: str


class Totals(Document):
    """Demands given for all VMs together, at the sizing date; each replaces the sum over the groups."""

    cpu_ghz: float | None = None
    """Processor demand of all VMs, if given as a total."""
    used_tb: float | None = None
    """Data of all VMs before protection, if given as a total."""


class TouchingRule(Document):
    """A rule of a newer engine that touches a plan."""

    code: str
    since: str
    """Version of the engine that has it."""
    text: str
    """The rule in words."""


class TriedRemedy(Document):
    """A change of one click, tried: with it something can be built, or compared."""

    remedy: Remedy
    effect: str = ""
    """What it leads to, in words; may be empty."""


class UncertainInput(Document):
    """What is uncertain: values of one kind, such as prices of drives."""

    key: str
    name: str
    shape: Literal["factor", "points"] | str
    """Whether low and high multiply the values or are added."""
    low: float
    """At the 5th percentile."""
    high: float
    """At the 95th percentile."""
    pointers: list[str]
    """JSON pointers of the fields that it moves; some values have none."""
    source: str
    note: str


class UnreadRow(Document):
    """A row of a proposal that is left out or rejected."""

    table: str
    line: int
    text: str
    """What stands in it, in short."""
    amount: float | None
    """Its amount of money, as far as one can be read."""
    why: str


class Value(Document):
    """A number, or the reason why there is none; never a zero that stands for missing."""

    value: float | None
    state: (
        Literal["evaluated", "not_evaluated", "no_limit", "does_not_apply", "infeasible", "undefined", "infinite"] | str
    )
    """
    What a value is: a number, or why there is none.

    not_evaluated: an input is missing, and named. no_limit: the policy sets none. does_not_apply: not for this
    configuration. infeasible: no number of these hosts is enough. undefined: nothing divided by nothing, such as the
    I/O that a drive endures where there is no I/O. infinite: unlimited.
    """
    missing: list[str] = []
    """JSON pointers of the missing fields; of many the first ones."""


class ValueRange(Document):
    """
    How far a given value may be off: it lies between the two ends with a confidence.

    The value itself is the median. Where `low` is above 0, the logarithm of the value is normal to each side, with the
    ends as quantiles; else, and for rates of growth, the value itself.
    """

    low: float
    """Lower end, in the unit of the value."""
    high: float
    """Upper end."""
    confidence: float = 0.9
    """Share of the cases in which the value lies between the ends, as many below as above."""
    cause: str | None = None
    """Ranges of one cause move together; without one each by itself."""


class ValueSensitivity(Document):
    """What one value behind a number does to it, moved by itself."""

    input: Input
    """The value, with its unit, status and source."""
    moved: Literal["its range", "a tenth"] | str
    """How far: from the 5th to the 95th percentile where it is uncertain, else by a tenth."""
    low: float
    """The value at the low end."""
    high: float
    """The value at the high end."""
    at_low: float | None
    """The number at the low end; null where there is none."""
    at_high: float | None
    """The number at the high end."""
    share: float | None
    """The larger of both changes, as a share of the number; null where the number is 0 or both ends have none."""


class VmColumns(Document):
    """The VMs."""

    name: list[str]
    """Names."""
    id: list[str]
    """Stable id: that of the source, else name and cluster."""
    uuids: list[str] | None = None
    """UUIDs that it has in every tool, those of instance and BIOS, with blanks between them."""
    power: list[Literal["on", "off", "suspended", "other", "unknown"] | str]
    """Whether it runs."""
    power_word: list[str] | None = None
    """The words of the states, where some are neither on nor off."""
    template: list[bool]
    """Whether it is a template, which is never started."""
    placeholder: list[bool] | None = None
    """Whether it stands for a VM that is protected elsewhere."""
    os: list[str] | None = None
    """Guest operating system."""
    vcenter: list[str] | None = None
    """The vCenter or other manager that it belongs to."""
    datacenter: list[str] | None = None
    """Datacenter."""
    cluster: list[str] | None = None
    """Cluster; empty for a host outside of clusters."""
    host: list[str] | None = None
    """Host that it is on."""
    folder: list[str] | None = None
    """Folder of the inventory."""
    attributes: dict[str, list[str]] = {}
    """Custom attributes and tags by name."""
    traits: dict[str, list[bool | None]] = {}
    """What stops or delays a move; what the source cannot say is absent."""
    snapshot_days: list[float | None] | None = None
    """Age of its oldest snapshot, days; null without one."""
    off_days: list[float | None] | None = None
    """Days since it was last changed, of powered-off VMs."""
    hardware_version: list[float | None] | None = None
    """Version of its virtual hardware."""
    vcpu: list[float | None] | None = None
    """Virtual CPUs."""
    memory_gib: list[float | None] | None = None
    """Configured memory, GiB."""
    memory_reserved_gib: list[float | None] | None = None
    """Reserved memory, GiB."""
    memory_active_gib: list[float | None] | None = None
    """Active memory, GiB: one reading, or a mean."""
    memory_peak_gib: list[float | None] | None = None
    """Highest active memory of the period, GiB."""
    memory_consumed_gib: list[float | None] | None = None
    """Memory of the host that it takes, GiB."""
    memory_ballooned_gib: list[float | None] | None = None
    """Memory that the balloon has taken back, GiB."""
    memory_swapped_gib: list[float | None] | None = None
    """Memory that the host has swapped, GiB."""
    cpu_ghz: list[float | None] | None = None
    """CPU use, GHz: one reading, or a mean."""
    cpu_peak_ghz: list[float | None] | None = None
    """Highest CPU use of the period, GHz; a percentile if said."""
    cpu_ready_share: list[float | None] | None = None
    """Share of time that it waits for a CPU, per vCPU."""
    disks: list[float | None] | None = None
    """Virtual disks."""
    disk_gb: list[float | None] | None = None
    """Capacity of its virtual disks, GB."""
    shared_gb: list[float | None] | None = None
    """Capacity of disks that it shares and that another VM counts, GB; not in its disks."""
    alike_gb: list[float | None] | None = None
    """Capacity of disks that it may share with another VM that counts them too, GB; in its disks."""
    provisioned_gb: list[float | None] | None = None
    """Provisioned storage with swap file and snapshots, GB."""
    used_gb: list[float | None] | None = None
    """Storage in use, GB."""
    guest_used_gb: list[float | None] | None = None
    """Used by the file systems of the guest, GB."""
    snapshot_gb: list[float | None] | None = None
    """Storage of its snapshots, GB."""
    iops_average: list[float | None] | None = None
    """I/O per second, mean of the period."""
    iops_peak: list[float | None] | None = None
    """I/O per second, highest of the period; a percentile if said."""
    read_share: list[float | None] | None = None
    """Reads as a share of all I/O."""
    disk_kb_s: list[float | None] | None = None
    """Bytes read and written, kB/s, mean of the period."""


class VmGroup(Document):
    """VMs of one kind."""

    name: str
    """Name of the group."""
    count: int
    """Virtual machines of the group today."""
    vcpu: float
    """Virtual processors of one VM."""
    memory_gib: float
    """Configured memory of one VM."""
    cpu_ghz: float | None = None
    """Processor cycles of one VM at its busy hour."""
    guest_os: Literal["windows_server", "windows_desktop", "linux", "other"] | str | None = None
    """Family of the guest systems of its VMs, by which licences of guests may be counted. Default: not known."""
    vms: Literal["alike", "mean"] | str | None = None
    """Whether each VM has the size of the group, or the group is a mean of VMs that differ. Default: alike, but where a VM has a fraction of a vCPU."""
    largest_vm_vcpu: float | None = None
    """Virtual processors of the group's VM with the most of them, where its VMs differ."""
    largest_vm_gib: float | None = None
    """Memory of the group's VM with the most of it, where its VMs differ."""
    iops_peak: float | None = None
    """Front-end I/O per second of one VM at its busy hour: sizes performance."""
    iops_average: float | None = None
    """Front-end I/O per second averaged over days: sizes endurance."""
    read_share: float | None = None
    """Share of the I/O that reads."""
    io_kib: float | None = None
    """Size of one I/O."""
    disk_gb: float | None = None
    """Provisioned disk of one VM."""
    disk_used_share: float | None = None
    """Share of the provisioned disk that holds data. Default: all of the provisioned disk is used."""
    vcpu_per_core: float | None = None
    """Highest number of virtual processors of the group on one physical core, if it is not the policy's."""
    protection: Literal["raid1_ftt1", "raid1_ftt2", "raid1_ftt3", "raid5", "raid6"] | str | None = None
    """Protection of the group's data, as the storage of each configuration builds it, at each of its sites. Default: the configuration's, else the policy's."""
    kept_at: Literal["both_sites", "one_site"] | str | None = None
    """Where a stretched cluster has the group's data: at both sites, or at the one where its VMs run. Default: mirrored to the other site."""
    data_reduction_ratio: float | None = None
    """Logical to physical bytes of the group, if not the configuration's."""
    opm_model: str | None = None
    """Key of a measured operations-per-minute model: the plan's own, or of the evidence library."""
    memory_active_share: float | None = None
    """Share of the VM's memory that it touches all the time while not dormant. Default: an assumption of the catalogue."""
    idle_share: float | None = None
    """Share of the time for which the VM is dormant. Default: no VM is dormant."""
    memory_reserved_share: float | None = None
    """Share of the VM's memory that is reserved. Default: no memory is reserved."""
    memory_consumed_gib: float | None = None
    """Memory of the host that one VM takes, as its hypervisor counts it. Default: what is configured counts."""
    write_locality_share: float | None = None
    """Share of the writes that overwrite data still in the write buffer, and take no further room. Default: no write overwrites data that is still in the buffer."""
    working_set_gb: float | None = None
    """Data that one VM reads repeatedly. Default: not evaluated where there is a read cache."""
    read_cache_gb: float | None = None
    """Host read cache reserved for one VM. Default: none is reserved, unless its hits are given."""
    read_cache_hit_share: float | None = None
    """Share of the VM's reads that the host read cache answers, as measured or expected; never estimated here. Default: not evaluated where there is a read cache."""
    count_growth_rate: float | None = None
    """Growth of the number of VMs per year. Default: no growth."""
    vcpu_growth_rate: float | None = None
    """Growth of the virtual processors per VM and year. Default: no growth."""
    memory_growth_rate: float | None = None
    """Growth of the memory per VM and year. Default: no growth."""
    disk_growth_rate: float | None = None
    """Growth of used disk per VM and year. Default: no growth."""
    io_growth_rate: float | None = None
    """Growth of I/O per VM and year. Default: no growth."""


class Why(Document):
    """The address of an explanation: the quantity of a configuration, in a failure case."""

    configuration: str
    quantity: str
    failed_hosts: int = 0


class WriteTier(Document):
    """The drives that absorb the writes: one for each disk group."""

    key: str | None = None
    """Key in the catalogue."""
    capacity_gb: float | None = None
    """Capacity of one drive. Default: the catalogue value."""
    rated_dwpd: float | None = None
    """Rated full drive writes per day. Default: the catalogue value."""
    rated_tbw_tb: float | None = None
    """Rated terabytes written within the warranty; where both ratings are given, the smaller governs. Default: the catalogue value."""
    warranty_years: float | None = None
    """Years of the rating. Default: the catalogue value."""
    endurance_factor: float | None = None
    """Rated over actual write amplification inside the drive; 1 when the workload is like the rating's. Default: the workload wears the drive as the rating's workload does."""
    endurance_factor_low: float | None = None
    """Low end of the endurance correction, with 5 % of cases below it. Default: the correction is assumed exact."""
    endurance_factor_high: float | None = None
    """High end of the endurance correction, with 5 % of cases above it. Default: the correction is assumed exact."""
    sustained_write_mb_s: float | None = None
    """Sustained write rate of one drive under cluster load. Default: measurements, else the datasheet's rate, derated."""
    power_w: float | None = None
    """Power of one drive. Default: the catalogue's, else what is usual for its kind."""
    price: float | None = None
    """Price of one drive. Default: the catalogue value."""
    reused: int = 0
    """Drives of this kind from retired hosts that go into the first hosts and are not bought. Default: all are bought."""
    disk_groups: int = 1
    """Disk groups per host, each with one cache drive. Default: one."""
    destage_limit_mb_s: float | None = None
    """Highest rate at which one disk group moves data from buffer to capacity drives."""
    burst_write_mb_s: float | None = None
    """Highest rate at which one cache drive takes writes while the buffer has room."""
    large_write_buffer: bool = False
    """Whether the large write buffer is switched on; every disk group must be created anew for it."""


class YearFlow(Document):
    """Cash flow of one year."""

    year: int
    amount: Value
    cumulative: Value


class YearSaving(Document):
    """Savings of one year against the alternative; below 0 it costs more."""

    year: int
    amount: Value
    cumulative: Value


class AnswerChange(Document):
    """What is answered otherwise for one configuration."""

    key: str
    before: ConfigurationFigures
    after: ConfigurationFigures
    cause: str | None
    """Label of the limit that the other number of hosts comes from; else null."""


class BookYear(Document):
    """Book value of hardware at the end of one year; a view that changes no cost."""

    year: int
    depreciation: Value
    book_value: Value


class Burst(Document):
    """The load over time that the write buffer must take: peak for some minutes and then the average, or a profile."""

    peak_minutes: float | None = None
    """Minutes at peak I/O, after which the average follows. Default: no minutes at peak are stated."""
    profile: list[LoadStep] | None = None
    """Load over time, in consecutive phases."""
    start_fill_share: float | None = None
    """Fill of the write buffer as the burst begins; 0 is an empty buffer. Default: the fill at which the average load rests."""


class BurstConfiguration(Document):
    """The answer for one configuration."""

    key: str
    name: str
    applies: bool
    """Whether its storage has write buffers that de-stage."""
    reason: str | None
    """Why not, where it has none."""
    text: str
    """Whether and when writes are throttled, in words."""
    throttles_after_minutes: Value
    """Minutes of the profile until writes are throttled for the first time; infinite is never."""
    longest_burst_minutes: Value
    """Minutes at peak, after the average load, until writes are throttled; infinite is never."""
    throttled_minutes: Value
    """Minutes of the profile in which writes are throttled."""
    longest_throttled_minutes: Value
    """Longest uninterrupted time with throttled writes."""
    steady_admitted_iops: Value
    """Front-end I/O per second of this mix that the cluster sustains."""
    quantities: dict[str, Value]
    """Quantities of the model used here, by name."""
    series: BurstSeries | None
    """The course over time; null where it is not evaluated."""
    spans: list[RegimeSpan]
    """The regimes one after the other, with exact times."""
    assumed: bool
    """Whether the rates of drive or de-staging are assumed and not measured or given."""
    rests_on_assumptions: list[str]
    """Labels of the assumed inputs behind buffer, rates and load; the number of hosts has its own."""
    sources: list[ExplanationSource]
    """Sources of buffer, thresholds and rates."""


class BurstResult(Document):
    """How the write buffers take a load over time. The same plan, failures and versions give the same bytes."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    unit_convention: str
    failed_hosts: int
    failed_groups: int
    profile: list[BurstStep]
    profile_is_assumed: bool
    """Whether the profile is a default, since the plan describes no burst."""
    thresholds: BurstThresholds | None
    """Null if no configuration has a write buffer."""
    configurations: list[BurstConfiguration]
    notes: list[str]
    """Assumptions for missing inputs, and omissions of the simulation."""


class CarbonPart(Document):
    """One category of the carbon until the horizon."""

    key: str
    label: str
    quantity: str
    kgco2e: Value


class CaseEvidence(Document):
    """A measured case beside the model's number."""

    key: str
    name: str
    access: str
    measure: str
    """What was measured, with its unit."""
    without_cache: float
    with_cache: float
    improvement_ratio: float
    """How many times as fast, or as much, with the cache."""
    cache_gb: float
    database_gb: float | None
    block_kib: float | None
    read_share: float | None
    hit_share: float | None
    own_service_ms: float | None
    """Service time that explains this case alone."""
    model: float | None
    """The model's number with this plan's flash latency, in the same unit."""
    model_ratio: float | None
    """The model's number over the measured one."""
    note: str
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str
    conditions: str
    source: ExplanationSource


class Cell(Document):
    """One number of the comparison."""

    configuration: str
    value: Value
    failed_hosts: int = 0
    """Failed hosts of the configuration in the case of the row."""
    text: str | None = None
    """What to write in place of the number, where words say more."""
    note: str | None = None
    best: bool = False
    difference: float | None = None
    """Value minus the reference's, in the row's unit."""
    difference_share: float | None = None
    """Difference as a share of the reference's value."""


class ChangedPrice(Document):
    """What a price book changes for one part."""

    part: str
    name: str | None
    """The part for people; null where the catalogue does not have it."""
    before: PartPrice | None
    """The plan's price; null if it has none."""
    after: PartPrice | None
    """The book's price; null if it has none any more."""
    change_share: float | None
    """By which share of the price before it differs; null if that cannot be said."""


class ChartAxis(Document):
    """An axis, from its lowest to its highest value."""

    label: str
    """What stands at it, with the unit."""
    lowest: float
    highest: float
    logarithmic: bool = False
    ticks: list[Tick]


class ChartPoint(Document):
    """
    What is drawn at one place: a segment, a range, a corner of a line or a point.

    `across` is read at the horizontal axis, `upright` at the other one; what is not read there is null.
    """

    part: str | None = None
    """Key of the part of the cost that a segment stands for."""
    across: Reading | None = None
    upright: Reading | None = None
    low: Reading | None = None
    """Where the range of a life begins."""
    high: Reading | None = None
    """Where it ends."""
    added: Reading | None = None
    """What a corner of a line adds to the one before: a bar, where it has room."""


class ChoiceFound(Document):
    """A choice: its options, and what all good answers have of them."""

    name: str
    options: list[OptionFound]
    shared: str
    """What all answers within the share have in common here, as a sentence."""


class ConfigurationGrowth(Document):
    """A configuration over time."""

    key: str
    name: str
    needed: list[float | None]
    """Hosts that the demand of each month needs."""
    present: list[float | None]
    """Hosts of the cluster in each month, with those bought until then."""
    breaks_in: int | None
    """First month in which the first hosts are not enough; null within no month."""
    broken_by: list[DatedEvent]
    """The events that bring VMs in this month; empty where growth alone needs more."""
    order_by: int | None
    """Last month in which to order, so that the first hosts for growth are there when they are needed; below 0 they come too late. Null where the first hosts last."""
    purchase_timing: list[PurchaseTiming] = Field([], validate_default=True)
    """Buying 1 to 3 quarters later; empty where nothing is bought, or a price is not known."""
    limits: list[LimitOverTime]
    """The one that breaks first comes first, those that hold come last."""


class ConfigurationSummary(Document):
    """A few answers for one configuration."""

    key: str
    name: str
    feasible: bool
    quantities: dict[str, Value]
    """The requested quantities, by name."""


class Consolidation(Document):
    """Hosts for a number of operations per minute, and what a tolerance would change."""

    target_opm: float
    tolerance_share: float
    planned_vms_per_host: Value
    planned_opm_per_host: Value
    hosts_for_opm: Value
    host_saving_tolerance_share: Value
    text: str
    planning_range: str
    """What the paper expects of mixed workloads."""


class Constraint(Document):
    """One constraint on the number of hosts."""

    key: (
        Literal[
            "active_memory",
            "capacity",
            "coverage_level",
            "cpu_ghz",
            "cpu_ratio",
            "endurance",
            "largest_vm",
            "memory",
            "memory_state",
            "memory_state_with_spares_down",
            "network",
            "operations",
            "performance",
            "protection",
            "read_cache",
            "vm_placement",
            "write_buffer",
            "write_performance",
        ]
        | str
    )
    label: str
    quantity: str
    hosts: Value
    spare_hosts: int
    """Spare hosts contained in `hosts`."""
    slack_quantity: str | None
    slack_share: Value | None
    """How much the demand may grow before it needs another host."""
    binding: bool
    runner_up: bool
    satisfied: bool | None
    """Whether the cluster's hosts are enough; null if not evaluated."""
    undecided: bool
    """Whether it is not evaluated and could ask for more hosts."""


class CostPart(Document):
    """One category of the cost until the horizon."""

    key: str
    label: str
    quantity: str
    amount: Value
    counted: bool
    """Whether the plan says what it costs; if not, 0 stands for it."""


class Economics(Document):
    """Prices and rates that all configurations share."""

    horizon_years: int = 5
    """Years over which cost and wear-out are counted."""
    currency: str = "USD"
    """ISO 4217 code of the plan's currency."""
    exchange_rates: list[ExchangeRate] = Field([], validate_default=True)
    """Dated rates by which prices in other currencies are converted; without one such a price cannot be used."""
    prices: list[PartPrice] = Field([], validate_default=True)
    """Prices of quotes and price lists, one for each part; they win over the catalogue's, and a price in a configuration wins over them."""
    discounts: list[Discount] = Field([], validate_default=True)
    """Discounts on list prices of licences, one for each vendor; a price of your own has none."""
    cost_lines: list[CostLine] = Field([], validate_default=True)
    """Amounts that each configuration pays alike, such as training or monitoring."""
    confirmed_none: list[
        Literal[
            "migration",
            "double_running",
            "training",
            "services",
            "backup_monitoring",
            "network",
            "maintenance",
            "external_array",
            "software_assurance",
            "administration",
            "decommissioning",
            "other",
        ]
        | str
    ] = []
    """Categories of cost lines that are known to cost nothing in any configuration."""
    equal_sites: EqualSites | None = None
    """The sites that are alike, where the plan describes one of them."""
    discount_rate: float | None = None
    """Yearly rate by which later money is worth less."""
    support_rate: float | None = None
    """Support per year as a share of the purchase price of servers and array, without memory and drives. Default: support may be an amount for each host instead."""
    support_price_per_host: float | None = None
    """Support of one host and year, of its quote; replaces the share. Default: the share, of servers and array."""
    electricity_price_per_kwh: float | None = None
    """Price of a kilowatt-hour."""
    pue: float | None = None
    """Energy of the site over energy of the equipment. Default: an assumption of the catalogue."""
    cpu_load_share: float | None = None
    """Average CPU load over the year, for energy; the same for all configurations and any number of hosts."""
    rack_unit_price_per_month: float | None = None
    """Price of a rack unit per month; 0 if space is paid by the kW. Default: space may be paid by the kW instead."""
    colocation_price_per_kw_month: float | None = None
    """Price of space by the power at full load, per kW and month; 0 if it is paid by the rack unit. Default: space is paid by the rack unit."""
    buy_expansion: bool = True
    """Whether hosts needed for growth are bought in the months that need them."""
    lead_time_months: int | None = None
    """Months from an order to hosts that run, by which the last month to order is told. Default: what is usual."""
    expansion_cadence_months: int | None = None
    """Months from one purchase of hosts for growth to the next: each is enough until the next may follow. Default: an assumption of the catalogue."""
    expansion_minimum_hosts: int | None = None
    """Least hosts of one purchase for growth. Default: one host can be ordered."""
    migration_link_mbit_s: float | None = None
    """Speed of the network that VMs are copied over. Default: what a published rule assumes."""
    migration_people: int | None = None
    """People who check VMs side by side. Default: what published rules assume."""
    migration_check_minutes_per_vm: float | None = None
    """Working time of one person for a VM: cutover, tests and approval. Default: what published rules assume."""
    price_change: PriceChange = Field({}, validate_default=True)
    keep: Keep | None = None
    """The alternative to the configurations, in place of the reference."""
    admin_hours_per_host_year: float | None = None
    """Hours of administration that a host takes per year. Default: not counted, if neither hours nor their price is given."""
    admin_rate_per_hour: float | None = None
    """Price of an hour of administration. Default: not counted, if neither hours nor their price is given."""
    outage_price: float | None = None
    """Cost of the outage of one disk group. Default: not counted: no price is given for outages."""
    residual_share: float | None = None
    """Share of the purchase price that comes back at the horizon. Default: not counted: none is given for residual value."""
    depreciation_years: float | None = None
    """Years over which hosts and array are written off in equal parts; a view that changes no cost."""
    country: str | None = None
    """ISO 3166 code of the country, or EU, whose electricity it is: for its carbon. Default: the world."""
    carbon_g_per_kwh: float | None = None
    """Carbon of a kilowatt-hour of electricity, average of the mix. Default: the country's, else the world's."""
    priced_on: str | None = None
    """Date for which the plan is priced; by default that of the newest price in it."""
    price_age_limit_months: int | None = None
    """Age beyond which a price is called old; by default a year."""


class EstateChoices(Document):
    """What is made of an inventory."""

    name: str = "Imported estate"
    scope: EstateScope = Field(
        {
            "datacenters": [],
            "clusters": [],
            "folders": [],
            "os": [],
            "names": [],
            "not_names": [],
            "attribute": None,
            "attribute_values": [],
            "powered_off": "disk",
            "count_infrastructure": False,
            "management_in_groups": False,
            "leave_out_hosts_away": False,
            "powers": {},
            "templates": False,
        },
        validate_default=True,
    )
    grouping: Grouping = Field({"by": "size", "attribute": None, "most": 6}, validate_default=True)
    right_sizing: RightSizing = Field(
        {"sizing": "allocated", "cpu_headroom_share": 0.3, "memory_headroom_share": 0.3},
        validate_default=True,
    )
    storage: str | None = None
    """Storage stack of the candidates, a key of the catalogue; by default vSAN ESA."""
    question: Literal["keep_or_replace", "new_cluster", "which_platform"] | str | None = None
    """Keep the hosts or replace them, size a new cluster on one storage stack, or compare platforms; by default the first where the source has hosts, else the second."""
    keeping: KeepingCost = Field(
        {"support_per_year": None, "array_per_year": None, "upgrade": None, "nothing": False},
        validate_default=True,
    )
    growth_share: float | None = None
    """Growth of the number of VMs in a year; by default that of the history, else none."""
    storage_base: Literal["provisioned", "in_use", "guest"] | str = "in_use"
    """What counts as data: all that is provisioned, what is in use, or what the file systems of guests hold."""
    shared_disks: Literal["as_found", "once", "each"] | str = "as_found"
    """How disks count that several VMs list: once where the source says that they are shared or little depends on it, all of them once, or each for every VM that lists it."""
    count_above_disks: bool = False
    """Whether use above the disks counts, that of snapshots and swap files."""
    disk_used: float | None = None
    """Share of the disks that is in use; by default as the source says."""
    cpu_peak_share: float = 0.15
    """CPU use of a vCPU at the busy hour, where the source has no history."""
    assumed_ghz: float = 2.5
    """Clock of the hosts, where the source does not say."""
    assume_io: bool = True
    """Whether VMs without I/O in the source get the I/O per vCPU below: the life of drives follows from it with the widest range, and no hosts do. Otherwise the life is not evaluated."""
    iops_peak_per_vcpu: float = 50
    """I/O per second of a vCPU at the busy hour, where it is assumed."""
    iops_average_per_vcpu: float = 15
    """Mean I/O per second of a vCPU, where it is assumed."""
    writes_of_drives: bool = False
    """Whether VMs without I/O get the writes that were measured on the drives, by their disks."""
    drive_write_copies: float = 2
    """How often the storage of today writes each byte of a VM to its drives."""
    read_share: float = 0.7
    """Reads as a share of I/O, where the source does not say."""
    io_kib: float = 16
    """Size of an I/O, KiB, where the source does not say."""


class EstateGroup(Document):
    """A group of VMs, with what it sums to."""

    group: VmGroup
    totals: EstateTotals
    members: list[str]
    """Some of its VMs."""


class EstatePart(Document):
    """One part of an estate, such as a cluster or a family of guest systems."""

    name: str
    totals: EstateTotals
    hosts: int = 0
    cores: float | None = None
    host_memory_gib: float | None = None


class ExplanationLimit(Document):
    """A constraint on the number of hosts, with its arithmetic."""

    key: str
    label: str
    quantity: str
    """The quantity that explains it further."""
    hosts: Value
    binding: bool
    words: str
    """What is divided by what."""
    demand: str | None
    """What is divided, as it comes about, where it is one quantity with parts."""
    arithmetic: str | None
    """The same with numbers; null if not evaluated."""


class ExplanationPart(Document):
    """A part of a number that is a sum."""

    label: str
    quantity: str | None
    """The quantity that explains it further; null where none does alone."""
    value: Value
    arithmetic: str | None
    """How it is computed, with numbers, where it is no quantity of its own."""


class Figure(Document):
    """A number in a sentence."""

    name: str
    """Name in its sentence: with the code of the sentence it says what it is."""
    text: str
    """As it is read, with its unit."""
    value: float | None
    """The number itself; null where it is infinite or unknown."""
    why: Why | None = None
    """Where it is explained; null for an input or a part of one."""
    note: str | None = None
    """Key of the note of the decision that explains it, where no quantity does."""
    pointer: str | None = None
    """JSON pointer of the field of the plan that it is."""
    page: str | None = None
    """Page of the documentation or of the catalogue that explains it, where nothing else does."""


class Finance(Document):
    """The configuration against an alternative: payments discounted from their month, before taxes."""

    against: str | None
    """Key of the configuration compared with; null is the existing cluster."""
    against_name: str
    npv: Value
    """What it saves until the horizon in today's money; below 0 it costs more."""
    internal_rate: Value
    """Yearly rate at which both cost the same in today's money; undefined if there is none or several."""
    payback_years: Value
    """Years after which it has cost less for good; 0 is from the beginning, infinite is never."""
    discounted_payback_years: Value
    """The same in today's money."""
    savings: list[YearSaving]
    """Empty if one of both is not feasible."""
    text: str
    """Whether it pays and when, in words."""


class Finding(Document):
    """Something to know about a result."""

    code: str
    """What is told; the same code is the same sentence with other figures."""
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    blocks: (
        Literal[
            "building",
            "feasibility",
            "admission",
            "comparison",
            "clear",
            "nothing",
        ]
        | str
    ) = "nothing"
    """What it keeps from being: building: parts that do not belong together; feasibility: no such number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; clear: the verdict is held down."""
    message: str
    """The sentence."""
    parts: list[str | Figure | ConfigurationName]
    """The same in parts, whose numbers open."""
    configuration: str | None = None
    """Key of the configuration that it is about."""
    quantity: str | None = None
    """The quantity that it is about."""
    pointer: str | None = None
    """JSON pointer of the field to change."""
    remedy: Remedy | None = None
    """The change of one click that helps, where there is one."""
    topic: (
        Literal["hosts", "cost", "prices", "wear", "writes", "memory", "machine", "power", "storage", "workload"] | str
    )
    """What a finding is about, as people look for it."""


class Found(Document):
    """A configuration, evaluated by itself as a plan is."""

    hosts: Value
    cost: Value
    life_years: Value
    wear_out_probability: Value
    prices: PriceAges


class Hit(Document):
    """A combination, evaluated by itself as a plan is."""

    labels: list[str]
    """Its option of each choice."""
    text: str
    """The same in words."""
    edits: list[Edit]
    """What makes the configuration of the plan it."""
    hosts: Value
    cost: Value
    life_years: Value
    wear_out_probability: Value
    prices: PriceAges
    dearer: float | None
    """Its cost over the cheapest, less 1."""
    against_plan: float | None
    """Its cost over that of the configuration as it is, less 1."""


class Inventory(Document):
    """An estate as it was read."""

    format: str = "hostwise-inventory"
    format_version: int = 1
    sources: list[Source]
    vms: VmColumns
    hosts: HostColumns
    datastores: DatastoreColumns
    drives: DriveColumns | None = None
    """Drives of the hosts, where their health was read, too."""
    tabs: list[TabReport] = Field([], validate_default=True)
    findings: list[EstateFinding] = Field([], validate_default=True)


class JobItem(Document):
    """A job, and how far it is."""

    id: UUID
    kind: Literal["search", "batch", "estate"] | str
    """What a job does."""
    name: str | None
    state: Literal["queued", "running", "done", "failed", "cancelled"] | str
    """How far a job is."""
    done: int
    """Chunks that are computed."""
    total: int
    """Chunks that the job was cut into."""
    step: JobStep | None = None
    """Of an estate, or a search of single combinations, how far it is while it runs."""
    created_at: AwareDatetime
    started_at: AwareDatetime | None
    """When its first chunk was begun."""
    finished_at: AwareDatetime | None
    """When it was done, failed, or was cancelled."""
    seconds: float
    """CPU seconds that were computed for it."""
    versions: str
    """Versions of Hostwise and its catalogue that it was asked of: they compute it."""
    waits: str | None
    """Why nobody computes it, where no living worker has its versions."""
    result: str | None
    """Where its result is, once it is done; of a batch that has failed or was cancelled, where that is which was done."""
    problem: JobProblem | None
    """Why it failed."""


class JobList(Document):
    """Jobs, newest first."""

    items: list[JobItem]
    most: int
    """Limit of kept jobs of one caller."""


class LevelChoice(Document):
    """A coverage level to choose, and what it needs."""

    level: float | None
    """As `coverage_level` of the policy has it; null is as entered."""
    label: str
    chosen: bool
    hosts: Figure | None = None
    """Null until the simulations are done."""
    dearer: Figure | None = None
    """Cost over that as entered."""


class LimitBar(Document):
    """How much of its hosts a limit takes."""

    key: str
    label: str
    share: float | None
    """Used share, 0 to 1; null where a limit has no measure."""
    figure: Figure
    binding: bool
    """Whether it decides; of several that do the first."""


class MaterialSection(Document):
    """Lines that are paid alike, and their sum."""

    key: Literal["hardware", "licences_once", "licences_by_year"] | str
    label: str
    lines: list[Material]
    total: MaterialTotal


class MeasuredModel(Document):
    """Measured points of one application for one or more media, whatever their origin."""

    key: str
    name: str
    origin: Literal["built_in", "own"] | str
    """Where a model or series is kept."""
    application: str | None = None
    """The application that ran, where it is not in the name."""
    variant: str | None = None
    """Which reading of the source this is."""
    measure: Literal["opm_per_vm", "share_of_baseline"] | str
    """What a model's points say of one VM."""
    baseline_opm_per_vm: float | None = None
    """Operations per minute of one VM on a host without memory overcommitment."""
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str
    """What the points are worth."""
    citations: list[Citation] = Field([], validate_default=True)
    locator: str | None = None
    validity: str = ""
    """For what it holds: versions, hardware, load."""
    notes: str = ""
    points: list[MeasuredPoint]
    markers: list[Marker] = Field([], validate_default=True)
    """What the source says without a figure."""


class Memory(Document):
    """The memory of one host."""

    dram_gib: float
    """DRAM in one host."""
    largest_host_gib: float | None = None
    """DRAM of the host with the most of it, where hosts differ and the figures of a host are means."""
    running_vm_gib: float | None = None
    """Memory of the largest VM that runs on one of these hosts today: it fits, whatever the plan keeps free."""
    memory_mode_gib: float | None = None
    """Persistent memory that is the host's main memory, with DRAM as its cache."""
    storage_stack_gib: float | None = None
    """Memory per host that the storage stack takes. Default: the vendor's formula where there is one, else an assumed share of the host's memory."""
    hypervisor_gib: float | None = None
    """Memory of one host that the hypervisor takes; by default an assumed rule's."""
    vm_overhead_mib: float | None = None
    """Memory the hypervisor takes for each VM; by default that of the version's table, where one is known."""
    balloon_limit_share: float | None = None
    """Largest share of a VM's memory that its balloon takes. Default: an assumption of the catalogue."""
    module: str | None = None
    """Key of a memory module in the catalogue, for its price per GiB."""
    module_gib: float | None = None
    """Memory of one module. Default: the module's, else an assumption of the catalogue."""
    reused_modules: int = 0
    """Memory modules of this kind from retired hosts that go into the first hosts and are not bought. Default: all are bought."""
    price: float | None = None
    """Price of all memory of one host; replaces the module's, and is needed for persistent memory."""
    tier: MemoryTier | None = None
    """Second memory tier on NVMe drives."""


class MemoryCase(Document):
    """Memory with failed hosts."""

    failed_hosts: int
    label: str
    """The case in words."""
    short_label: str
    """The same where there is little room."""
    state: Literal["high", "clear", "soft", "hard", "low"] | str | None
    """Predicted state; null if it is not evaluated."""
    state_text: str
    """The state and what it does to VMs, in words."""
    accepted: bool | None
    """Whether the policy accepts the state; null without a limit."""
    quantities: dict[str, Value]
    """Quantities of the case, by name; explained with its failed hosts."""
    groups: list[GroupMemory]


class MessageText(Document):
    """A sentence in parts, so that its numbers open and a translator needs only its code and its figures."""

    code: str
    """What is said; the same code is the same sentence with other figures."""
    parts: list[str | Figure | ConfigurationName]
    """Joined they are the sentence."""


class Missing(Document):
    """A missing field that a number needs."""

    code: str
    """What is told; the same code is the same sentence with other figures."""
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    blocks: (
        Literal[
            "building",
            "feasibility",
            "admission",
            "comparison",
            "clear",
            "nothing",
        ]
        | str
    ) = "nothing"
    """What it keeps from being: building: parts that do not belong together; feasibility: no such number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; clear: the verdict is held down."""
    message: str
    """The sentence."""
    parts: list[str | Figure | ConfigurationName]
    """The same in parts, whose numbers open."""
    configuration: str | None = None
    """Key of the configuration that it is about."""
    quantity: str | None = None
    """The quantity that it is about."""
    pointer: str
    """JSON pointer of the field to enter."""
    remedy: Remedy | None = None
    """The change of one click that helps, where there is one."""
    label: str
    leaves_out: list[str]
    """Labels of the numbers that need this input."""


class MoveTime(Document):
    """How long the move takes: copying beside checks of each VM, of which the longer leads."""

    low: float
    """Months, with the values of network, checks and people that make it shortest."""
    mid: float
    high: float
    leads: Literal["copying", "checks"] | str
    """Which of both is the longer one at `mid`."""
    copying_months: float
    checking_months: float
    vms: float
    moved_gb: float
    rules: list[MoveByRule]
    """The same VMs by published rules, the shortest first."""
    apart: float | None
    """The longest of them over the shortest."""
    months_side_by_side: float | None
    """Months of double running that the lines of it come to, by their last month, else by their amount."""
    sentence: str
    text: MessageText | None = None
    """The sentences in parts."""


class Network(Document):
    """The network cards of one host."""

    description: str | None = None
    cards: list[NetworkCard] | None = None
    """The network cards of one host by kind: number, ports, speed and price of each."""
    power_w: float | None = None
    """Power of all network cards of a host; replaces that of the kinds. Default: that of the kinds, else what is usual for two ports of 25 Gbit/s."""
    price: float | None = None
    """Price of all network cards of a host; replaces that of the kinds. Default: that of the kinds."""


class NoteRow(Document):
    """A line of the table of a note."""

    label: str
    configuration: str | None = None
    """Key of the configuration that it is about."""
    cells: list[Figure]


class OpmModel(Document):
    """Measured points of one application, for one or more swap media."""

    key: str
    """Short stable name, unique in the plan."""
    name: str
    """Name for people."""
    measure: Literal["opm_per_vm", "share_of_baseline"] | str = "opm_per_vm"
    """What a model's points say of one VM."""
    baseline_opm_per_vm: float | None = None
    """Operations per minute of one VM on a host without memory overcommitment."""
    kind: Literal["measured", "vendor-stated", "assumed"] | str = "measured"
    """What the points are worth."""
    source: str = ""
    """Who measured it, and where it is written down."""
    locator: str | None = None
    validity: str = ""
    """For what it holds: versions, hardware, load."""
    points: list[OpmPoint]


class OptionEffect(Document):
    """What a row makes of one configuration."""

    configuration: str
    """Key of the configuration."""
    fits: Literal["yes", "short", "no"] | str
    """yes; short: it can be built, but is not feasible or misses a requirement; no: it cannot be built."""
    why_not: MessageText | None = None
    """The first thing that speaks against it."""
    hosts: Figure | None = None
    """Null where it cannot be built."""
    cost: Figure | None = None
    """Null where it cannot be built."""
    against: Figure | None = None
    """Its cost over that of the configuration as it is; null where one is unknown."""
    life: Figure | None = None
    """Null where it has no flash or cannot be built."""
    worn: Figure | None = None
    """Chance that its flash wears out within the horizon."""
    worn_tone: Literal["plain", "good", "bad", "missing"] | str = "plain"


class OtherOption(Document):
    """The cheapest combination that has another option of a choice than the cheapest of all."""

    choice: str
    """Name of the choice."""
    hit: Hit | None
    """The combination; null where no other option is feasible, or none was found."""
    text: str
    """In what it differs from the cheapest, and by what cost."""


class OtherRule(Document):
    """Capacity by the rule of another tool or text."""

    key: str
    name: str
    meaning: str
    notes: str
    source: list[str]
    hosts_for_capacity: Value
    usable_tb: Value
    """Of the configuration's hosts, by this rule."""
    changes: list[RuleChange]
    """The numbers that make the difference."""


class Outcome(Document):
    """A configuration over all simulations."""

    key: str
    name: str
    is_lower_bound: bool
    """Whether hosts and cost are lower bounds, because a limit is not evaluated and no hosts are given."""
    life_at_most: bool
    """Whether the life is an upper bound, because that of other drives is not evaluated."""
    cost: Band
    """Total cost until the horizon: `mid` of the plan as it is sized; `low` and `high` are the 5th and 95th percentile of simulations, each with the hosts that it needs, at least those of the coverage level."""
    hosts: Band
    """Hosts: `mid` of the plan as it is sized, `low` and `high` of what the simulations need."""
    life_years: Band
    """Years until the first drives of known life wear out, as in the result of the plan: 5 %, 50 % and 95 % of the uncertainty about the writes and the spread of drives; null is unlimited or not evaluated."""
    probability_worn: float | None
    """Chance that these drives wear out before the horizon, with the same uncertainty; null where it is not evaluated."""
    hosts_now: int | None
    """Hosts of the plan as it is sized."""
    probability_enough: float | None
    """Share of simulations that these cover: in which every limit holds at the sizing date, with what is drawn known and no margin for it; null where a limit is not evaluated, or no number of hosts can be built."""
    coverage: MessageText | None = None
    """The same in words, with what a coverage level of 49 of 50 needs."""
    coverage_text: str | None = None
    """The coverage as it is read."""
    margin: MessageText | None = None
    """Where the plan as sized costs other than most of its simulations: what half of them cost; null where it lies among them."""
    margin_text: str | None = None
    """The margin as it is read."""
    levels: list[Level]
    """What each coverage level needs: as entered, 9 of 10 and 49 of 50 simulations; or nothing."""
    covers: list[Cover]
    """Numbers of hosts from the least to the most that the simulations need."""
    badges: list[MessageText]
    """What its figures rest on: list prices, rules that no source confirms."""
    probability_cheapest: float | None
    """Share of simulations in which it is the cheapest feasible one; null where nothing can be compared."""
    regret: float | None
    """What it costs more than the cheapest one of each simulation, on average."""


class PlacementAnswer(Document):
    """How many hosts carry the VMs one by one, beside how many their totals need."""

    configuration: str
    name: str
    vms: int
    """VMs that were to be placed, at the sizing date."""
    copies: int
    """VMs among them that stand for growth: copies of VMs of today."""
    hosts: int
    """Least hosts found on which all VMs have room, with the spares."""
    spare_hosts: int
    """Hosts among them that may fail."""
    clusters: int
    sites: int
    bound: int
    """Hosts below which no placement exists, with the spares."""
    gap_hosts: int
    """Hosts above the bound: so many fewer there may be at best."""
    gap_share: float
    """The same over the bound."""
    hosts_by_sums: int | None
    """Hosts that the plan's sums of CPU and memory ask for."""
    plan_hosts: int | None
    """Hosts of the plan, for all of its limits."""
    enough: bool | None
    """Whether the plan's hosts carry the VMs; null where that is unknown."""
    dimensions: list[PlacedDimension]
    vms_per_host: list[int]
    """VMs on each host that carries any in this placement."""
    unplaced: int
    exceptions: list[PlacementException]
    """VMs on no host; of many the first ones."""
    larger_than_node: list[LargerThanNode]
    findings: list[Finding]
    sentence: str


class PlatformMigration(Document):
    """What leaving today's hypervisor may cost before it no longer pays, against the cheapest that stays."""

    stay: str
    """Key of the cheapest configuration on today's hypervisor."""
    leave: str
    """Key of the cheapest configuration on another one."""
    saves: float
    """Cost of staying less that of leaving, as sized, with all lines entered."""
    migration_per_vm: float | None
    """Amount for each VM of the month of the move, in place of lines for migration, at which both cost the same."""
    migration_entered_per_vm: float | None
    """What the lines for migration come to for each VM."""
    months_side_by_side: float | None
    """Months in which the staying cluster's running cost is paid besides, in place of lines for double running, at which both cost the same."""
    months_entered: float | None
    """What the lines for double running come to in such months."""
    crossover_month: int | None = None
    """Month from which leaving has cost less for good, by the cumulative sums; null is never."""
    crossover_text: str = ""
    """The same in words."""
    crossover: MessageText | None = None
    """The same in parts."""
    duration: MoveTime | None = None
    """How long the move takes; null where the data or the VMs are not known."""
    sentence: str
    text: MessageText | None = None
    """The sentence in parts; null where it is empty."""


class ProposalSide(Document):
    """One offer of a proposal; a comparison has several."""

    name: str
    lines: list[ProposalLine] = Field([], validate_default=True)
    stated: StatedFigures = Field({}, validate_default=True)


class Quantified(Document):
    """A number of the model that can be explained by the name of its quantity."""

    quantity: str
    label: str
    unit: str
    value: Value


class QuantityChange(Document):
    """A quantity of a configuration that differs by more than its tolerance, or has another state."""

    quantity: str
    label: str
    unit: str
    in_comparison: bool
    """Whether it is a row of the comparison, and not only what one rests on."""
    before: Value
    after: Value
    difference: float | None
    """After minus before, in the unit; null where one is no number."""
    difference_share: float | None
    """Difference as a share of before; null where that is 0."""
    tolerance_share: float
    """Tolerated difference, as a share of before."""


class RackPicture(Document):
    """The hosts of a configuration as they would stand in racks."""

    configuration: str
    hosts: Figure
    spare: int
    """How many of them stand by."""
    used: float | None
    """How full the others are of what limits them, 0 to 1; null without a measure."""
    text: MessageText
    """How many stand by, and what fills the others."""


class Reason(Document):
    """Why a configuration is not feasible, and the nearest change that helps."""

    code: (
        Literal[
            "cluster_too_small",
            "drives_not_nvme",
            "hypervisor_not_on_storage",
            "largest_vm_memory",
            "largest_vm_vcpu",
            "licence_for_another_hypervisor",
            "licence_for_another_storage",
            "memory_tier_above_limit",
            "memory_tier_drives_too_small",
            "memory_tier_mirror_needs_drives",
            "memory_tier_share_above_limit",
            "no_memory_tier_in_version",
            "no_supply",
            "processor_does_not_fit",
            "reservation_above_dram",
            "sites_need_equal_hosts",
            "too_few_drives_for_storage",
            "too_few_hosts_given",
            "too_many_drives",
            "too_many_drives_for_storage",
            "too_many_hosts_given",
            "too_many_sockets",
            "too_much_memory_for_slots",
            "vm_above_hypervisor_limit",
            "whole_vm_fits_no_host",
        ]
        | str
    )
    """What is told; the same code is the same sentence with other figures."""
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    blocks: (
        Literal[
            "building",
            "feasibility",
            "admission",
            "comparison",
            "clear",
            "nothing",
        ]
        | str
    ) = "nothing"
    """What it keeps from being: building: parts that do not belong together; feasibility: no such number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; clear: the verdict is held down."""
    message: str
    """The sentence."""
    parts: list[str | Figure | ConfigurationName]
    """The same in parts, whose numbers open."""
    configuration: str | None = None
    """Key of the configuration that it is about."""
    quantity: str | None = None
    """The quantity that it is about."""
    pointer: str | None = None
    """JSON pointer of the field to change."""
    remedy: Remedy | None = None
    """The change of one click that helps, where there is one."""
    numbers: dict[str, float | None] = {}
    """The numbers of the sentence by their names."""


class Rejection(Document):
    """Combinations that fail for one reason, the first that speaks against each."""

    code: str
    """What is told; the same code is the same sentence with other figures."""
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    blocks: (
        Literal[
            "building",
            "feasibility",
            "admission",
            "comparison",
            "clear",
            "nothing",
        ]
        | str
    ) = "nothing"
    """What it keeps from being: building: parts that do not belong together; feasibility: no such number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; clear: the verdict is held down."""
    message: str
    """The sentence."""
    parts: list[str | Figure | ConfigurationName]
    """The same in parts, whose numbers open."""
    configuration: str | None = None
    """Key of the configuration that it is about."""
    quantity: str | None = None
    """The quantity that it is about."""
    pointer: str | None = None
    """JSON pointer of the field to change."""
    remedy: Remedy | None = None
    """The change of one click that helps, where there is one."""
    kind: Literal["not_buildable", "part", "requirement", "limit", "hosts", "not_evaluated", "no_price"] | str
    label: str
    count: int
    nearest: NearestMiss | None
    """The nearest of them; null where it was not looked for."""
    near: str
    """How near the nearest comes, or that it was not looked for."""
    text: str
    """How many, for what reason, and how near the nearest comes."""


class RemainingConstraint(Document):
    """What remains of one constraint on the hosts that run."""

    key: (
        Literal[
            "active_memory",
            "capacity",
            "coverage_level",
            "cpu_ghz",
            "cpu_ratio",
            "endurance",
            "largest_vm",
            "memory",
            "memory_state",
            "memory_state_with_spares_down",
            "network",
            "operations",
            "performance",
            "protection",
            "read_cache",
            "vm_placement",
            "write_buffer",
            "write_performance",
        ]
        | str
    )
    label: str
    hosts: float | None
    """Hosts that it needs running; null if not evaluated, or if none suffice."""
    slack_quantity: str | None
    slack_share: Value | None
    """How much the demand may grow on the hosts that run."""
    satisfied: bool | None
    """Whether the hosts that run are enough; null if not evaluated."""
    must_hold: bool
    """Whether the plan must keep to it in this case."""


class Remark(Document):
    """Origin of a given value, and its uncertainty."""

    status: Literal["given", "imported", "assumed", "illustrative"] | str = "given"
    """Confidence of a given value."""
    source: str | None = None
    """Citation key or text."""
    locator: str | None = None
    """Where in the source."""
    note: str | None = None
    date: str | None = None
    """When the value held; prices age."""
    range: ValueRange | None = None
    """How far the value may be off, in place of what the catalogue says of its kind."""


class Risk(Document):
    """What may go wrong with a configuration, in a sentence."""

    configurations: list[str]
    """Keys of the configurations concerned."""
    text: MessageText


class Row(Document):
    """One line of the comparison."""

    key: str
    """Unique among the rows: the quantity, and the failure case where it is not 0."""
    section: str
    quantity: str
    failed_hosts: int = 0
    """Failed hosts in the case of the row; where configurations differ, the most."""
    label: str
    meaning: str
    unit: str
    format: Literal["count", "money", "number", "share", "probability", "years", "minutes", "state"] | str
    better: Literal["lower", "higher"] | str | None
    cells: list[Cell]


class RunwayWords(Document):
    """For how long the first hosts are enough."""

    configurations: list[str]
    """Keys of the configurations of which it holds."""
    text: MessageText


class SameWrites(Document):
    """The writes of a configuration's VMs through one storage stack, on its hosts and drives."""

    stack: str
    name: str
    protection: str
    """Protection of its data; on another stack, a scheme that survives as many host failures."""
    own: bool
    """Whether it is the configuration's own."""
    lost_hosts: int | None
    """Hosts that may be lost at once with all data kept."""
    minimum_hosts: int
    """Hosts of a cluster that the protection needs."""
    enough_hosts: bool
    """Whether the configuration has as many."""
    write_amplification: SourceRange | None
    """Bytes that reach the drives for each byte that VMs write; null where nothing is published."""
    needed_dwpd: SourceRange | None
    """Drive writes per day that the drive must be rated for."""
    order_dwpd: float | None
    """The usual rating of a class of drives that is enough at the high end; null where none is."""
    life_years: SourceRange | None
    """Years until the rated writes of the drive are used up, with growth."""
    ranged: bool
    """Whether a range is known; without one the ends say nothing of the uncertainty."""


class Saying(Document):
    """A sentence, and the configurations of which it is true."""

    text: MessageText
    configurations: list[str]
    """Their keys; empty where it is about the plan."""
    pointers: list[str]
    """JSON pointers of the fields that it is about."""


class SearchAnswer(Document):
    """
    The best combinations, and why not the others.

    All combinations are looked at: none is sampled or left out.
    """

    configuration: str
    """Key of the configuration that is varied."""
    currency: str
    combinations: int
    engine: Literal["all_combinations", "elimination"] | str
    """Whether all combinations were computed, or choices eliminated one by one: the result is the same."""
    feasible: int
    """Combinations that can be built, stay within every limit, meet the plan's requirements and have a price."""
    requirements_not_counted: list[str]
    """Requirements that these counts and the costs of options leave out, since they are known one by one only: what is listed is held against them, too."""
    old_prices_left_out: int
    """Parts that take no part for the kind or age of their price: see `old_prices` of the search."""
    old_parts: list[str]
    """These parts by name."""
    near: int
    """Feasible ones whose cost is within the share of the cheapest, before whole VMs are placed."""
    within: float
    sentence: str
    as_it_is: Found | None
    """The configuration as the plan has it; null where it is mistaken."""
    best: list[Hit]
    """The cheapest that also meet the plan's requirements, whole VMs placed."""
    others: list[OtherOption]
    """For each choice with several options the cheapest that has another one than the cheapest of all."""
    missed: list[str]
    """Cheaper ones that were evaluated and miss a requirement, with which."""
    front: list[Hit]
    """Those to which none is preferable in cost, hosts and risk of wear together."""
    front_left_out: int
    """Further ones of the front, dearer than these, which are not answered."""
    choices: list[ChoiceFound]
    rejected: list[Rejection]
    """The most frequent first."""
    finalists: Finalists | None
    """The best in simulations; null where they were not asked for."""
    binding: dict[str, int]
    """Feasible combinations by the limit that decides their hosts."""


class StandIns(Document):
    """The quantities of a configuration that stand in for fields which are absent."""

    key: str
    quantities: dict[str, Value]
    """The requested quantities, by name."""


class StartRule(Document):
    """The starting rule of a share of the data, and whether it may be used here."""

    start: Quantified
    verdict: Literal["usable", "conditional", "refused"] | str
    reason: str
    evidence: list[str]
    """Keys of the measured cases that speak for or against it."""


class Summary(Document):
    """A few answers to a plan."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str
    reference: str
    sentence: str
    """The comparison in one sentence, made from the numbers."""
    configurations: list[ConfigurationSummary]


class Threshold(Document):
    """Free memory below which the next worse memory state begins."""

    state: Literal["high", "clear", "soft", "hard", "low"] | str
    """The state that begins below it."""
    free_gib_per_host: Value
    free_share: float | None
    """As a share of the host's memory."""


class UnknownPrice(Document):
    """The one price that a configuration lacks, solved for."""

    configuration: str
    other: str
    """Key of the cheapest configuration whose cost is known."""
    pointer: str
    """JSON pointer of the field."""
    label: str
    price: float
    """Price below which it is the cheaper one; 0 where it is not even then."""
    sentence: str
    text: MessageText
    """The sentence in parts."""


class UnmetRequirement(Document):
    """A requirement of the plan that a configuration misses, or of which nobody knows whether it meets it."""

    code: str
    """What is told; the same code is the same sentence with other figures."""
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    blocks: (
        Literal[
            "building",
            "feasibility",
            "admission",
            "comparison",
            "clear",
            "nothing",
        ]
        | str
    ) = "nothing"
    """What it keeps from being: building: parts that do not belong together; feasibility: no such number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; clear: the verdict is held down."""
    message: str
    """The sentence."""
    parts: list[str | Figure | ConfigurationName]
    """The same in parts, whose numbers open."""
    configuration: str | None = None
    """Key of the configuration that it is about."""
    quantity: str | None = None
    """The quantity that it is about."""
    pointer: str | None = None
    """JSON pointer of the field to change."""
    remedy: Remedy | None = None
    """The change of one click that helps, where there is one."""
    requirement: (
        Literal[
            "sound",
            "hosts_lost",
            "site_lost",
            "heals",
            "rpo_minutes",
            "min_hosts",
            "max_hosts",
            "budget",
            "rack_units",
            "power_kw",
            "snapshots",
            "live_migration",
            "vgpu",
        ]
        | str
    )
    label: str
    """The requirement in words."""
    known: bool
    """Whether it is missed; false where that is not known."""
    required: float | None
    """What is required, in the unit; null where it is a feature."""
    available: float | None
    """What there is, in the unit; null where unknown."""
    unit: str


class ValueSensitivities(Document):
    """The values behind a number, by what they do to it."""

    configuration: str
    quantity: str
    failed_hosts: int
    """Failed hosts in the case."""
    plan_hash: str
    engine_version: str
    catalogue_version: str
    value: float | None
    """The number; without one there are no effects."""
    sensitivities: list[ValueSensitivity]
    """Strongest first; inputs without effect are left out."""


class Verdict(Document):
    """What is advised, and how strongly."""

    strength: Literal["either", "clear", "leaning", "open", "none"] | str
    """Either where another one costs less than `materiality` more as sized. Else clear where the cheapest is so in 90 % of simulations, too, its drives last and nothing in `verdict_limits` is against it; leaning from 70 %; else open. None where a limit or a cost is not evaluated, or nothing can be built."""
    materiality: float
    """Share of the cost below which configurations are not told apart by it."""
    near: list[str]
    """The cheapest as sized, and all that cost less than `materiality` more."""
    verdict_limits: list[MessageText]
    """What keeps it from being clear, although the simulations say so."""
    label: str
    """The strength in words."""
    advised: str | None
    """The configuration to take: the cheapest as sized; among near ones, the one with the better life, hosts or power."""
    runner_up: str | None
    """The next cheapest as sized, with which it is compared."""
    suggested: list[str]
    """The ones that will do, the advised one first: several where any of them will."""
    probability: float | None
    """Share of simulations in which the advised one is the cheapest."""
    difference: Band
    """Cost of the advised one less that of the runner-up: `mid` as sized, the ends of simulations."""
    sentence: str
    """What to do."""
    detail: str
    """How sure that is, and what else differs; may be empty."""
    text: MessageText
    """The sentence in parts: names of configurations, and figures."""
    detail_text: MessageText
    """The detail in parts."""
    missing: list[str]
    """JSON pointers of the fields that keep it from being given."""
    not_counted: list[str]
    """Costs that apply and for which no configuration has a figure: neither line nor confirmation."""
    unknown_prices: list[UnknownPrice] = Field([], validate_default=True)
    """For each configuration that lacks one price: below which it is the cheapest."""
    migration: PlatformMigration | None = None
    """The break-evens of leaving, where some configurations stay on today's hypervisor."""
    remedies: list[Remedy]
    """What would let it be given with one click."""


class Workload(Document):
    """The workload."""

    groups: list[VmGroup]
    events: list[Event] = Field([], validate_default=True)
    """VMs that come or go in a month, beside smooth growth: a project, an acquisition, a tenant leaving."""
    write_load_basis: Literal["measured", "estimated", "unknown"] | str = "estimated"
    """Whether the average writes were measured (30 days or more) or estimated."""
    io_confirmed: bool = False
    """Whether unusually high I/O was checked and may decide the number of hosts by wear-out."""
    write_load_sigma: float | None = None
    """How far the average writes may be off, plus or minus: the standard deviation of their logarithm. Default: follows from what the write load rests on."""
    totals: Totals = Field({}, validate_default=True)
    measured_on: MeasuredOn = Field({}, validate_default=True)
    """The processor on which the CPU demand was measured: its GHz are converted by SPECrate per core."""
    existing_management: ExistingManagement = Field({}, validate_default=True)
    """The VMs that manage the platform of today: those that stay on it keep them, others have their own."""
    burst: Burst = Field({}, validate_default=True)
    """Load over time for the write buffer."""


class CatalogueOption(Document):
    """A row of the catalogue, and what it makes of each configuration whose field it is put in."""

    key: str
    """Key of the row."""
    in_force: bool
    """Whether the plan has it in all of these fields."""
    effects: list[OptionEffect]
    """In the order of the plan; none where the field of the policy holds for no configuration."""


class ChartSeries(Document):
    """What is drawn of one configuration."""

    configuration: str
    name: str
    place: int
    """Its place in the plan, which gives it its mark."""
    points: list[ChartPoint]
    """All points, including those without a known value."""
    end: Figure | None = None
    """What stands at its end: a total, or its difference to the reference."""
    is_lower_bound: bool = False
    """Whether it is that of the known parts only."""
    unknown: str = ""
    """Why nothing of it is drawn; empty where something is."""


class ChartWords(Document):
    """The words of a chart."""

    key: Literal["cost_parts", "wear", "cash_flow", "cost_life", "months", "hosts"] | str
    title: MessageText
    """The finding; with the code `plain` what is drawn."""
    alike: MessageText | None = None
    """Which lines cannot be told apart, and how near they are; null where all can."""
    lines: list[list[str]]
    """Keys of the configurations of each line that can be told from the others; empty without."""


class Configuration(Document):
    """One candidate cluster."""

    key: str
    """Short stable name, unique in the plan."""
    name: str
    """Name for people."""
    layout: Literal["two_tier", "hybrid", "single_tier", "external"] | str | None = None
    """The drives of a host by what they do; required if neither storage stack nor cache tier is given. Default: that of the storage stack; two tiers where none is given and there is a cache tier."""
    storage_stack: str | None = None
    """The software that stores the data on these drives: decides protections, what may be filled, what is kept free for healing, and the memory and cores that it takes. Default: the usual one of the layout: vSAN, or the array."""
    hosts: int | None = None
    """Number of hosts when the cluster is given, those of other models included; by default it is sized."""
    later_host_price: float | None = None
    """Price of one host with everything in it that is bought for growth, where the first ones are paid already. Default: that of the first hosts; where these are paid, that of the first candidate on the same platform."""
    nodes_at_two_sites: bool | None = None
    """Where the two nodes of a two-node cluster stand: at two sites one survives the loss of the other's. Default: not said: the loss of a site is not survived."""
    fragmentation_hosts: int | None = None
    """Hosts of each part that a placement of the VMs needs beyond their bound, at the month that decides. Default: what a placement of the groups whose VMs are alike adds."""
    hypervisor: str | None = None
    """Hypervisor and its version: decides memory states, overheads and available features. Default: the usual one of the licence, else of the storage stack, else ESXi 8."""
    management: str | None = None
    """VMs that manage the platform and run on these hosts beside the groups: they are demand, too. Default: the usual ones of the hypervisor; none on ESXi, where an estate has them among its VMs."""
    ready_node_profile: str | None = None
    """Profile of the vendor's hardware guide that the hosts are to meet; its least hardware is checked."""
    data_reduction_ratio: float | None = None
    """Logical to physical bytes by deduplication and compression. Default: an assumption of the catalogue."""
    protection: str | None = None
    """Protection of this configuration, where it differs from the policy's."""
    storage_stack_cpu_share: float | None = None
    """Share of the processor cycles that the storage stack takes. Default: what the catalogue has for the storage stack, and none where the data is on an external array."""
    spare_hosts: int | None = None
    """Hosts that may fail while this configuration still holds, where they are not as many as the policy's. Default: the policy's."""
    vcpu_per_core: float | None = None
    """Highest number of virtual processors on one physical core of this configuration, where it differs from the policy's; a VM group's own stands before it. Default: the policy's."""
    cpu: Processor
    memory: Memory
    swap: Swap | None = None
    """Where the hypervisor swaps to."""
    write_tier: WriteTier | None = None
    """Drives that absorb the writes before the capacity drives take them; absent in a single tier."""
    capacity: Capacity | None = None
    """Drives that hold data; absent for an external array."""
    array: ExternalArray | None = None
    """Price, power and height of the external array; only with layout `external`."""
    read_cache: ReadCache | None = None
    """Host read cache."""
    capacity_reserve: CapacityReserve | None = None
    """Capacity kept free in this configuration, where it differs from the policy's. Default: the policy's."""
    host: Host = Field({}, validate_default=True)
    network: Network = Field({}, validate_default=True)
    other_host_models: list[OtherHosts] = Field([], validate_default=True)
    """Hosts of other models in the same cluster, which are there already or are bought with it."""
    cost_lines: list[CostLine] = Field([], validate_default=True)
    """Amounts that this configuration pays, such as migration, maintenance of kept hosts, or an array."""
    confirmed_none: list[
        Literal[
            "migration",
            "double_running",
            "training",
            "services",
            "backup_monitoring",
            "network",
            "maintenance",
            "external_array",
            "software_assurance",
            "administration",
            "decommissioning",
            "other",
        ]
        | str
    ] = []
    """Categories of cost lines that are known to cost nothing in this configuration."""
    licence: Licence = Field({"owned_assured": False}, validate_default=True)
    guest_licence: GuestLicence | None = None
    """Licence of the operating systems in the VMs, beside that of the hosts."""
    database_licence: GuestLicence | None = None
    """Licence of the databases in the VMs, beside that of the hosts."""
    second_database_licence: GuestLicence | None = None
    """Licence of another database in the VMs, beside that of the first."""


class ConfigurationBillOfMaterials(Document):
    """The bill of materials of one configuration, for its first hosts."""

    key: str
    name: str
    hosts: Value
    sections: list[MaterialSection]
    """Hardware first; a section without lines is left out."""
    csv: str
    """The lines as comma-separated values with a header, for a spreadsheet."""


class ConfigurationChange(Document):
    """Differences in the results of one configuration."""

    key: str
    name: str
    kind: Literal["added", "removed", "changed"] | str | None
    """Whether only one of the plans has it; null if both have."""
    feasible_before: bool | None
    """Null if the plan before does not have this configuration."""
    feasible_after: bool | None
    """Null if the plan after does not have this configuration."""
    reasons_after: list[str]
    """Why it is not feasible now."""
    quantities: list[QuantityChange]


class ConfigurationStorage(Document):
    """Storage of one configuration beside others."""

    key: str
    name: str
    stack: str
    hosts: Value
    rated_dwpd: Value
    same_writes: list[SameWrites]
    """Its own first; empty where its drives do not take all writes."""
    same_writes_text: str
    """On which of them the drive is enough; empty where it is not known."""
    hosts_for_capacity: Value
    usable_tb: Value
    other_rules: list[OtherRule]


class Drawing(Document):
    """Axes, and what is drawn between them; an axis that only tells configurations apart is null."""

    about: str
    """What is drawn, with units, and what it rests on."""
    across: ChartAxis | None = None
    upright: ChartAxis | None = None
    series: list[ChartSeries]
    marks: list[ChartMark]


class EngineChange(Document):
    """What the present engine answers otherwise than the one that answered a plan before."""

    engine_before: str | None
    """Version that the plan was answered with; null where not kept."""
    engine_version: str
    catalogue_before: str | None
    catalogue_version: str
    text: MessageText | None
    """The change in one line; null where nothing changed."""
    configurations: list[AnswerChange]
    """Those that are answered otherwise."""
    rules: list[TouchingRule]
    """Where the figures of before were not kept: the rules of newer engines that touch the plan."""


class EstateGlance(Document):
    """An estate at a glance, before anything is left out."""

    totals: EstateTotals
    hosts: int
    cores: float | None
    host_memory_gib: float | None
    vcpu_per_core: float | None
    """vCPU of running VMs for each core."""
    memory_per_host_memory: float | None
    """Memory of running VMs for each GiB of the hosts."""
    running: int
    clusters: list[EstatePart]
    guest_systems: list[EstatePart]
    largest: list[EstateOutlier]
    power_words: list[EstateWord]
    """Power states that are neither on nor off, or not understood, the most frequent first."""
    infrastructure: int
    """VMs that the platform runs for itself."""
    management: int = 0
    """VMs that seem to manage the platform."""
    shared_gb: float | None = None
    """Disks of several VMs that count once, GB beyond that."""
    alike_gb: float | None = None
    """Disks that several VMs may share and that count for each, GB."""
    says: list[str]
    """What the source says."""
    missing: list[str]
    """What the source cannot say, and what follows."""


class EstateReading(Document):
    """What a file was read as."""

    inventory: Inventory
    """Where it comes from, what became of its rows, and what to go on with."""
    glance: EstateGlance
    names: Names | None = None
    """The names by pseudonym, where names were replaced. Keep them: no other answer has them."""
    elsewhere: list[EstateElsewhere] = Field([], validate_default=True)
    """Files of a zip that were not read as an estate, and where they belong."""


class ExplanationNode(Document):
    """One quantity of an explanation; follow `inputs` further down until nodes of kind input."""

    quantity: str
    label: str
    meaning: str
    unit: str
    values: list[float | None]
    """One value, or one for each group, year or month; null is unknown."""
    members: list[str] | None
    """Names of the groups, years or months, where there are several."""
    states: list[
        Literal["evaluated", "not_evaluated", "no_limit", "does_not_apply", "infeasible", "undefined", "infinite"] | str
    ]
    is_input: bool
    kind: Literal["measured", "derived", "vendor-stated", "assumed", "entered"] | str | None
    """What the value is worth: measured, derived, vendor-stated, assumed, entered."""
    latex: str | None
    latex_with_numbers: str | None
    text: str | None
    text_with_numbers: str | None
    inputs: list[str]
    steps: list[ExplanationStep] = Field([], validate_default=True)
    """The steps to it, where a reader can repeat them; of the life of drives."""
    parts: list[ExplanationPart]
    """What it is the sum of, the largest first, years in their order; without those of 0, and empty where it is no sum of several. Of more than 100 the smallest are one part."""
    limits: list[ExplanationLimit]
    """For a number of hosts: the constraints behind it with their arithmetic, the binding one first; else empty."""
    validity: str | None
    source: ExplanationSource | None
    provenance: list[Input]
    """For an input: where its values come from; of many VM groups the first ones."""
    provenance_sources: list[ExplanationSource]
    """The sources named in the provenance, in full."""
    rests_on_assumptions: list[str]
    """Labels of the assumed inputs that it depends on."""
    findings: list[Finding]


class FailureCase(Document):
    """All constraints with some hosts failed."""

    failed_hosts: int
    label: str
    """The case in words."""
    constraints: list[RemainingConstraint]


class GroupOperations(Document):
    """The measured model that a group follows in a configuration."""

    group: str
    model: MeasuredModel | None
    """Null where the group follows none."""
    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str | None
    """Where this configuration swaps to; null if the plan does not say."""
    curve: MediumCurve | None
    """Null where the model has no points for the medium."""
    note: str | None
    """Why there is no curve, or what to know of it."""


class Growth(Document):
    """Hosts by month until the horizon, told."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    months: list[int]
    lead_time_months: int
    """Months from an order to hosts that run."""
    lead_time_assumed: bool
    """Whether they are what is usual, and not entered."""
    grows: bool
    """Whether any configuration needs other hosts in a later month."""
    events: list[DatedEvent]
    """The events until the horizon, the first comes first."""
    price_changes: list[QuarterlyChange] = Field([], validate_default=True)
    """What prices are taken to do while one waits."""
    configurations: list[ConfigurationGrowth]
    runways: list[RunwayWords]
    """One for each outcome; configurations with equal outcomes share it."""
    chart: ChartWords
    """What the hosts over time show; lines are those of `present` and `needed`."""


class MessageLine(Document):
    """A sentence. Its numbers open by themselves or, where it has an address, the whole of it opens."""

    text: MessageText
    why: Why | None = None
    """The number that explains all of it."""
    note: str | None = None
    """Key of the note that explains all of it."""
    tone: Literal["plain", "good", "bad", "missing"] | str = "plain"


class Migration(Document):
    """Moving the cache with a VM against dropping it."""

    move: Quantified
    """Time to move the cache."""
    warm_up: Quantified
    """Time until a dropped cache is full again."""
    move_loss: Quantified
    """Request-seconds lost while it moves."""
    warm_up_loss: Quantified
    """Request-seconds lost while it warms up."""
    recommendation: Literal["move", "drop", "either"] | str | None
    reason: str


class Note(Document):
    """What explains a number that is no quantity of the model, such as a difference or a share of simulations."""

    key: str
    title: str
    texts: list[MessageText]
    columns: list[str]
    """Heads of the table: that of the labels, then of the cells."""
    rows: list[NoteRow]


class Notice(Document):
    """Something to check or to know, said once for all configurations that share it."""

    code: str
    severity: Literal["info", "warning", "error"] | str
    """How much it matters."""
    topic: (
        Literal["hosts", "cost", "prices", "wear", "writes", "memory", "machine", "power", "storage", "workload"]
        | str
        | None
    )
    """What it is about; null where it is about the verdict."""
    word: str
    """Its kind in a word."""
    line: MessageLine
    """The first of `said`."""
    said: list[Saying]
    """Its sentences: one, or several where configurations differ."""
    remedy: Remedy | None = None
    """One change for all of them, where there is one."""
    action: str = ""
    """Of a check, what to do next: the label of its remedy, or what to enter at its first pointer; empty where nothing can be entered."""


class Options(Document):
    """All rows of a kind of the catalogue in a field of a plan."""

    kind: str
    currency: str
    horizon_years: int
    level: str | None
    """The coverage level of the plan, which is left out here: all is sized for the values as entered."""
    rows: list[CatalogueOption]


class Plan(Document):
    """Workload, policy, configurations and economics: everything a result depends on."""

    schema_version: int = 1
    name: str
    description: str = ""
    sample: str | None = None
    """Key of the sample that this plan was made from."""
    unit_convention: Literal["si", "binary_as_printed"] | str = "si"
    """si: 1 GB = 1000 MB; binary_as_printed: 1 GB = 1024 MB, as INTEL21 computes."""
    workload: Workload
    policy: Policy = Field(
        {
            "spare_hosts": 1,
            "bursts_may_throttle": False,
            "protection": "osa_raid1_ftt1",
            "sizing_years": 0.0,
            "thick_swap_files": False,
            "capacity_reserve": {"method": "slack"},
            "holds_with_spares_down": {
                "cpu": True,
                "endurance": False,
                "memory": True,
                "minimum_hosts": True,
                "network": False,
                "write_performance": False,
            },
            "opm_tolerance_share": 0.0,
            "memory_sized_by": "configured",
        },
        validate_default=True,
    )
    configurations: list[Configuration]
    requirements: Requirements = Field(
        {
            "hosts_lost_keeps": "full_performance",
            "site_lost": False,
            "heals": False,
            "snapshots": False,
            "live_migration": False,
            "vgpu": False,
        },
        validate_default=True,
    )
    economics: Economics = Field(
        {
            "horizon_years": 5,
            "currency": "USD",
            "exchange_rates": [],
            "prices": [],
            "discounts": [],
            "cost_lines": [],
            "confirmed_none": [],
            "buy_expansion": True,
            "price_change": {},
        },
        validate_default=True,
    )
    opm_models: list[OpmModel] = Field([], validate_default=True)
    """Own measured operations-per-minute models: stored in the plan with everything its result needs."""
    remarks: dict[str, Remark] = Field({}, validate_default=True)
    """Where given values come from and how far they may be off, by JSON pointer (RFC 6901) into this document."""


class PlanDiff(Document):
    """The differences between two plans."""

    plan_name_before: str
    plan_name_after: str
    plan_hash_before: str
    plan_hash_after: str
    engine_version: str
    catalogue_version: str
    currency_before: str
    currency_after: str
    sentence_before: str
    sentence_after: str
    same_plan: bool
    """Whether all fields are the same."""
    same_result: bool
    """Whether all results are the same within their tolerances."""
    plan_changes: list[PlanChange]
    configurations: list[ConfigurationChange]
    """The configurations whose results differ, those of the plan after first."""


class Proposal(Document):
    """A proposal: one offer, or the sides of a comparison."""

    name: str
    currency: str | None = None
    """ISO 4217 code; null where the proposal does not say it."""
    date: str | None = None
    """When it was made: prices of another time are not held against it."""
    sides: list[ProposalSide]


class ProposalReading(Document):
    """What the file of a proposal was read as; nothing of it is stored."""

    proposal: Proposal
    rows: int
    """Rows that hold anything, below the headers."""
    counted: int
    """Rows that are lines or sums of the proposal, or say an assumption."""
    left_out: list[UnreadRow]
    rejected: list[UnreadRow]
    findings: list[EstateFinding]


class Provenance(Document):
    """The inputs behind fields of a plan, as they were used, and what stands in for absent ones."""

    plan_hash: str
    inputs: list[Input]
    """As in a result; at most 10,000."""
    configurations: list[StandIns]


class SavedScenario(Document):
    """A variant of a plan that is kept beside it."""

    key: str
    name: str
    created_at: AwareDatetime
    updated_at: AwareDatetime
    plan: Plan | None
    """The whole plan that it is, under the name of the saved plan; null where another version of Hostwise stored it and this one cannot read it."""
    changes: list[PlanChange]
    """What it changes in the plan as it is saved."""


class SizeAdvice(Document):
    """How large the cache of one VM should be."""

    verdict: Literal["fits", "too_small", "larger_than_needed", "not_evaluated", "none_reserved"] | str
    reason: str
    working_set: Quantified
    advised: Quantified
    start_rule: StartRule


class StorageReport(Document):
    """Storage of all configurations."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    configurations: list[ConfigurationStorage]


class Tile(Document):
    """A headline figure, with what it is made of."""

    key: Literal["hosts", "cost", "life", "win_share"] | str
    figure: Figure
    tone: Literal["plain", "good", "bad", "missing"] | str = "plain"
    label: MessageLine
    """What the figure is, behind it."""
    lines: list[MessageLine]


class AppliedBook(Document):
    """A plan with the prices of a price book, and what that changes."""

    plan: Plan
    changes: list[ChangedPrice]
    """Parts whose price differs, is new, or is in the book no more."""
    rates: list[ExchangeRate]
    """Exchange rates that the plan takes over from the book."""
    unknown: list[str]
    """Parts of the book that the catalogue does not have: they are left out."""


class BillOfMaterials(Document):
    """The bill of materials of each configuration of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    plan_name: str
    currency: str
    """Currency of all prices; those of the catalogue in others are converted."""
    priced_on: str | None
    """The plan's price date: as given, else that of its newest price."""
    configurations: list[ConfigurationBillOfMaterials]


class Chart(Document):
    """A complete chart: a face chooses colours, widths and where labels stand, but none of the words."""

    kind: Literal["stacked_bars", "intervals", "lines", "points"] | str
    name: str
    """What it is called; its title is what it finds."""
    words: ChartWords
    parts: list[ChartPart]
    """Of stacked bars, in their order; else empty."""
    drawn: Drawing
    apart: Drawing | None = None
    """The same as differences to the reference."""
    reference: str = ""
    """Name of that reference; empty without."""


class Charts(Document):
    """What is drawn beside the numbers of a result."""

    drawn: list[Chart]
    """The charts that have something to draw."""
    months: ChartWords | None
    """The words of the cost by month; null without a known cost."""
    racks: list[RackPicture]
    """In the order of the rows, without configurations that cannot be built."""
    more_racks: int
    """Configurations whose racks are left out of a long list."""


class ConfigurationMemory(Document):
    """Memory of one configuration."""

    key: str
    name: str
    hypervisor: str
    """Version family whose thresholds hold."""
    hypervisor_given: bool
    """Whether the plan names it, or the default stands in."""
    state_model: str
    """`fixed` share of memory, or `sliding` scale; `one_to_one` without memory states."""
    state_notes: str
    medium: Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"] | str | None
    minfree_gib_per_host: Value
    thresholds: list[Threshold]
    cases: list[MemoryCase]
    """All hosts running first, then one host down and so on to the spares."""
    bands: list[StateBand]
    operations: list[GroupOperations]
    consolidation: Consolidation | None
    rests_on_assumptions: list[str]


class ConfigurationResult(Document):
    """All answers for one configuration."""

    key: str
    name: str
    feasible: bool
    """Whether it can be built, and some or the given hosts are enough."""
    buildable: bool
    """Whether licence, hypervisor, storage and hardware belong together; if not, it is not feasible."""
    admissible: bool
    """Whether it takes part in the comparison: it is feasible, and meets every requirement of the plan."""
    exclusion: str
    """Why it takes part in no comparison, as it follows its name; empty where it does."""
    unmet_requirements: list[UnmetRequirement]
    """Requirements of the plan that it misses, or may miss; first, as `sound`, that its numbers do not contradict each other, which is a defect of the program."""
    reasons: list[Reason]
    """Why it is not feasible, and the nearest change that helps."""
    hosts: Value
    hosts_with_growth: Value
    """Hosts for the demand at the horizon."""
    is_lower_bound: bool
    """Whether hosts and cost are lower bounds, because a constraint is undecided and no hosts are given."""
    hosts_text: str
    """The hosts in words."""
    hosts_reason: str
    """The same where the number stands already."""
    constraints: list[Constraint]
    failure_cases: list[FailureCase]
    """What remains of every constraint: with all hosts running, and with the spare hosts, one at least, failed, if any host is left. Empty if not asked for."""
    quantities: dict[str, Value]
    """Quantities by name: the requested ones and, with the decision, the ones that its figures open. Quantities by role, group or month are in `/explain`."""
    cost_parts: list[CostPart]
    cost_lines: list[CostLineSum]
    """The part `lines` by category."""
    cash_flow: list[YearFlow]
    monthly: MonthlyFlow
    """Without months if not asked for."""
    expansion: list[Expansion]
    """Hosts bought later, with the month; empty where none are."""
    finance: Finance | None
    """Against what it is compared with; null for that itself."""
    crossover: Crossover | None = None
    """Against the reference; null for that itself, and where both cannot be compared."""
    depreciation: list[BookYear]
    """Empty where the plan does not say over how many years."""
    carbon_parts: list[CarbonPart]
    life_years: Band
    """Years until the first drives of known life wear out: 5 %, 50 % and 95 % of the uncertainty of the writes."""
    endurance_class: str | None
    first_worn_drives: str | None
    """The drives that wear out first, in words, those of unknown life left aside; null if none is known."""
    findings: list[Finding]
    """Empty if not asked for."""


class DecisionRow(Document):
    """A configuration: all its figures, or why it has none. Ranges and shares are those of simulations."""

    configuration: str
    name: str
    place: int
    """Its place in the plan, which gives it its mark."""
    is_reference: bool
    admissible: bool
    exclusion: str
    """Why it takes part in no comparison; empty where it does."""
    hosts: Figure | None
    cost: Figure | None
    against: Figure | None
    """Cost over that of the reference; null for that itself."""
    life: Figure | None
    """Null where it has no flash."""
    life_tone: Literal["plain", "good", "bad", "missing"] | str = "plain"
    """Bad where it ends before the horizon."""
    life_range: Figure | None = None
    """With the uncertainty about writes and drives."""
    worn: Figure | None
    """Chance that its flash wears out within the horizon."""
    worn_tone: Literal["plain", "good", "bad", "missing"] | str = "plain"
    """Bad where it is more than is accepted."""
    limit: Figure | None
    """What decides its hosts."""
    limits: list[LimitShare]
    """How much its limits take, the one that decides first; at most three."""
    lacks: MessageLine | None = None
    """Why it takes part in no comparison, or what it needs."""
    hosts_range: Figure | None = None
    """90 % of simulations; null until then."""
    hosts_ranged: Figure | None = None
    """Hosts with that range, for a single cell of a table."""
    cost_range: Figure | None = None
    """90 % of simulations; null until then."""
    cost_low: float | None = None
    cost_high: float | None = None
    covers: Figure | None = None
    """Share of simulations in which its hosts are enough."""
    cheapest: Figure | None = None
    """Share of simulations in which it is the cheapest."""


class EstateCandidate(Document):
    """A candidate that has no tile, in a line."""

    configuration: str
    name: str
    place: int
    line: MessageLine


class EstateTile(Document):
    """A candidate as it is told first."""

    configuration: str
    """Key of the configuration of the plan."""
    name: str
    place: int
    """Its place in the plan, which gives it its mark."""
    parts: list[Literal["keep", "array", "same_platform", "cheapest", "room", "fewest", "other"] | str]
    """What it stands for; one may be several, such as the cheapest."""
    title: MessageText
    """The same in words."""
    figure: MessageLine
    """What is read first: hosts, and how long they last or on what."""
    lines: list[MessageLine]
    """Why, what it costs, and how long its drives last."""
    asks: bool = False
    """Whether what it costs has to be entered."""


class Explanation(Document):
    """The explanation of a number: the requested quantity first, then all its inputs."""

    configuration: str
    quantity: str
    failed_hosts: int
    """Failed hosts in the explained case."""
    plan_hash: str
    engine_version: str
    catalogue_version: str
    nodes: list[ExplanationNode]


class GroupReadCache(Document):
    """The read cache of the VMs of one group."""

    name: str
    cache: Quantified
    hit_share: Quantified
    blocks: Quantified
    uncached_latency: Quantified
    cached_latency: Quantified
    full_hit_latency: Quantified
    """Bound: latency if the cache answered every read."""
    speedup: Quantified
    size: SizeAdvice
    migration: Migration


class MemoryReport(Document):
    """Memory of all configurations of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    configurations: list[ConfigurationMemory]
    findings: list[Finding]


class ConfigurationReadCache(Document):
    """The read cache of one configuration."""

    key: str
    name: str
    has_read_cache: bool
    support: ReadCacheSupport
    findings: list[Finding]
    size_per_host: Quantified
    block_size: Quantified
    demand: Quantified
    hosts: Quantified
    """Hosts into which all reservations fit with spare hosts failed."""
    hosts_unrounded: Quantified
    slack: Quantified
    metadata: Quantified
    """Host memory for the metadata of one host's cache."""
    groups: list[GroupReadCache]
    cases: list[CaseEvidence]


class Decision(Document):
    """What is advised, how sure that is, what limits it, what would change it, and what to do next."""

    phase: Literal["sized", "simulated"] | str
    state: Literal["compared", "alone", "open", "prices_missing", "none_qualifies", "cannot_be_built"] | str
    currency: str
    horizon_years: int
    label: str
    """The verdict in a word or two; empty while it is being simulated."""
    strength: Literal["either", "clear", "leaning", "open", "none"] | str | None
    """The same as a code; null while it is being simulated."""
    sentence: MessageLine
    """What to do, or why nothing can be said; the first line of every face."""
    detail: MessageLine | None = None
    """How sure that is, and what else differs."""
    pending: MessageLine | None = None
    """What is computed meanwhile; null where nothing is."""
    lead: str | None
    """Key of the configuration that tiles and limits are of."""
    advised: str | None
    """Key of the configuration to take; null where none is advised."""
    runner_up: str | None
    """Key of the configuration that the lead is compared with."""
    reference: str
    """Key of the configuration that the differences in the rows refer to: that of the result, or the lead where that one cannot be built, or keeps hosts at a cost that nobody said."""
    saving: Figure | None
    """What the lead costs over the runner-up, as a share; below 0 it is cheaper."""
    nearly_empty: MessageLine | None
    """That hardly anything of it is used, where that is so."""
    has_flash: bool
    tiles: list[Tile]
    rows: list[DecisionRow]
    """The lead first, then the reference, then by cost."""
    limits: list[LimitBar]
    """What limits the lead, the most used first."""
    levels: list[LevelChoice]
    break_evens_title: str = ""
    """What `break_evens` are; empty while they are simulated."""
    break_evens: list[MessageLine]
    """What would change the advice or, where nothing alone does, moves the cost most."""
    checks: list[Notice]
    """What to check before it is relied on: the first of the one ranking."""
    notices: list[Notice]
    """What is found besides, in the order of the same ranking."""
    risks: list[Risk]
    """What may go wrong with the lead and the runner-up."""
    basis: list[MessageText]
    """What it rests on: break-evens of moving and of unknown prices, simulations."""
    remedies: list[TriedRemedy]
    missing: list[str]
    """JSON pointers of the first fields that keep it from comparing."""
    notes: list[Note]
    charts: Charts | None = None
    """What is drawn; null if not asked for."""


class EstateDecision(Document):
    """Keep or replace, which new cluster, or which platform: what is advised, how sure that is, and why."""

    question: Literal["keep_or_replace", "new_cluster", "which_platform"] | str
    """What is asked of an estate."""
    questions: list[Literal["keep_or_replace", "new_cluster", "which_platform"] | str]
    """The questions that this estate can answer."""
    label: str
    """The verdict in a word or two."""
    strength: Literal["either", "clear", "leaning", "open", "none"] | str
    """The same as a code."""
    sentence: MessageLine
    """What to do."""
    detail: MessageLine | None = None
    """How sure that is, and what else to know."""
    advised: str | None
    """Key of the configuration to take; null where none is advised."""
    reference: str
    """Key of the configuration that differences refer to; it can be built."""
    currency: str
    horizon_years: int
    support: MessageLine | None = None
    """Until when what the hosts run is supported, where known."""
    keep_until: str | None = None
    """First day of the month in which keeping ends, by support, limits or the horizon."""
    tiles: list[EstateTile]
    others: list[EstateCandidate]
    """The candidates without a tile, the cheapest first."""
    io_would_ask: MessageLine | None = None
    """Hosts that assumed I/O would ask for if it holds, which decides none; null where none are."""


class ReadCachePage(Document):
    """The read cache in all configurations of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    unit_convention: str
    geometry_note: str
    """How sizes in GB become blocks."""
    configurations: list[ConfigurationReadCache]


class Uncertainty(Document):
    """How sure the answer to a plan is. The same plan, seed and versions give the same numbers."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int
    simulations: int
    currency: str
    verdict: Verdict
    configurations: list[Outcome]
    uncertain_inputs: list[UncertainInput]
    sensitivities: list[InputSensitivity]
    """The strongest first; empty where there is nothing to compare."""
    values: int
    """Values behind the answer."""
    uncertain_values: int
    """Values among them that a cause moves."""
    decision: Decision
    """The decision, simulated."""


class Decided(Document):
    """The answer to a plan, with the decision."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int | None = None
    """Seed of sampled results; null where nothing is sampled."""
    unit_convention: str
    currency: str
    horizon_years: int
    reference: str
    """Key of the configuration that differences refer to."""
    configurations: list[ConfigurationResult]
    rows: list[Row]
    """The comparison as a table; empty if not asked for."""
    inputs: list[Input]
    """Where each input's value comes from; of many VM groups the first ones. Empty if not asked for."""
    inputs_left_out: int = 0
    """Number of inputs of further VM groups, which are not listed."""
    prices: Prices
    missing: list[Missing]
    findings: list[Finding]
    """Findings of the plan and of all configurations; empty if not asked for."""
    sentence: str
    """The first sentence of the decision."""
    decision: Decision | None = None
    """The decision as sized; null if not asked for."""


class EstateDecided(Document):
    """What is counted of an estate, its groups, the plan, and what to do."""

    glance: EstateGlance
    counted: EstateTotals
    """What the plan asks for: vCPU, memory and disk are those of its groups, with what is assumed for VMs of unknown size."""
    sentence: str
    """The same in words: what runs, what is off, and what of it is assumed."""
    data: list[EstateData]
    """What counts as data by each base that can be chosen."""
    exclusions: list[EstateExclusion]
    attributes: list[str]
    """Custom attributes and tags to group by."""
    groups: list[EstateGroup]
    findings: list[EstateFinding]
    drives: EstateDrives | None = None
    """The drives that exist, where their health was read."""
    plan: Plan | None
    """The plan with the groups, the hosts as they are, and candidates."""
    placements: list[PlacementAnswer]
    """The VMs one by one on the hosts of each configuration, where a plan was asked for."""
    why_no_plan: str | None = None
    """Why there is none."""
    decision: EstateDecision | None = None
    """What to do; null where there is no plan."""


class Evaluated(Document):
    """The answer to a plan, with how sure it is where that is asked for."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int | None = None
    """Seed of sampled results; null where nothing is sampled."""
    unit_convention: str
    currency: str
    horizon_years: int
    reference: str
    """Key of the configuration that differences refer to."""
    configurations: list[ConfigurationResult]
    rows: list[Row]
    """The comparison as a table; empty if not asked for."""
    inputs: list[Input]
    """Where each input's value comes from; of many VM groups the first ones. Empty if not asked for."""
    inputs_left_out: int = 0
    """Number of inputs of further VM groups, which are not listed."""
    prices: Prices
    missing: list[Missing]
    findings: list[Finding]
    """Findings of the plan and of all configurations; empty if not asked for."""
    sentence: str
    """The first sentence of the decision."""
    decision: Decision | None = None
    """The decision as sized; null if not asked for."""
    uncertainty: Uncertainty | None = None
    """Present where `include` names it."""
