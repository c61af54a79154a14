"""Rule XML: semantic checks on the syntax trees."""
