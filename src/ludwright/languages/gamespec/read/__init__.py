"""GameSpecDoc: text to a tree with locations."""
