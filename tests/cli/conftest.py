"""Commands in processes of their own heed interrupts, also if the tests run in the background."""

from __future__ import annotations

import signal

# Shells let what they run in the background ignore interrupts, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
