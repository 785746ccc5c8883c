import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.RuntimeConverter;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.LookupFunction;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Runs job.sql: its SET and CREATE TABLE statements, then its query. Its tables' connector 'replay' is {@link Replay}. */
public final class Sql {
    private Sql() {}

    private static final Pattern SET = Pattern.compile("SET\\s+'([^']*)'\\s*=\\s*'([^']*)'");

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        Replay.run(folder, env -> join(env, Files.readString(folder.resolve("job.sql"))));
    }

    static DataStream<Row> join(StreamExecutionEnvironment env, String script) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        Table result = null;
        for (String statement : script.split(";\n")) {
            Matcher set = SET.matcher(statement.strip());
            if (statement.isBlank()) {
                continue;
            } else if (set.matches()) {
                tables.getConfig().set(set.group(1), set.group(2));
            } else if (statement.stripLeading().startsWith("SELECT")) {
                result = tables.sqlQuery(statement);
            } else {
                tables.executeSql(statement);
            }
        }
        return tables.toChangelogStream(result);
    }

    private static final ConfigOption<String> SIDE = ConfigOptions.key("side").stringType().noDefaultValue();
    private static final ConfigOption<String> CHANGELOG = ConfigOptions.key("changelog").stringType().defaultValue("insert");

    /** A line of a file of events as a table's row, its columns by their names. */
    private static final class Columns implements Replay.Form<RowData> {
        private final String[] names;
        private final String[] types;
        private final DynamicTableSource.DataStructureConverter converter;
        private transient boolean open;

        Columns(ResolvedSchema schema, DynamicTableSource.DataStructureConverter converter) {
            List<Column> columns = schema.getColumns().stream().filter(Column::isPhysical).toList();
            names = columns.stream().map(Column::getName).toArray(String[]::new);
            types = columns.stream().map(column -> column.getDataType().getLogicalType().getTypeRoot().name())
                    .toArray(String[]::new);
            this.converter = converter;
        }

        @Override
        public RowData of(JsonNode json) {
            if (!open) {
                converter.open(RuntimeConverter.Context.create(getClass().getClassLoader()));
                open = true;
            }
            Row row = new Row(names.length);
            for (int i = 0; i < names.length; i++) {
                row.setField(i, Replay.value(json.path(names[i]), types[i]));
            }
            return (RowData) converter.toInternal(row);
        }
    }

    /** The connector 'replay': a side's events. */
    public static final class Factory implements DynamicTableSourceFactory {
        @Override
        public String factoryIdentifier() {
            return "replay";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Set.of(SIDE);
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Set.of(CHANGELOG);
        }

        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            Map<String, String> options = context.getCatalogTable().getOptions();
            return new Source(options.get(SIDE.key()), options.getOrDefault(CHANGELOG.key(), CHANGELOG.defaultValue()),
                    context.getCatalogTable().getResolvedSchema());
        }
    }

    private static final class Source implements ScanTableSource, SupportsSourceWatermark, SupportsWatermarkPushDown {
        private final String side;
        private final String changelog;
        private final ResolvedSchema schema;
        private WatermarkStrategy<RowData> times = WatermarkStrategy.noWatermarks();

        Source(String side, String changelog, ResolvedSchema schema) {
            this.side = side;
            this.changelog = changelog;
            this.schema = schema;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            switch (changelog) {
                case "all": return ChangelogMode.all();
                case "insert, delete":
                    return ChangelogMode.newBuilder().addContainedKind(RowKind.INSERT).addContainedKind(RowKind.DELETE).build();
                default: return ChangelogMode.insertOnly();
            }
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            var type = schema.toPhysicalRowDataType();
            Columns columns = new Columns(schema, context.createDataStructureConverter(type));
            return new DataStreamScanProvider() {
                @Override
                public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment env) {
                    return Replay.source(env, side, context.createTypeInformation(type), times, columns);
                }

                @Override
                public boolean isBounded() {
                    return false;
                }
            };
        }

        @Override
        public void applyWatermark(WatermarkStrategy<RowData> strategy) {
            times = strategy;
        }

        @Override
        public void applySourceWatermark() {}

        @Override
        public DynamicTableSource copy() {
            Source copy = new Source(side, changelog, schema);
            copy.times = times;
            return copy;
        }

        @Override
        public String asSummaryString() {
            return "replay";
        }
    }

    /** The connector 'replay-table': the table that a lookup join asks, as it stands at the step. */
    public static final class TableFactory implements DynamicTableSourceFactory {
        @Override
        public String factoryIdentifier() {
            return "replay-table";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Set.of();
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Set.of();
        }

        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            return new Asked(context.getCatalogTable().getResolvedSchema());
        }
    }

    private static final class Asked implements LookupTableSource {
        private final ResolvedSchema schema;

        Asked(ResolvedSchema schema) {
            this.schema = schema;
        }

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            var converter = context.createDataStructureConverter(schema.toPhysicalRowDataType());
            return LookupFunctionProvider.of(new Find(new Columns(schema, converter)));
        }

        @Override
        public DynamicTableSource copy() {
            return new Asked(schema);
        }

        @Override
        public String asSummaryString() {
            return "replay-table";
        }
    }

    public static final class Find extends LookupFunction {
        private final Columns columns;

        Find(Columns columns) {
            this.columns = columns;
        }

        @Override
        public void open(FunctionContext context) {}

        @Override
        public Collection<RowData> lookup(RowData key) {
            JsonNode row = key.isNullAt(0) ? null : Replay.TABLE.get(key.getString(0).toString());
            return row == null ? List.of() : List.of(columns.of(row));
        }
    }
}
