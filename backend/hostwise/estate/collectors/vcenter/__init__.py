"""A vCenter: its inventory and its counters, read through VMware's own SDK (`pip install 'hostwise[vcenter]'`)."""
