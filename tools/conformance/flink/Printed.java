import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.RuntimeConverter;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * Runs the text that {@code joinscope code} prints. Of it only the connector is replaced: 'datagen' by one that
 * lets the script's rows in. Columns, watermarks, options and the query are taken as they are.
 */
public final class Printed {
    private Printed() {}

    private static final String CONNECTOR = "'connector' = 'datagen'";
    /** One job is built at a time. */
    private static JsonNode building;

    static void build(StreamExecutionEnvironment env, JsonNode scenario, String text, boolean explain) {
        building = scenario;
        Harness.run.printed = true;
        Harness.run.ttl = scenario.get("join").path("state_ttl").asLong(0);
        env.getConfig().setAutoWatermarkInterval(0); // a watermark a row, as the scenario counts
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        tables.getConfig().set("table.exec.simplify-operator-name-enabled", "false");
        String script = text;
        for (int side = 0; side < 2; side++) {
            script = script.replaceFirst(CONNECTOR, "'connector' = 'script', 'side' = '" + side + "'");
        }
        Table result = null;
        String query = null;
        for (String statement : script.split(";\n")) {
            if (statement.isBlank()) {
                continue;
            }
            Operation operation = ((TableEnvironmentInternal) tables).getParser().parse(statement).get(0);
            if (operation instanceof SetOperation) { // what Flink's SQL client does with it
                SetOperation set = (SetOperation) operation;
                tables.getConfig().set(set.getKey().get(), set.getValue().get());
            } else if (statement.stripLeading().startsWith("SELECT")) {
                query = statement.strip();
                result = tables.sqlQuery(statement);
            } else {
                tables.executeSql(statement);
            }
        }
        if (explain) {
            Jobs.explained = script + "\n" + result.explain();
        }
        tables.toChangelogStream(result).transform("tail", Types.INT,
                new Harness.Tail(Harness.Layout.PRINTED, columns(query)));
    }

    /** Where the ids and the windows stand in the select list: its first column is the left id. */
    private static int[] columns(String query) {
        String[] items = query.substring("SELECT".length(), query.indexOf("\nFROM ")).split(",");
        String left = items[0].strip().split("\\.")[0];
        List<Integer> columns = new ArrayList<>(List.of(0, -1));
        for (int i = 0; i < items.length; i++) {
            String[] parts = items[i].strip().split("\\.");
            if (!parts[0].equals(left) && parts[1].equals("id")) {
                columns.set(1, i);
            } else if (parts[1].equals("window_start")) {
                columns.add(i);
            }
        }
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A push as id, key, time, payload; {@link Columns} puts it into the table's order. */
    static Row row(RowKind kind, JsonNode step) {
        return Row.ofKind(kind, step.get("id").asText(), step.get("key").isNull() ? null : step.get("key").asText(),
                Instant.ofEpochMilli(step.get("time").asLong()), step.path("row").toString());
    }

    /** Makes the table's row: the id is the column "id", the key beside it, then the time, then the payload's fields. */
    static final class Columns implements Harness.Form<RowData> {
        private final boolean keyFirst;
        private final String[] fields;
        private final String[] types;
        private final DynamicTableSource.DataStructureConverter converter;
        private transient boolean open;

        Columns(ResolvedSchema schema, int side, DynamicTableSource.DataStructureConverter converter) {
            List<Column> columns = schema.getColumns();
            keyFirst = !columns.get(0).getName().equals("id");
            fields = fields(side).toArray(new String[0]);
            types = new String[fields.length];
            for (int i = 0; i < fields.length; i++) {
                types[i] = columns.get(i + 3).getDataType().getLogicalType().getTypeRoot().name();
            }
            if (columns.size() != fields.length + 3) {
                throw new IllegalStateException(columns + " are not the fields " + List.of(fields));
            }
            this.converter = converter;
        }

        @Override
        public RowData of(Row row) {
            if (!open) {
                converter.open(RuntimeConverter.Context.create(getClass().getClassLoader()));
                open = true;
            }
            Row made = new Row(row.getKind(), fields.length + 3);
            made.setField(keyFirst ? 1 : 0, row.getField(0));
            made.setField(keyFirst ? 0 : 1, row.getField(1));
            made.setField(2, row.getField(2));
            try {
                JsonNode payload = new org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper()
                        .readTree((String) row.getField(3));
                for (int i = 0; i < fields.length; i++) {
                    made.setField(i + 3, value(payload.path(fields[i]), types[i]));
                }
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
            return (RowData) converter.toInternal(made);
        }

        private static Object value(JsonNode value, String type) {
            if (value.isMissingNode() || value.isNull()) {
                return null;
            }
            switch (type) {
                case "BOOLEAN": return value.booleanValue();
                case "BIGINT": return value.longValue();
                case "DOUBLE": return value.doubleValue();
                default: return value.isTextual() ? value.textValue() : value.toString();
            }
        }

        /** A stream's payload fields: the declared ones, then others as they come. */
        private static Set<String> fields(int side) {
            String word = side == 0 ? "left" : "right";
            Set<String> names = new LinkedHashSet<>();
            building.get(word).path("fields").fieldNames().forEachRemaining(names::add);
            for (JsonNode step : building.get("script")) {
                if (step.get("do").asText().equals("push") && step.get("side").asText().equals(word)) {
                    step.path("row").fieldNames().forEachRemaining(names::add);
                }
            }
            return names;
        }
    }

    /** The connector 'script'. */
    public static final class Factory implements DynamicTableSourceFactory {
        private static final ConfigOption<Integer> SIDE = ConfigOptions.key("side").intType().noDefaultValue();

        @Override
        public String factoryIdentifier() {
            return "script";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Set.of(SIDE);
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return new HashSet<>();
        }

        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            return new Source(Integer.parseInt(context.getCatalogTable().getOptions().get("side")),
                    context.getCatalogTable().getResolvedSchema());
        }
    }

    private static final class Source implements ScanTableSource, SupportsSourceWatermark {
        private final int side;
        private final ResolvedSchema schema;

        Source(int side, ResolvedSchema schema) {
            this.side = side;
            this.schema = schema;
        }

        /** No more than the script needs: a changelog where it takes rows back. */
        @Override
        public ChangelogMode getChangelogMode() {
            boolean takesBack = false;
            for (JsonNode step : building.get("script")) {
                takesBack |= !step.path("kind").asText("+I").equals("+I");
            }
            boolean versions = building.get("join").get("kind").asText().equals("temporal");
            if (!takesBack || versions && side == Harness.LEFT) {
                return ChangelogMode.insertOnly();
            }
            return !versions ? ChangelogMode.all() : ChangelogMode.newBuilder()
                    .addContainedKind(RowKind.INSERT).addContainedKind(RowKind.DELETE).build();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            DataType type = schema.toPhysicalRowDataType();
            TypeInformation<RowData> info = context.createTypeInformation(type);
            Columns columns = new Columns(schema, side, context.createDataStructureConverter(type));
            return new DataStreamScanProvider() {
                @Override
                public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment env) {
                    return env.addSource(new Harness.StepSource(side), "source" + side, Types.INT)
                            .transform("gate" + side, info, new Harness.Gate<>(side, columns, null));
                }

                @Override
                public boolean isBounded() {
                    return false;
                }
            };
        }

        @Override
        public void applySourceWatermark() {}

        @Override
        public DynamicTableSource copy() {
            return new Source(side, schema);
        }

        @Override
        public String asSummaryString() {
            return "script";
        }
    }
}
