"""CGML 1.3: card games with states, phases and rules, written in YAML."""
