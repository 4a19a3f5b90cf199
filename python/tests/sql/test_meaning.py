"""Reading queries, and the reference evaluator beside both engines."""

import random
import unittest
from pathlib import Path

import truthloop.sql
from sql import random_pairs
from truthloop.sql import engines, evaluate, judge, refute
from truthloop.sql.parse import Invalid, Unsupported, measures, parse_query, parse_schema, statement

SCHEMAS = {p.stem: p.read_text() for p in (Path(truthloop.sql.__file__).parent / "schemas").glob("*.sql")}
SHOP = SCHEMAS["shop"]


class Read(unittest.TestCase):
    def test_refused_and_unsupported(self):
        for text, kind, message in [
            ("DELETE FROM customer", Invalid, "refused: found DELETE, expected a query"),
            ("PRAGMA table_info(customer)", Invalid, "refused: found PRAGMA, expected a query"),
            ("SELECT 1; SELECT 2", Invalid, "found 2 statements, expected one query"),
            ("SELECT * FROM read_csv('/etc/passwd')", Invalid, "is no table of the schema"),
            ("SELECT * FROM '/etc/passwd'", Invalid, "there is no table /etc/passwd"),
            ("SELECT * FROM information_schema.tables", Invalid, "is no table of the schema"),
            ("SELECT * FROM sqlite_master", Invalid, "there is no table sqlite_master"),
            ("SELECT load_extension('x')", (Invalid, Unsupported), ""),  # not every SQLite has this function
            ("SELECT division(1, 2)", Invalid, "division is no function that is known"),
            ("SELECT * INTO x FROM customer", Invalid, "refused: INTO"),
            ('SELECT "red" FROM product', Invalid, "there is no column red"),
            ("SELECT id FROM customer, product", Invalid, "column id is ambiguous"),
            ("SELECT name FROM customer WHERE COUNT(*) > 1", Invalid, "an aggregate in WHERE"),
            ("SELECT (" * 300 + "1" + ")" * 300, Invalid, "does not parse"),
            ("SELECT name FROM customer GROUP BY city", Unsupported, "column name is neither grouped nor in an aggregate"),
            ("SELECT RANDOM()", Unsupported, "RAND"),
            ("SELECT ROW_NUMBER() OVER () FROM customer", Unsupported, "window functions"),
            ("WITH RECURSIVE t AS (SELECT 1) SELECT * FROM t", Unsupported, "WITH RECURSIVE"),
            ("SELECT name FROM customer LIMIT 1 + 1", Unsupported, "LIMIT that is no number"),
        ]:
            with self.subTest(text=text[:60]), self.assertRaises(kind) as raised:
                parse_query(statement(text), judge.schema_of(SHOP))
            self.assertIn(message, str(raised.exception))

    def test_schema_errors(self):
        for ddl, message in [
            ("DROP TABLE x", "expected CREATE TABLE"),
            ("CREATE TABLE a (x INT, X INT)", "column a.X is there twice"),
            ("CREATE TABLE a (x BLOB)", "column a.x: the type VARBINARY is not supported"),
            ("CREATE TABLE a (x INT REFERENCES b (y))", "which is not in the schema"),
            ("CREATE TABLE b (y INT); CREATE TABLE a (x INT REFERENCES b (y))", "does not refer to a key of b"),
        ]:
            with self.subTest(ddl=ddl), self.assertRaises(Invalid) as raised:
                parse_schema(ddl)
            self.assertIn(message, str(raised.exception))

    def test_measures(self):
        tree = statement("SELECT a.x, COUNT(*) FROM a JOIN b ON a.x = b.y WHERE a.z > 1 AND b.w IN (SELECT q FROM c) GROUP BY a.x")
        self.assertEqual(
            measures(tree), {"num_tables": 3, "num_joins": 1, "num_predicates": 3, "num_aggregates": 1, "nesting": 1, "num_operators": 6}
        )


class Evaluate(unittest.TestCase):
    def test_both_engines(self):
        rng = random.Random(5)
        compared = 0
        for name, ddl in SCHEMAS.items():
            schema = judge.schema_of(ddl)
            for _ in range(40):
                text = random_pairs.Maker(schema, rng).query(2)
                compared += self.query(schema, text, rng.randrange(1000), name)
        self.assertGreater(compared, 250)

    def query(self, schema, text, seed, name):
        tree = statement(text)
        query = parse_query(tree, schema)
        search = refute.Search(refute.Pair(schema, query, query, (tree, tree), (text, text), None), seed)
        self.addCleanup(search.close)
        function = evaluate.Evaluator(schema, search.evaluated).compiled(query)
        compared = 0
        for db in (search.draws.database() for _ in range(8)):
            for runner in search.runners:
                try:
                    search.evaluated.load(db)
                    groups = function()
                except engines.EngineError:
                    continue
                runner.load(db)
                rows = runner.run(text)
                with self.subTest(schema=name, text=text, engine=runner.name, db=db):
                    self.assertFalse(engines.bags_differ([r for g in groups for r in g], rows))
                    at = 0
                    for group in groups:
                        self.assertFalse(engines.bags_differ(group, rows[at : at + len(group)]))
                        at += len(group)
                compared += 1
        return compared

    def test_values(self):
        schema = parse_schema("CREATE TABLE t (a INT, s TEXT, b BOOLEAN)")
        sqlite = engines.Sqlite(schema, 1, guarded=False)
        sqlite.load({"t": [(1, "x", True), (None, "Xy", None), (-7, None, False)]})
        for text, want in [
            ("SELECT a / 2 FROM t WHERE a < 0", [(-3,)]),
            ("SELECT a % 2, a / 0 FROM t WHERE a < 0", [(-1, None)]),
            ("SELECT COUNT(*) FROM t WHERE s LIKE 'x%'", [(2,)]),
            ("SELECT COUNT(*) FROM t WHERE a NOT IN (SELECT a FROM t)", [(0,)]),
            ("SELECT COUNT(*) FROM t WHERE NOT b OR a IS NULL", [(2,)]),
            ("SELECT a FROM t WHERE s IN (SELECT s FROM t ORDER BY a)", [(1,), (None,)]),
            ("SELECT a FROM (SELECT a FROM t WHERE a IS NOT NULL ORDER BY b) q UNION ALL SELECT 0 ORDER BY 1 LIMIT 2", [(-7,), (0,)]),
            ("SELECT SUM(a), COUNT(a), AVG(a) FROM t WHERE a > 99", [(None, 0, None)]),
            ("SELECT CASE a WHEN 1 THEN 'one' ELSE COALESCE(s, 'none') END FROM t ORDER BY a DESC", [("one",), ("none",), ("Xy",)]),
            ("SELECT UPPER(s), LENGTH(s), s || 'z' FROM t WHERE a = 1", [("X", 1, "xz")]),
        ]:
            with self.subTest(text=text):
                groups = evaluate.Evaluator(schema, sqlite).compiled(parse_query(statement(text), schema))()
                self.assertEqual([r for g in groups for r in g], want)
        for text in "SELECT (SELECT a FROM t)", "SELECT s FROM t ORDER BY s IS NULL LIMIT 1", "SELECT a FROM t WHERE s IN (SELECT s FROM t ORDER BY s IS NULL LIMIT 1)":
            with self.subTest(text=text), self.assertRaises(engines.EngineError):
                evaluate.Evaluator(schema, sqlite).compiled(parse_query(statement(text), schema))()
