"""The documentation as a web site: `make docs` puts it into build/site.

Pages are gathered in build/pages: those of docs/, others that they lead to, and pages generated
from the package (`python_pages`, `command_pages`, `diagnostic_pages`, `game_pages`). Zensical makes
HTML of them by the settings in mkdocs.yml, to which the navigation is added.
"""
