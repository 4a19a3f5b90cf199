"""SQL as a formal language: whether two queries are equivalent, proved or refuted by a small database.

``truthloop-sql`` is the program. The modules follow its steps: :mod:`~truthloop.sql.schema`,
:mod:`~truthloop.sql.parse` and :mod:`~truthloop.sql.expressions` read; :mod:`~truthloop.sql.meaning` says what a query
means; :mod:`~truthloop.sql.engines`, :mod:`~truthloop.sql.domains`, :mod:`~truthloop.sql.seeds` and
:mod:`~truthloop.sql.refute` search for a database on which two queries differ; :mod:`~truthloop.sql.normal`, :mod:`~truthloop.sql.conditions` and
:mod:`~truthloop.sql.prove` prove that there is none; :mod:`~truthloop.sql.judge` joins these; and
:mod:`~truthloop.sql.generate` makes queries. docs/howto/sql.md is the manual.

The packages sqlglot, duckdb and z3-solver are needed: ``pip install 'truthloop[sql]'``.
"""
