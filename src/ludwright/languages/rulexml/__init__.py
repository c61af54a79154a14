"""Rule XML: a table of cells, and phases whose rules turn a drag or a click into movements."""
