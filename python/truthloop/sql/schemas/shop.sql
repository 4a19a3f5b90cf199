-- A shop: customers order products.
CREATE TABLE customer (id INT PRIMARY KEY, name TEXT NOT NULL, city TEXT, age INT);
CREATE TABLE product (id INT PRIMARY KEY, name TEXT NOT NULL UNIQUE, price INT NOT NULL CHECK (price >= 0), kind TEXT);
CREATE TABLE purchase (
  id INT PRIMARY KEY,
  customer INT NOT NULL REFERENCES customer (id),
  product INT REFERENCES product (id),
  amount INT,
  day DATE
);
