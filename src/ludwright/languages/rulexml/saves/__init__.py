"""Rule XML: reading, resuming and exporting saved positions."""
