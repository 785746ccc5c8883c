public class Job {
  private static final String TABLES = "CREATE TABLE a (k STRING, t TIMESTAMP(3), WATERMARK FOR t AS t - INTERVAL '5' SECOND)";

  public static void main(String[] args) {
    tableEnv.executeSql(TABLES);
    tableEnv.executeSql(
        "CREATE TABLE b (k STRING, u TIMESTAMP(3), "
            + "WATERMARK FOR u AS u)");
    String query = "SELECT * FROM a LEFT JOIN b "
        + "ON a.k = b.k "
        + "AND b.u BETWEEN a.t AND a.t + INTERVAL '1' HOUR";
    Table joined = tableEnv.sqlQuery(query);
  }
}
