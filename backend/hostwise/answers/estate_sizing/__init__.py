"""An estate becomes a workload: what is counted, groups, the hosts as they are, candidates, and the plan."""
