"""Ludwright's games in other worlds: a module per world, imported only when it is asked for."""
