"""Engines: worker processes that run games for the server."""
