"""Reports: a result as a PDF, a workbook with live formulas, comma-separated values, Markdown."""
