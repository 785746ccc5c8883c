query = """
SELECT * FROM STREAM orders o JOIN STREAM payments p ON o.id = p.oid AND p.pt BETWEEN o.ot AND o.ot + INTERVAL %d MINUTES
""" % 30
spark.sql(query)
