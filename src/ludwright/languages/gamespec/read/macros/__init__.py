"""GameSpecDoc: macros and shorthands expanded, tree to tree."""
