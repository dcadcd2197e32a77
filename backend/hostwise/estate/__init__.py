"""An estate that exists: files and running systems become an inventory, and the inventory a plan."""
