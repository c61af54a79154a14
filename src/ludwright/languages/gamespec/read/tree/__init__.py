"""GameSpecDoc: the typed syntax tree: values, effects and sections."""
