"""The browser modules of others: complete, unchanged, with their licences, and all of them used."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib

from ludwright.web.pages import STATIC

VENDOR = STATIC / "vendor"
MODULES = tomllib.loads((VENDOR / "VENDORED.toml").read_text("utf-8"))["module"]


def test_every_module_is_as_it_was_published() -> None:
    assert {each["file"] for each in MODULES} == {path.name for path in VENDOR.glob("*.mjs")}
    for each in MODULES:
        data = (VENDOR / each["file"]).read_bytes()
        assert len(data) > 500, f"{each['file']} is cut off"
        assert hashlib.sha256(data).hexdigest() == each["sha256"], each["file"]
        assert (VENDOR / each["licence_file"]).stat().st_size > 500


def test_the_import_map_names_the_modules() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    found = re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    imports = json.loads(found[1])["imports"]
    wanted = {each["name"]: f"./static/vendor/{each['file']}" for each in MODULES}
    assert imports == wanted


def test_every_module_is_imported() -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js"))
    for each in MODULES:
        assert f'from "{each["name"]}"' in scripts, each["name"]
