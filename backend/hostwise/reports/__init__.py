"""Reports: a result as a workbook with live formulas, as comma-separated values, as Markdown."""
