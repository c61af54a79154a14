"""Rule XML: saved positions: read, started from and exported."""
