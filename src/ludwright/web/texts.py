"""What people write, without what cannot be seen or turns the text around it."""

from __future__ import annotations

import re

from .protocol import LONGEST_NAME

# Control characters, breaks, and marks that reverse what follows; not what joins letters or emoji.
HIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
# In names, also what makes two of them look alike.
JOINING = re.compile(r"[\u00ad\u180e\u200c\u200d\U000e0000-\U000e007f]")


def plain(text: str) -> str:
    """A text in one line, without what can't be seen."""
    return " ".join(HIDDEN.sub(" ", text).split())


def clean_name(name: str) -> str:
    """A name without what can't be seen or breaks lines."""
    return plain(JOINING.sub(" ", name))[:LONGEST_NAME].strip()
