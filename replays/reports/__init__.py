"""One page about a moment or a dispute: built once, written as HTML, Markdown or text."""
