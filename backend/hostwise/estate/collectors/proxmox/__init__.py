"""A cluster of Proxmox VE: its inventory and its history, read through its API (`pip install 'hostwise[proxmox]'`)."""
