"""The program, as a process."""

import json
import resource
import subprocess
import sys
import tempfile
import unittest

DDL = "CREATE TABLE t (a INT PRIMARY KEY, b TEXT);"


def answers(questions, *arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as f:
        f.write(DDL)
        f.flush()
        command = [sys.executable, "-m", "truthloop.sql.serve", *(f.name if a == "SCHEMA" else a for a in arguments)]
        text = "".join((q if isinstance(q, str) else json.dumps(q)) + "\n" for q in questions)
        run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    return [json.loads(line) for line in run.stdout.splitlines()], run


class Serve(unittest.TestCase):
    def test_protocol_1(self):
        pair = {"id": 7, "formalism": "sql", "left": "select a from t", "right": "select distinct a from t", "timeout_seconds": 60}
        (first, second), run = answers([pair, {**pair, "id": 8, "right": "select b from t"}], "--schema", "SCHEMA")
        self.assertEqual((first["id"], first["verdict"]), (7, "equivalent"))
        self.assertEqual((second["id"], second["verdict"]), (8, "not_equivalent"))
        self.assertEqual(run.returncode, 0)

    def test_recheck(self):
        """A witness from data can be anything."""
        pair = {"message": "recheck", "left": "select b from t", "right": "select distinct b from t", "schema": DDL}
        good = {"t": [{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]}
        for tables, reason in (
            (good, None),
            ({"t": [{"a": 1, "b": "x"}]}, "do not differ"),
            ({"t": [{"a": 1, "b": "x"}, {"a": 1, "b": "x"}]}, "constraints"),
            ({"t": [{"a": 1, "c": "x"}]}, "does not fit the schema"),
            ({"u": []}, "does not fit the schema"),
            ({"t": [7]}, "does not fit the schema"),
            ({"t": [{"a": [], "b": {}}]}, "does not fit the schema"),
            (None, "does not fit the schema"),
        ):
            (answer,), _ = answers([{**pair, "id": 1, "witness": {"kind": "database", "tables": tables}}])
            self.assertEqual(answer.get("holds"), reason is None, answer)
            self.assertIn(reason or "", answer.get("reason", ""))
        ordered = {**pair, "id": 1, "left": "select b from t order by b limit 1", "right": "select max(b) from t", "witness": {"kind": "database", "tables": {}}}
        (answer,), _ = answers([ordered])
        self.assertEqual(answer, {"id": 1, "holds": True})

    def test_protocol_2(self):
        witness = {"kind": "database", "tables": {}, "left": [[0]], "right": []}
        found, _ = answers(
            [
                {"protocol": 2},
                {"id": 1, "message": "parse", "text": "select a from t", "schema": DDL},
                {"id": 2, "message": "compare", "left": "select a from t", "right": "select u.a from t u", "schema": DDL, "dialect": "postgres"},
                {"id": 3, "message": "explain", "witness": witness},
                {"id": 4, "message": "edit", "text": "select a from t", "schema": DDL},
                {"id": 5, "message": "grammar", "schema": DDL},
                {"id": 6, "message": "edit", "text": "select", "schema": DDL},
            ]
        )
        self.assertEqual(found[0], {"protocol": 2, "answers": ["compare", "edit", "explain", "grammar", "parse", "recheck"], "columns": ["schema", "dialect"]})
        self.assertEqual((found[1]["compliant"], found[1]["canonical"], found[1]["measures"]["num_tables"]), (True, "SELECT a FROM t", 1))
        self.assertEqual((found[2]["verdict"], found[2]["certificate"]), ("equivalent", {"kind": "identity"}))
        self.assertIn("On the empty database", found[3]["text"])
        self.assertEqual(found[4]["edits"], [{"name": "distinct", "text": "SELECT DISTINCT a FROM t"}])
        self.assertTrue(found[5]["grammar"].startswith("S -> Q_0\n"))
        self.assertIn("does not parse", found[6]["error"])

    def test_faults_leave_the_program_running(self):
        product = "select count(*) from " + ", ".join(f"t t{i}" for i in range(30))
        good = {"id": 9, "left": "select a from t", "right": "select b from t", "schema": DDL}
        questions = [
            "{", "[1]", {"id": 1}, {"id": 2, "message": "sing"}, {"id": 3, "left": "select 1", "right": "select 1"},
            {**good, "id": 4, "dialect": "klingon"}, {**good, "id": 5, "left": product, "right": product + ", t x", "timeout_seconds": 2},
            {**good, "id": 6, "left": "select " + "(" * 5000 + "1" + ")" * 5000}, good,
        ]  # fmt: skip
        found, run = answers(questions)
        self.assertEqual(run.stderr, "")
        self.assertEqual(len(found), len(questions))
        for answer, message in zip(found, ("Expecting", "expected a JSON object", "left", "sing", "there is no schema", "klingon")):
            self.assertEqual(answer["verdict"], "error")
            self.assertIn(message, answer["reason"])
        self.assertEqual([a.get("id") for a in found], [None, None, 1, 2, 3, 4, 5, 6, 9])
        self.assertEqual((found[7]["verdict"], found[8]["verdict"]), ("error", "not_equivalent"))

    def test_options(self):
        for arguments, message in [(["--dialect", "klingon"], "klingon"), (["--schema", "/nowhere"], "/nowhere")]:
            _, run = answers([], *arguments)
            self.assertEqual(run.returncode, 2)
            self.assertIn(message, run.stderr)
