"""CGML: checks on the tree: what is well formed but wrong."""
