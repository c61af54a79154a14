"""Random and systematically varied inputs: documents, solitaires, mistakes, growth."""
