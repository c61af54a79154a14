"""HTML and SVG from plain values: escaped texts, tables, charts; knows nothing of games."""
