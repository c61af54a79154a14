"""GameSpecDoc: trees of older versions to trees of the newest one."""
