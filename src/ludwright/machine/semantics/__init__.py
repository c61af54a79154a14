"""What each op does: one function per op, the only place where an op has a meaning."""
