-- A library of music: artists, albums, tracks and who has heard them.
CREATE TABLE artist (id INT PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE album (id INT PRIMARY KEY, title TEXT NOT NULL, artist INT NOT NULL REFERENCES artist (id), year INT);
CREATE TABLE track (
  id INT PRIMARY KEY,
  title TEXT NOT NULL,
  album INT NOT NULL REFERENCES album (id),
  place INT NOT NULL,
  seconds INT CHECK (seconds > 0),
  UNIQUE (album, place)
);
CREATE TABLE hearing (track INT NOT NULL REFERENCES track (id), listener TEXT, stars INT);
