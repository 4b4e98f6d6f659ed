-- Inserts, indexes, joins, aggregates, window functions, full-text search, JSON, triggers, updates, a rollback, deletes.
-- Deterministic: random numbers come from a multiplicative hash of the row number, every SELECT says its order.
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer(id), amount REAL, day INTEGER, note TEXT);
CREATE TABLE audit(day INTEGER, changes INTEGER DEFAULT 0, PRIMARY KEY(day)) WITHOUT ROWID;
CREATE TRIGGER log_change AFTER UPDATE OF amount ON orders BEGIN
  INSERT INTO audit(day, changes) VALUES(new.day, 1) ON CONFLICT(day) DO UPDATE SET changes = changes + 1;
END;

BEGIN;
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < (SELECT n * 40 FROM scale))
INSERT INTO customer SELECT i, printf('customer %05d', i * 7919 % 100003), substr('BerlinLondonMadridPragueVienna', 1 + i % 5 * 6, 6) FROM c;
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < (SELECT n * 1000 FROM scale))
INSERT INTO orders SELECT i, 1 + i * 2654435761 % (SELECT n * 40 FROM scale), (i * 40503 % 99991) / 100.0, i * 31 % 365,
  printf('%08X', i * 2654435761 % 4294967296) || ' ' || CASE i % 3 WHEN 0 THEN 'express delivery' WHEN 1 THEN 'standard parcel' ELSE 'collected by hand' END FROM c;
COMMIT;
CREATE INDEX orders_by_customer ON orders(customer, day);
CREATE INDEX orders_by_note ON orders(note);
ANALYZE;

SELECT count(*), round(sum(amount), 2), min(note), max(note) FROM orders;
SELECT city, count(*), round(avg(amount), 4) FROM customer JOIN orders ON orders.customer = customer.id GROUP BY city ORDER BY city;
SELECT name, total FROM (SELECT name, round(sum(amount), 2) AS total FROM customer JOIN orders ON orders.customer = customer.id GROUP BY customer.id)
  ORDER BY total DESC, name LIMIT 10;
SELECT day, round(amount, 2), place FROM (SELECT day, amount, row_number() OVER (PARTITION BY day ORDER BY amount DESC, id) AS place FROM orders)
  WHERE place <= 2 AND day < 8 ORDER BY day, place;
SELECT day, round(running, 2) FROM (SELECT day, sum(total) OVER (ORDER BY day) AS running FROM (SELECT day, sum(amount) AS total FROM orders GROUP BY day))
  WHERE day % 60 = 0 ORDER BY day;
SELECT count(*) FROM orders WHERE note LIKE '%A7%parcel';
SELECT count(DISTINCT substr(note, 1, 3)) FROM orders;
SELECT count(*) FROM orders a JOIN orders b ON a.customer = b.customer AND b.day BETWEEN a.day AND a.day + 20 AND b.id <> a.id;

CREATE VIRTUAL TABLE search USING fts5(note, content='');
INSERT INTO search(rowid, note) SELECT id, note || ' ' || day FROM orders WHERE id % 4 = 0;
SELECT count(*) FROM search WHERE search MATCH 'express AND 12*';
SELECT count(*) FROM search WHERE search MATCH '"collected by" OR parcel';

SELECT json_extract(j, '$.total'), json_array_length(j, '$.days') FROM (
  SELECT customer, json_object('total', round(sum(amount), 2), 'days', json_group_array(day)) AS j FROM orders GROUP BY customer)
  ORDER BY customer LIMIT 5;

BEGIN;
UPDATE orders SET amount = amount * 1.1 WHERE day % 7 = 0;
DELETE FROM orders WHERE id % 10 = 3;
SELECT count(*), round(sum(amount), 2) FROM orders;
ROLLBACK;
UPDATE orders SET amount = amount + 1 WHERE customer % 3 = 0;
SELECT count(*), sum(changes) FROM audit;
DELETE FROM orders WHERE day BETWEEN 100 AND 200;
VACUUM;
PRAGMA integrity_check;
SELECT count(*), round(sum(amount), 2) FROM orders;
DROP TABLE search;
DROP TABLE orders;
