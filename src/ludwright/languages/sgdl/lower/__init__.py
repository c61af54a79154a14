"""SGDL: lowering of the syntax tree to a GameDef."""
