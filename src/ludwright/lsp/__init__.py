"""The language server: translates between editors and `editing/`, and schedules its work."""
