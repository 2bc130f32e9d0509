"""Exporters: logs in the forms of other programs."""
