"""Which pairs are proved equal. Each near miss must not be proved, whatever the search finds."""

import unittest

from truthloop.sql.judge import schema_of
from truthloop.sql.meaning import Block
from truthloop.sql.parse import parse_query, statement
from truthloop.sql.prove import contained, prove

DDL = """
CREATE TABLE dept (id INT PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE emp (
  id INT PRIMARY KEY, name TEXT, dept INT REFERENCES dept (id), salary INT NOT NULL CHECK (salary > 0),
  boss INT REFERENCES emp, hired DATE, score REAL, home INT NOT NULL REFERENCES dept (id));
"""

EQUAL = [
    (
        'select name from dept where id not in (select dept from emp where dept is not null)',
        'select name from dept d where not exists (select * from emp e where e.dept=d.id)',
    ),
    ('select count(*) from emp', 'select count(id) from emp'),
    ('select name from emp where salary between 10 and 20', 'select name from emp where 10 <= salary and not salary>20'),
    (
        'select d.name from dept d left join emp e on e.dept=d.id where e.salary>3',
        'select d.name from dept d join emp e on e.dept=d.id where e.salary>=4',
    ),
    ('select name from emp', 'select e.name from emp e, emp f where e.id=f.id'),
    ('select e.name from emp e join dept d on d.id=e.dept', 'select name from emp where dept is not null'),
    ('select distinct id,name from emp', 'select id,name from emp'),
    (
        'select distinct name from dept where id in (select dept from emp)',
        'select distinct d.name from dept d join emp e on e.dept=d.id',
    ),
    (
        "select name from emp where dept in (select id from dept where city='x')",
        "select e.name from emp e join dept d on e.dept=d.id and d.city='x'",
    ),
    ('select dept,count(*) from emp group by dept', 'select dept,count(salary) from emp group by dept'),
    ('select dept from emp group by dept', 'select distinct dept from emp'),
    ('select dept,count(*) from emp group by dept having dept>3', 'select dept,count(*) from emp where dept>3 group by dept'),
    ('select name from emp union select name from dept', 'select name from dept union select name from emp'),
    ('select name from emp where salary=1 or salary=2', 'select name from emp where salary in (2,1)'),
    (
        'select name from emp where salary=1 union select name from emp where salary=2',
        'select distinct name from emp where salary in (2,1)',
    ),
    ('select id from emp order by id limit 3', 'select e.id from emp as e order by 1 limit 3'),
    (
        'select id from dept except select dept from emp',
        'select id from dept d where not exists (select 1 from emp where dept=d.id)',
    ),
    (
        'select name from emp where salary = (select max(salary) from emp)',
        'select e.name from emp e where (select max(salary) from emp) = e.salary',
    ),
    (
        'select d.name, count(*) from dept d join emp e on d.id=e.dept group by d.id, d.name',
        'select d.name, count(*) from emp e join dept d on d.id=e.dept group by d.id',
    ),
    ("select name from emp where not (salary > 3 and name = 'x')", "select name from emp where salary <= 3 or name <> 'x'"),
    ('select 1 from emp where salary > 0', 'select 1 from emp'),
    ('select name from emp order by salary desc, id', 'select e.name from emp e order by e.salary desc, e.id asc'),
    ('select e.name from emp e left join dept d on d.id=e.dept', 'select name from emp'),
    ('select case when dept is null then 0 else dept end from emp', 'select coalesce(dept,0) from emp'),
    ('select name from emp where exists (select 1 from dept where dept.id=emp.dept)', 'select name from emp where dept is not null'),
    ('select name from emp intersect select name from dept', 'select distinct e.name from emp e, dept d where e.name=d.name'),
    ('select name from dept union all select name from emp', 'select name from emp union all select name from dept'),
    ('select e.name from emp e left join dept d on e.home=d.id', 'select e.name from emp e join dept d on e.home=d.id'),
    ('select name from emp where not (dept <> 3)', 'select name from emp where dept = 3'),
    (
        'select e.name, d.city from emp e left join dept d on e.home=d.id',
        'select e.name, d.city from emp e join dept d on e.home=d.id',
    ),
    ('select max(salary), min(id) from emp', 'select max(distinct salary), min(id) from emp'),
]  # fmt: skip

NEAR_MISSES = [
    (
        'select name from dept where id not in (select dept from emp)',
        'select name from dept d where not exists (select * from emp e where e.dept=d.id)',
    ),
    ('select count(*) from emp', 'select count(name) from emp'),
    ('select distinct name from emp', 'select name from emp'),
    ('select distinct name,dept from emp', 'select name,dept from emp'),
    ('select d.name from dept d left join emp e on e.dept=d.id', 'select d.name from dept d join emp e on e.dept=d.id'),
    ('select name from emp order by salary', 'select name from emp order by salary, id'),
    ('select name from emp order by salary limit 1', 'select e.name from emp e order by salary limit 1'),
    ('select sum(salary) from emp', 'select sum(salary) from emp group by dept'),
    ('select max(salary) from emp where 1=0', 'select max(salary) from emp where 1=0 group by dept'),
    ('select salary/2 from emp', 'select salary/2.0 from emp'),
    ('select salary*2/2 from emp', 'select salary from emp'),
    ('select name from emp where salary between 10 and 20', 'select name from emp where salary>10 and salary<=20'),
    ("select name from emp where name like 'a%'", "select name from emp where name like 'A%'"),
    ("select name from emp where name = 'a'", "select name from emp where name = 'A'"),
    ("select name from emp where name like 'a'", "select name from emp where name = 'a'"),
    ('select e.name from emp e join dept d on d.id=e.dept', 'select name from emp'),
    ('select name from emp union all select name from emp', 'select name from emp union select name from emp'),
    ('select name from emp where name=name', 'select name from emp'),
    ('select name from emp where dept > 3 or dept <= 3', 'select name from emp'),
    ('select e.name from emp e join emp f on e.boss=f.boss', 'select name from emp'),
    ('select e.name from emp e join emp f on e.boss=f.id', 'select name from emp'),
    ('select e.name from emp e join emp f on e.id=f.boss', 'select name from emp where id in (select boss from emp)'),
    ('select sum(score) from emp', 'select sum(e.score) from emp e'),
    (
        'select name from emp where not exists (select 1 from dept where city=name)',
        'select name from emp where name not in (select city from dept)',
    ),
    (
        'select d.name, count(*) from dept d left join emp e on d.id=e.dept group by d.id,d.name',
        'select d.name, count(e.id) from dept d left join emp e on d.id=e.dept group by d.id,d.name',
    ),
    ('select avg(salary) from emp', 'select sum(salary)/count(*) from emp'),
    ('select count(distinct dept) from emp', 'select count(dept) from emp'),
    (
        'select d.id from dept d left join emp e on d.id=e.dept and e.salary>3',
        'select d.id from dept d left join emp e on d.id=e.dept where e.salary>3',
    ),
    ('select name from emp except select name from dept', 'select name from emp where name not in (select name from dept)'),
    ('select dept from emp group by dept, name', 'select dept from emp group by dept'),
    ('select score+0.1+0.2 from emp', 'select score+(0.1+0.2) from emp'),
    (
        'select (select max(salary) from emp f where f.dept=e.dept) from emp e',
        'select (select max(salary) from emp f where f.dept=e.boss) from emp e',
    ),
    ('select id from emp order by id limit 3', 'select id from emp order by id limit 3 offset 1'),
    ('select id from emp order by id', 'select id from emp order by id desc'),
    (
        'select e.name, d.city from emp e left join dept d on e.dept=d.id',
        'select e.name, d.city from emp e join dept d on e.dept=d.id',
    ),
    (
        "select e.name, d.city from emp e left join dept d on e.home=d.id and d.city='x'",
        "select e.name, d.city from emp e join dept d on e.home=d.id and d.city='x'",
    ),
    (
        'select d.city from dept d left join emp e on e.dept=d.id where e.name is null',
        'select city from dept d where not exists (select 1 from emp e where e.dept=d.id)',
    ),
    (
        'select d.city from dept d left join emp e on e.home=d.id where (select count(*) from dept where id=e.home) is not null',
        'select d.city from dept d join emp e on e.home=d.id where (select count(*) from dept where id=e.home) is not null',
    ),
    ('select distinct city from dept intersect select name from emp', 'select city from dept d, emp e where d.city=e.name'),
    ('select 0 from emp', "select 'a' from emp"),
    (
        'select name from emp where id in (select id from emp order by salary limit 2)',
        'select name from emp where id in (select id from emp order by id limit 2)',
    ),
    ('select sum(salary) from emp where dept=1 group by dept', 'select sum(salary) from emp where dept=1'),
    ('select dept from emp group by dept having count(*)>1', 'select dept from emp group by dept having count(name)>1'),
    (
        'select e.name from emp e where exists (select 1 from emp f where f.boss=e.id)',
        'select e.name from emp e, emp f where f.boss=e.id',
    ),
    ('select city from dept union select name from dept', 'select city from dept union all select name from dept'),
    ('select d.city from (select distinct city from dept) d', 'select d.city from (select distinct city, name from dept) d'),
    ('select count(*) from (select distinct city from dept) d', 'select count(*) from (select distinct city, name from dept) d'),
    ('select count(*) from (select city from dept group by city) d', 'select count(*) from (select city from dept group by city, name) d'),
]  # fmt: skip


def proof(left, right):
    schema = schema_of(DDL)
    queries = [parse_query(statement(q), schema) for q in (left, right)]
    return prove(*queries, schema, all(isinstance(q, Block) and q.order for q in queries), 30)


class Prove(unittest.TestCase):
    def test_equal(self):
        for left, right in EQUAL:
            with self.subTest(left=left, right=right):
                self.assertTrue(proof(left, right).equivalent)
                self.assertTrue(proof(right, left).equivalent)

    def test_near_misses(self):
        for left, right in NEAR_MISSES:
            with self.subTest(left=left, right=right):
                self.assertFalse(proof(left, right).equivalent)
                self.assertFalse(proof(right, left).equivalent)

    def test_reasons(self):
        for left, right, reason in [
            ("select name from emp order by salary limit 1", "select e.name from emp e order by salary, id limit 1", "LIMIT without a total order"),
            ("select sum(score) from emp", "select sum(e.score) from emp e", "a sum of floating numbers depends on the order of the rows"),
        ]:
            self.assertEqual(proof(left, right).reason, reason)

    def test_kinds(self):
        for left, right, kind in [
            ("select name from emp where dept = 1", "select e.name from emp e where 1 = e.dept", {"isomorphism"}),
            ("select distinct name from emp", "select distinct e.name from emp e, emp f", {"containment_mappings"}),
            ("select dept, count(*) from emp group by dept", "select dept, count(id) from emp group by dept", {"aggregates", "isomorphism"}),
            ("select name from dept where id < 1 and id > 3", "select city from dept where id <> id", {"empty"}),
        ]:
            self.assertEqual(proof(left, right).kinds, kind)

    def test_contained(self):
        schema = schema_of(DDL)
        for left, right, want in [
            ("select name from emp where salary > 3", "select name from emp where salary > 2", (True, False)),
            ("select name from emp where salary > 3", "select name from emp where dept > 2", (False, False)),
            ("select name from dept", "select name from dept union select name from emp", (True, False)),
            ("select count(*) from emp where id > 3", "select count(*) from emp", (False, False)),
        ]:
            self.assertEqual(contained(*(parse_query(statement(q), schema) for q in (left, right)), schema, 30), want)
