"""Exact unit conversions: with 0, 1 and 2 the only numbers that may stand in a formula."""

SECONDS_PER_MINUTE = 60
MINUTES_PER_HOUR = 60
SECONDS_PER_DAY = 86_400
DAYS_PER_YEAR = 365
HOURS_PER_YEAR = 8_760
MONTHS_PER_YEAR = 12
GB_PER_TB = 1_000
W_PER_KW = 1_000
BTU_PER_WH = 3_600 / 1_055.05585262
"""British thermal units (international table) of a watt-hour."""
G_PER_KG = 1_000
GB_PER_TIB = 2**40 / 10**9
KIB_PER_MIB = 1_024
MBIT_PER_GB = 8_000
MB_PER_GBIT = 125
GBIT_PER_KIB = 8 * 2**10 / 10**9
KIB_PER_DECIMAL_MB = 10**6 / 1_024
MIB_PER_GIB = 1_024
MS_PER_SECOND = 1_000
TB_PER_GIB = 2**30 / 10**12
COUNT_SLACK = 1e-9
"""Relative slack of `ceil_count`: rounding dust of binary arithmetic must not buy a host."""
NORMAL_NODE = 3 ** (1 / 2)
"""Standard deviations from the middle at which a mean over a normal distribution is taken, see `NORMAL_WEIGHT`."""
NORMAL_WEIGHT = 1 / 6
"""Weight of either of these points; that of the middle is the rest: the mean of any polynomial to the fifth degree."""
