import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.LookupFunction;

/** The connector 'lookup': a table outside Flink, which the right pushes of a script change and a synchronous lookup reads. */
public final class Lookup {
    private Lookup() {}

    static final String DDL = "CREATE TABLE R (id STRING, RK STRING, PRIMARY KEY (RK) NOT ENFORCED) "
            + "WITH ('connector' = 'lookup')";

    /** The table: key to id. A row whose key is NULL is never found. */
    static final Map<String, String> TABLE = new ConcurrentHashMap<>();

    static void change(String kind, String key, String id) {
        if (key == null) {
            return;
        }
        if (kind.equals("-D")) {
            TABLE.remove(key);
        } else {
            TABLE.put(key, id);
        }
    }

    public static final class Factory implements DynamicTableSourceFactory {
        @Override
        public String factoryIdentifier() {
            return "lookup";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Collections.emptySet();
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Collections.emptySet();
        }

        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            return new Source();
        }
    }

    private static final class Source implements LookupTableSource, Serializable {
        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new Find());
        }

        @Override
        public DynamicTableSource copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "lookup";
        }
    }

    public static final class Find extends LookupFunction {
        @Override
        public Collection<RowData> lookup(RowData key) {
            String id = key.isNullAt(0) ? null : TABLE.get(key.getString(0).toString());
            return id == null ? List.of()
                    : List.of(GenericRowData.of(StringData.fromString(id), key.getString(0)));
        }
    }
}
