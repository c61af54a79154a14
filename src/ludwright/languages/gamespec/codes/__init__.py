"""GameSpecDoc: the diagnostics, by the part of a document they are about."""
