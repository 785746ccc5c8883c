//! All settings, and the fields of a row.

use super::messages;

messages! {
    /// What is said where a scenario's texts, its streams and a row's fields are set.
    Setup {
        // ---- all settings
        this_scenario: "This scenario", "此场景";
        question: "Question", "问题";
        description: "Description", "说明";
        stream_label: "{stream} label", "{stream}显示名";
        stream_noun: "{stream} row is called", "{stream}的一行称为";
        field_head: "{stream} field {field}", "{stream}字段{field}";
        new_stream_field: "New {stream} field", "{stream}的新字段";
        field_there: "There is a field of this name.", "已有同名字段。";

        // ---- the row editor
        fields: "Fields", "字段";
        new_field: "New field", "新字段";
        add_field: "Add field", "添加字段";
        as_json: "as JSON", "JSON";
        correct_first: "The fields come back once the JSON is correct.", "JSON 更正后字段会重新显示。";
        fault_syntax: "Line {line}, column {column}: this is not JSON. Write the fields as {example}.",
            "第{line}行第{column}列：这不是 JSON。字段写作{example}。";
        no_field: "none", "无";
    }
}
