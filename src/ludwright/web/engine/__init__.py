"""Engines: processes that hold the tables and run the games."""
