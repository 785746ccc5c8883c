//! Lookup joins: a stream against a table as it stands.

use super::messages;

messages! {
    /// What is said of a row that is looked up, and of the table's rows.
    Lookup {
        // ---- the setup
        kind: "lookup", "查找";
        sentence: "on key, in the table as it stands", "键相等，取表的当前行";
        summary: "{type} lookup join, {engine}", "{type}查找连接，{engine}";
        summary_spark: "{type} stream-static join, {engine}", "{type}流与静态表连接，{engine}";
        refused_type: "A lookup asks the table for each left row, so it can be {types}, not {type}.",
            "查找连接为左侧每一行查表，只能是{types}，不能是{type}。";
        types_flink: "INNER or LEFT", "INNER 或 LEFT";
        types_spark: "INNER, LEFT, SEMI or ANTI", "INNER、LEFT、SEMI 或 ANTI";
        row_kind: "A table takes no {kind}: a row that is put replaces the one before.", "表不接受{kind}：新写入的行会取代之前的行。";

        // ---- the table changes
        put: "{row} arrived: it is the table’s row of *{key}* now.", "{row}到达：它成为表中*{key}*的当前行。";
        put_instead: "{row} arrived: it is the table’s row of *{key}* now, in place of {other}.", "{row}到达：它取代{other}，成为表中*{key}*的当前行。";
        put_no_key: "{row} is in the table, but has no key. NULL equals nothing, so no {noun} ever finds it.",
            "{row}已在表中，但没有键。NULL 不等于任何值，因此没有{noun}会找到它。";
        deleted: "{row} arrived (−D): {other} is gone, the table has no row of *{key}* now.", "{row}到达（−D）：{other}被删除，表中现在没有*{key}*的行。";
        deleted_none: "{row} arrived (−D): the table had no row of *{key}*, so nothing changes.", "{row}到达（−D）：表中原本没有*{key}*的行，没有变化。";
        never_corrected: "{rows} had asked before. What is out is never corrected.", "{rows}此前已查过表。已输出的不再更正。";
        waits_for_it: "{rows} came before, and will find this all the same: the table is read when the batch runs.",
            "{rows}先到，但仍按此查表：批次运行时才读表。";
        waits_deleted: "{rows} came before, and will not find it: the table is read when the batch runs.",
            "{rows}先到，但将查不到它：批次运行时才读表。";

        // ---- a left row is looked up
        found: "{left} was looked up: the table has {right} for *{key}* now, so the pair comes out at once.",
            "{left}查表：表中*{key}*的当前行是{right}，配对立即输出。";
        found_semi: "{left} was looked up: the table has {right} for *{key}* now, so {join} emits it.", "{left}查表：表中*{key}*的当前行是{right}，因此{join}输出它。";
        found_anti: "{left} was looked up: the table has {right} for *{key}* now, so {join} emits nothing.",
            "{left}查表：表中*{key}*的当前行是{right}，因此{join}不输出。";
        found_several: "{rows} were looked up, and each found the table’s row of its key.", "{rows}查表，各自找到其键的当前行。";
        none_null: "{left} was looked up: the table has no row of *{key}* now, so {join} emits it with NULL.",
            "{left}查表：表中现在没有*{key}*的行，因此{join}补 NULL 输出。";
        none_out: "{left} was looked up: the table has no row of *{key}* now, so {join} emits it.", "{left}查表：表中现在没有*{key}*的行，因此{join}输出它。";
        none: "{left} was looked up: the table has no row of *{key}* now, so {join} emits nothing.", "{left}查表：表中现在没有*{key}*的行，因此{join}不输出。";
        no_key_null: "{left} has no key and finds nothing, so {join} emits it with NULL.", "{left}没有键，查不到任何行，因此{join}补 NULL 输出。";
        no_key_out: "{left} has no key and finds nothing, so {join} emits it.", "{left}没有键，查不到任何行，因此{join}输出它。";
        no_key: "{left} has no key and finds nothing, so {join} emits nothing.", "{left}没有键，查不到任何行，因此{join}不输出。";
        none_null_several: "{rows} found no row of their keys, so {join} emits them with NULL.", "{rows}查不到各自键的行，因此{join}分别补 NULL 输出。";
        none_out_several: "{rows} found no row of their keys, so {join} emits them.", "{rows}查不到各自键的行，因此{join}输出它们。";
        none_several: "{rows} found no row of their keys, so {join} emits nothing for them.", "{rows}查不到各自键的行，因此{join}不输出它们。";
        later_time: "{right} is of *{last}*, later than {left} (*{time}*). Event times play no part.", "{right}的时间*{last}*晚于{left}（*{time}*）。事件时间不起作用。";
        came_after: "{right} arrived after {left}. It counts all the same, for the table is read when the batch runs.",
            "{right}在{left}之后到达，但同样有效：批次运行时才读表。";
        not_late: "{left} (*{time}*) is behind the watermark {watermark} and yet not late: a lookup drops no row.",
            "{left}（*{time}*）落后于水位线{watermark}，但不算迟到：查找连接不丢弃任何行。";
        not_late_several: "{rows} are behind the watermark {watermark} and yet not late: a lookup drops no row.",
            "{rows}落后于水位线{watermark}，但不算迟到：查找连接不丢弃任何行。";
        not_kept: "It is not kept: this join has no state.", "它不被保留：这个连接没有状态。";
        no_watermark: "{Stream} is a table, no stream: a watermark of it says nothing.", "{stream}是表而不是流：它的水位线不起作用。";
        nothing_to_run: "No {nouns} came since the last batch, and a change of the table alone runs none.",
            "上一批之后没有新的{nouns}，仅表变化不会运行批次。";
        rule_table: "The table’s row of the key, when it is asked", "查表时该键的当前行";

        // ---- a row's state
        in_table: "in the table", "在表中";
        out_of_table: "no longer in the table", "已不在表中";
        has_deleted: "has deleted", "已执行删除";
        answered: "answered", "已查表输出";
        answered_null: "answered with NULL", "补 NULL 输出";
        answered_nothing: "answered, no output", "已查表，无输出";
        until_replaced: "until it is replaced or deleted", "直到被取代或删除";
        table_head: "in the table", "在表中";
        now: "now", "现在";
        no_more: "no more", "不再";
        just_changed: "gone now", "本步移除";
        kept_head: "kept", "保留";
        not_kept_cell: "no", "否";
        table_state: "{stream}: the table now", "{stream}：当前的表";
        table_empty: "The table is empty.", "表为空。";
        left_empty: "Each row is answered at once; none is kept.", "每一行立即查表输出，不保留。";
        left_empty_spark: "Rows wait for their batch; none is kept after it.", "各行等待批次，之后不保留。";
        table_rows: "the table now: {count}", "当前的表：{count}";

        // ---- the selected row
        why_in_table: "What finds {row}?", "什么会找到{row}？";
        why_no_more: "Why is {row} no longer in the table?", "{row}为什么已不在表中？";
        why_answer: "Why this answer for {row}?", "{row}为什么得到这个结果？";
        what_deleted: "What did {row} delete?", "{row}删除了什么？";
        is_found: "It is the table’s row of *{key}* since step {step}: each {noun} of that key that is looked up now finds it.",
            "自第{step}步起它是表中*{key}*的当前行：现在查表的该键{noun}都会找到它。";
        is_found_by_none: "It has no key. NULL equals nothing, so no {noun} ever finds it.", "它没有键。NULL 不等于任何值，没有{noun}会找到它。";
        stays_until: "It stays until another row of its key is put, or deletes it. No time ends it.", "它一直在表中，直到同键的另一行取代或删除它，与时间无关。";
        found_by: "{others} found it.", "{others}找到了它。";
        found_by_none: "No row has found it.", "没有行找到过它。";
        was_replaced: "{other} took its place in step {step}.", "{other}在第{step}步取代了它。";
        was_deleted: "{other} (−D) deleted it in step {step}.", "{other}（−D）在第{step}步删除了它。";
        they_stay: "They came out with it, and are never corrected.", "它们已连同它输出，不再更正。";
        asked_found: "It was looked up in step {step}: the table had {other} for *{key}* then.", "它在第{step}步查表：当时表中*{key}*的行是{other}。";
        asked_none: "It was looked up in step {step}: the table had no row of *{key}* then.", "它在第{step}步查表：当时表中没有*{key}*的行。";
        asked_no_key: "It was looked up in step {step}, has no key, and found nothing.", "它在第{step}步查表，没有键，没有查到任何行。";
        now_other: "The table has {other} now; what is out is never corrected.", "表中现在是{other}；已输出的不再更正。";
        now_none: "The table has no row of that key now; what is out is never corrected.", "表中现在没有该键的行；已输出的不再更正。";
        deleted_row: "It deleted {other} in step {step}.", "它在第{step}步删除了{other}。";
        deleted_nothing: "The table had no row of *{key}* in step {step}, so it deleted nothing.", "第{step}步时表中没有*{key}*的行，因此它没有删除任何行。";

        // ---- why not
        had_then: "When {first} was looked up, in step {step}, the table had {other}.", "{first}在第{step}步查表时，表中是{other}。";
        had_none_then: "When {first} was looked up, in step {step}, the table had no row of that key.", "{first}在第{step}步查表时，表中没有该键的行。";
        had_it_then: "When {first} was looked up, in step {step}, the table had {second}.", "{first}在第{step}步查表时，表中是{second}。";
        came_later: "{second} came later, in step {step}.", "{second}在第{step}步才到达。";
        was_gone_then: "{second} was gone from the table since step {step}.", "{second}自第{step}步起已不在表中。";
        is_deletion: "{second} is a −D: it deletes, and is in no table.", "{second}是 −D：它只删除，不进入表。";
        not_asked: "{first} has not been looked up yet.", "{first}尚未查表。";
        because_table: "the table did not have it then", "当时表中没有它";
        when_asked: "They match if the table still has {second} when {first} is looked up.", "{first}查表时若表中仍是{second}，则匹配。";
        none_table_change: "The table changed, and a change of the table puts nothing out: only left rows ask.", "表发生了变化，但表的变化不产生输出：只有左侧行会查表。";
        none_found: "{row} found no row of its key in the table, and {join} emits pairs only.", "{row}在表中查不到其键的行，而{join}只输出配对。";
        none_anti: "{row} found a row of its key in the table, and {join} emits only what finds none.", "{row}在表中查到了其键的行，而{join}只输出查不到的行。";
        never_asked: "No row has been looked up so far.", "目前还没有行查表。";
        times_free: "Any times match: the table is asked as it stands.", "时间任意：按表的当前内容查找。";

        left_table_in: "left the table in step {step}", "第{step}步从表中移除";
        put_in: "was put into the table in step {step}", "第{step}步写入表中";
        answered_in: "was looked up in step {step}", "第{step}步查表";
        deleted_in: "deleted in step {step}", "第{step}步执行删除";

        // ---- compared
        other_then: "{there} answers {row} in step {step} with {other}: the table had that then.", "{there}在第{step}步以{other}回答{row}：当时表中是它。";
        none_then: "{there} answers {row} in step {step}: the table had no row of its key then.", "{there}在第{step}步回答{row}：当时表中没有其键的行。";
        null_table: "{here} emits it with NULL, since the table has no row of its key now.", "{here}补 NULL 输出，因为表中现在没有其键的行。";
        three_answers: "lookup, temporal, regular", "查找、时态、常规";

        // ---- the reference page
        sql_match: "A left row takes the row of its key that the table has when it arrives, whatever the times.",
            "左侧行到达时取表中该键的当前行，与时间无关。";
        sql_leave: "Nothing is kept and nothing waits: each row is answered at once, and there is no state.",
            "不保留也不等待：每一行立即得到结果，没有状态。";
        sql_own: "No row is late, and watermarks do nothing. When the table changes, what is out is never corrected.",
            "没有行会迟到，水位线不起作用。表变化后，已输出的不再更正。";
        spark_match: "Stream-static: left rows are answered as the table stands when their batch runs, not when they arrived.",
            "流与静态表连接：左侧行按批次运行时的表得到结果，而不是到达时的表。";
        spark_leave: "Nothing is kept, so no row is late and none is dropped. A change of the table alone runs no batch.",
            "不保留任何行，因此没有迟到，也不丢弃。仅表变化不会运行批次。";
        spark_own: "SEMI and ANTI run, too. What the table is depends on its kind: JDBC is read anew in each batch, files may not be.",
            "SEMI 和 ANTI 也可运行。表的含义取决于其类型：JDBC 每批重新读取，文件则未必。";

        // ---- the code
        note_table: "A table that is asked needs a connector with lookup, such as jdbc: put yours in.", "被查的表需要支持查找的连接器，例如 jdbc：请填入您自己的。";
        note_static: "The table is a DataFrame that is not streaming. From jdbc it is read anew in each batch; cached or from a view it is not.",
            "该表是非流式 DataFrame。来自 jdbc 时每批重新读取；缓存或来自视图时则不会。";
    }
}
