"""Rule XML: games as cells and phases, whose rules map drags and clicks to movements of cards."""
