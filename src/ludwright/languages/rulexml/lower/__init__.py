"""Rule XML: the tree to a GameDef."""
