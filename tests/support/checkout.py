"""Where the checkout is, and how thorough the tests are."""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
#: Do the tests search longer for counterexamples?
IS_DEEP = os.environ.get("LEXIGRID_TEST_PROFILE") == "deep"
