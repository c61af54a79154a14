"""GameDef to Program: passes, layout, folding, and code for each kind of node."""
