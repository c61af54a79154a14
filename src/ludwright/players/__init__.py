"""Who sits at a table."""
