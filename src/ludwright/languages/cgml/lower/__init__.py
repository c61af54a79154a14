"""CGML: the tree to a GameDef."""
