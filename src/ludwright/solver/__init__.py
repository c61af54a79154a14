"""Perfect-information search: can this deal be won, and how?"""
