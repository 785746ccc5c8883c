SELECT L.num as L_Num, L.id as L_Id, R.num as R_Num, R.id as R_Id,
    COALESCE(L.window_start, R.window_start) as window_start,
    COALESCE(L.window_end, R.window_end) as window_end
    FROM (
        SELECT * FROM TABLE(TUMBLE(TABLE LeftTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
    ) L
    FULL JOIN (
        SELECT * FROM TABLE(TUMBLE(DATA => TABLE RightTable, TIMECOL => DESCRIPTOR(row_time), SIZE => INTERVAL '5' MINUTES))
    ) R
    ON L.num = R.num AND L.window_start = R.window_start AND L.window_end = R.window_end;
