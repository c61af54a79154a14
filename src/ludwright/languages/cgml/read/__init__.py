"""CGML: text to a tree with locations."""
