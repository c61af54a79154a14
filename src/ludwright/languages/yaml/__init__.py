"""YAML with locations: reading, its concrete syntax, printing, and rewriting in place."""
