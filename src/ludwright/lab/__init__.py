"""Experiments with games: simulate, solve, count, test by play."""
