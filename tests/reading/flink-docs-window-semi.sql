SELECT *
   FROM (
       SELECT * FROM TABLE(TUMBLE(TABLE LeftTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
   ) L WHERE L.num IN (
     SELECT num FROM (
       SELECT * FROM TABLE(TUMBLE(TABLE RightTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
     ) R WHERE L.window_start = R.window_start AND L.window_end = R.window_end);
