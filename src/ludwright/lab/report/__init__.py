"""A report of games: everything that is measured, on one page."""
