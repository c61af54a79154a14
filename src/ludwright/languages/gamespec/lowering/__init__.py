"""From what a GameSpecDoc says to a GameDef: one way for all its turn orders."""
