"""The workbook: formulas of the engine as live cells."""
