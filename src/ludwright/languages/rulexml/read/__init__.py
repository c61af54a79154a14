"""Rule XML: text to a tree with locations."""
