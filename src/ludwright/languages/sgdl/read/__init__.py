"""SGDL: text to a tree with locations."""
