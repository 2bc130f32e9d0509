"""What people read of a game: words in two languages, names, the table drawn, changes, whose eyes."""
