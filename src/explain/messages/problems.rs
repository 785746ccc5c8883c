//! What is wrong with a file, and what to do.

use super::messages;

messages! {
    /// For each fault what is wrong, and the remedy.
    Problems {
        too_large: "The file has *{bytes}* bytes; at most *{most}* are read.", "文件有*{bytes}*字节，最多读取*{most}*字节。";
        too_large_do: "Split the script into several files.", "请把脚本拆成几个文件。";
        too_many_steps: "The script has *{steps}* steps; at most *{most}* are run.", "脚本有*{steps}*步，最多运行*{most}*步。";
        too_many_steps_do: "Split it into several files.", "请拆成几个文件。";
        syntax: "This is not JSON: {message}.", "这不是 JSON：{message}。";
        syntax_do: "Correct the text here, or just before.", "请改正此处或紧挨在前的文本。";
        version: "This is not version *1* of the format.", "这不是格式的版本*1*。";
        version_do: "Write *\"version\": 1*; no other is known.", "请写*\"version\": 1*，没有别的版本。";
        kind: "{Place} must be {expected}.", "{place}必须是{expected}。";
        kind_do: "Write {example}.", "请写成{example}。";
        time: "{Place} is a whole number of milliseconds since 1970, for example *{example}*.",
            "{place}是自 1970 年起的整数毫秒，例如*{example}*。";
        range: "{Place} lies beyond what is exact everywhere.", "{place}超出了处处精确的范围。";
        range_do: "Stay between *-{most}* and *{most}*.", "请取*-{most}*到*{most}*之间的值。";
        unknown_field: "Unknown field *{field}* in {parent}.", "{parent}中有未知字段*{field}*。";
        unknown_field_do: "Take it out.", "请删去它。";
        meant: "Did you mean *{meant}*?", "是不是*{meant}*？";
        missing_field: "{Place} lacks the field *{field}*.", "{place}缺少字段*{field}*。";
        missing_field_do: "Add *\"{field}\"*.", "请补上*\"{field}\"*。";
        duplicate_field: "The field *{field}* stands twice in {parent}.", "{parent}中字段*{field}*出现了两次。";
        duplicate_field_do: "Keep one of them.", "请只保留一个。";
        unknown_word: "{Place} knows no *{word}*.", "{place}没有*{word}*这个取值。";
        unknown_word_do: "Write one of {options}.", "请取其一：{options}。";
        duplicate_id: "The id *{id}* is taken by step {step} on the same side.", "同一侧的第{step}步已用了 id *{id}*。";
        duplicate_id_do: "Give this row an id of its own.", "请给这一行另取一个 id。";
        too_deep: "{Place} is nested too deep.", "{place}嵌套过深。";
        too_deep_do: "Nest at most *127* deep.", "最多嵌套*127*层。";
        not_utf8: "The file is not UTF-8: byte *{offset}* is where it stops being so.", "文件不是 UTF-8：从第*{offset}*字节起不合规。";
        not_utf8_do: "Save it as UTF-8.", "请另存为 UTF-8。";

        the_file: "the file", "文件";
        object: "an object", "对象";
        array: "an array", "数组";
        string: "a string", "字符串";
        string_or_null: "a string or null", "字符串或 null";
        integer: "a whole number", "整数";
        boolean: "true or false", "true 或 false";
        text: "a string, or an object with en, zh or both", "字符串，或带 en、zh 之一或两者的对象";
    }
}
