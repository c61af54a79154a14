"""Every example of the tutorial, the guides and the how-tos runs and prints what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pages import blocks_of, run_page

DOCS = Path(__file__).parents[2] / "docs"
RUN = sorted(
    path for folder in ("tutorial", "guides", "howto") for path in DOCS.glob(f"{folder}/*.md")
)


@pytest.mark.parametrize("page", RUN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page.read_text(encoding="utf-8"), tmp_path)


SMALL = """\
```sgdl title="a.txt"
one
two
```

```diff change="a.txt"
 one
-two
+three
```

```text part="a.txt"
one
th...
```

```sh
ludwright games --nothing  # exit 2
```

```text
...--nothing...
```

```python
from pathlib import Path

print(Path("a.txt").read_text())
```

```text
three
```

```yaml none
not: run
```

````gamespec title="b.md"
```yaml
one: 1
```
````

````gamespec change="b.md"
 ```yaml
-one: 1
+two: 2
````
"""


def test_a_page_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(SMALL, tmp_path)
    assert (tmp_path / "b.md").read_text() == "```yaml\ntwo: 2\n```\n"
    assert len(list(blocks_of(SMALL))) == 10


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-two", "-four"),
        ("th...", "fo..."),
        ("# exit 2", ""),
        ("--nothing...", "--anything..."),
        ("three\n```\n\n```yaml", "four\n```\n\n```yaml"),
        ("yaml none", "yaml"),
    ],
)
def test_a_page_that_is_not_true_fails(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    changed = SMALL.replace(old, new, 1)
    assert changed != SMALL
    with pytest.raises(AssertionError):
        run_page(changed, tmp_path)
