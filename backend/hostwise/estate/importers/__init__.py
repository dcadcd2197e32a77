"""Files that people have, read into an inventory: recognised by their content, and survived with all their quirks."""
