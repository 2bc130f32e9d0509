"""What each event does to the table, one module per family of events."""
