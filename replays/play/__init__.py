"""Playing at a terminal: who is asked what, answers in words or numbers, and what comes of them."""
