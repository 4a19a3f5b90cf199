"""Tests of truthloop.sql. Without the packages of the extra [sql], all of them are skipped."""

import unittest

try:
    import duckdb  # noqa: F401
    import sqlglot  # noqa: F401
    import z3  # noqa: F401
except ImportError as e:
    raise unittest.SkipTest(f"the tests of truthloop.sql need sqlglot, duckdb and z3-solver: {e}") from None
