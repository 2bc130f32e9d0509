"""What can be written in a log: events, records, the log itself, rules switches and card definitions."""
