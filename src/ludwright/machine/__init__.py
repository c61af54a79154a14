"""Runs any Program; knows no GameDef."""
