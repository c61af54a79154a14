"""Small GameSpecDocs for tests, and what reads and plays them."""
