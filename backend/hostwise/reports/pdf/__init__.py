"""The report of a plan as a PDF document."""

from hostwise.reports.pdf.report import pdf_report

__all__ = ["pdf_report"]
