"""A table you can sit at: legal moves, carrying them out, taking them back, records."""
