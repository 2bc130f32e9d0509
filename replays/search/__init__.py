"""Searching a game: expressions over its tables, the records at which one holds, changes of a path."""
