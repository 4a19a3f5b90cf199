-- A school: students take courses, which teachers give. A key of two columns, and a table without a key.
CREATE TABLE teacher (id INT PRIMARY KEY, name TEXT NOT NULL, mentor INT REFERENCES teacher (id));
CREATE TABLE course (id INT PRIMARY KEY, title TEXT NOT NULL, teacher INT REFERENCES teacher (id), credits INT NOT NULL);
CREATE TABLE student (id INT PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, year INT CHECK (year BETWEEN 1 AND 6));
CREATE TABLE enrolment (
  student INT REFERENCES student (id),
  course INT REFERENCES course (id),
  grade INT,
  PRIMARY KEY (student, course)
);
CREATE TABLE visit (student INT REFERENCES student (id), day DATE, note TEXT);
