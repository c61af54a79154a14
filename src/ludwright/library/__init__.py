"""The games: data only, a folder each."""
