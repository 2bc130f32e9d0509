"""Two records of one game: where they part, what the rules say there, and what nobody can know."""
