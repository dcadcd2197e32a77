"""Importers: files of many tools, recognised by their content and read into an inventory despite their quirks."""
