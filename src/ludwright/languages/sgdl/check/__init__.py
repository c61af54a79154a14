"""SGDL: semantic checks on the syntax tree."""
