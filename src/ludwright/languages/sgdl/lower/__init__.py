"""SGDL: the tree to a GameDef."""
