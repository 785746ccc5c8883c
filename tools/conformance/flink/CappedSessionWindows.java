import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Session windows that do not grow beyond a longest length, as people add them by hand: Flink's own assigner, with its
 * merging ({@link TimeWindow#mergeWindows}: by start, each window into the one before it if they intersect) done only
 * as long as what comes out is no longer than that.
 */
final class CappedSessionWindows extends EventTimeSessionWindows {
    private final long maxLength;

    CappedSessionWindows(long gap, long maxLength) {
        super(gap);
        if (maxLength <= 0) {
            throw new IllegalArgumentException("The longest length of a session must be larger than 0");
        }
        this.maxLength = maxLength;
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
        List<TimeWindow> sorted = new ArrayList<>(windows);
        sorted.sort(Comparator.comparingLong(TimeWindow::getStart));
        TimeWindow merged = null;
        Set<TimeWindow> parts = new HashSet<>();
        for (TimeWindow window : sorted) {
            TimeWindow cover = merged != null && merged.intersects(window) ? merged.cover(window) : null;
            if (cover != null && cover.getEnd() - cover.getStart() <= maxLength) {
                merged = cover;
            } else {
                if (parts.size() > 1) {
                    callback.merge(parts, merged);
                }
                merged = window;
                parts = new HashSet<>();
            }
            parts.add(window);
        }
        if (parts.size() > 1) {
            callback.merge(parts, merged);
        }
    }
}
