"""SQL as a formal language: whether two queries are equivalent, proved or refuted by a small database.

``truthloop-sql`` is the program, and docs/howto/sql.md its manual. :mod:`~truthloop.sql.judge` joins the steps:
``schema``, ``parse`` and ``expressions`` read SQL to the algebra of ``meaning``; ``engines``, ``evaluate``, ``domains``,
``draws`` and ``refute`` search for a database on which two queries differ; ``normal``, ``conditions`` and ``prove``
prove that there is none. The packages sqlglot, duckdb and z3-solver are needed: ``pip install 'truthloop[sql]'``.
"""
