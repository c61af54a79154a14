"""GameSpecDoc: card-driven board and card games, written as Markdown with YAML."""
