-- Questions 60 and 63: a regular left join of CDC tables, with a filter behind it.
SET 'table.exec.state.ttl' = '1 h';
CREATE TABLE news (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc');
CREATE TABLE olds (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc');
INSERT INTO olds
SELECT n.id, n.v FROM news n LEFT JOIN olds o ON n.id = o.id WHERE o.id IS NULL OR n.v > o.v;
