"""The rules: what may happen on a table, and what follows."""
