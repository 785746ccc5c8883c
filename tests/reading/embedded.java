tEnv.executeSql("CREATE TABLE l (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector'='datagen')");
tEnv.executeSql("CREATE TABLE r (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector'='datagen')");
tEnv.executeSql("""
    SELECT l.k FROM l RIGHT JOIN r ON l.k = r.k
    AND r.ts BETWEEN l.ts - INTERVAL '1' DAY AND l.ts""");
