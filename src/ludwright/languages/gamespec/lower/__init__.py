"""GameSpecDoc: the tree to a GameDef."""
