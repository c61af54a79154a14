"""A second model of Rule XML, with its own reader and its own table."""
