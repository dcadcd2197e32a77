"""Factors between the units in which files hold memory, disks and clock rates, and those of the plan."""

GIB_PER_MIB = 1 / 1024
GIB_PER_KIB = 1 / 1024**2
GIB_PER_BYTE = 1 / 1024**3
GB_PER_MIB = 1024**2 / 1e9
GB_PER_GIB = 1024**3 / 1e9
GB_PER_BYTE = 1e-9
GHZ_PER_MHZ = 1e-3
