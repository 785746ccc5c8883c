//! What is wrong with a file, and what to do.

use super::messages;

messages! {
    /// For each fault what is wrong, and the remedy.
    Problems {
        too_large: "The file has *{bytes}* bytes; at most *{most}* are read.", "文件有*{bytes}*字节，最多读取*{most}*字节。";
        too_large_do: "Split the script into several files.", "请把脚本拆成几个文件。";
        too_many_steps: "The script has *{steps}* steps; at most *{most}* are run.", "脚本有*{steps}*步，最多运行*{most}*步。";
        too_many_steps_do: "Split it into several files.", "请拆成几个文件。";
        too_many_generated_do: "Lower the rates, or make *duration* shorter.", "请降低速率，或缩短 *duration*。";
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
        outside: "{Place} lies outside of its range.", "{place}超出了它的范围。";
        outside_do: "Write a whole number from *{least}* to *{most}*.", "请写*{least}*到*{most}*之间的整数。";
        too_far: "Rows of {place} would arrive after all times that there are.", "{place}的行会在所有可用时间之后到达。";
        too_far_do: "Let *start*, *duration* and the delays together be at most *{most}*.", "请让 *start*、*duration* 与各延迟之和不超过*{most}*。";
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

        empty: "{Place} has nothing in it.", "{place}是空的。";
        empty_do: "Give it at least one element.", "请至少写一个元素。";
        name: "{Place} must be the name of a file.", "{place}必须是文件名。";
        name_do: "Use small letters, digits and hyphens only.", "只能用小写字母、数字和连字符。";
        duplicate_name: "The name *{name}* is taken by element *{index}* of the list.", "列表的元素*{index}*已用了名称 *{name}*。";
        duplicate_name_do: "Take one of them out, or give it a name of its own.", "请删去一个，或另取一个名称。";
        no_such: "There is no {what} *{name}*.", "没有{what} *{name}*。";
        no_such_topic_do: "Name one of *topics*, or add it there.", "请写 *topics* 中的一个，或在那里补上。";
        no_such_question_do: "Name one of the top level's *questions*, or add it there.", "请写顶层 *questions* 中的一个，或在那里补上。";
        no_such_scenario_do: "Name a file of the gallery, without *.scenario.json*.", "请写图库中的文件名，不带 *.scenario.json*。";
        no_such_lesson_do: "Name a file beside the index, without *.lesson.json*.", "请写索引旁的文件名，不带 *.lesson.json*。";
        no_such_row_do: "Write the id of a row that the script pushes on this side.", "请写脚本在这一侧推入的某一行的 id。";
        no_such_step: "The scenario has no such step.", "场景没有这一步。";
        no_such_step_do: "Write a number from *0* to *{last}*.", "请写*0*到*{last}*之间的数。";
        nothing_follows: "Nothing follows step *{last}*, so there is nothing to predict.", "第*{last}*步之后没有步骤，无可预测。";
        nothing_follows_do: "Ask at an earlier step.", "请在更早的一步提问。";
        not_both: "{Place} has both *{one}* and *{other}*.", "{place}同时有 *{one}* 和 *{other}*。";
        not_both_do: "Keep one of them.", "请只保留一个。";
        not_its_dialect: "The scenario's own dialect is *{is}*.", "场景自身的 dialect 是 *{is}*。";
        not_its_dialect_do: "Write *\"{is}\"*.", "请写*\"{is}\"*。";
        topic: "topic", "主题";
        question: "question", "问题";
        scenario: "scenario", "场景";
        lesson: "lesson", "课程";
        row_left: "row on the left", "左侧的行";
        row_right: "row on the right", "右侧的行";

        /// What a good file of several parts holds.
        lesson_holds: "beats: {beats}, questions: {questions}", "节拍：{beats}，问题：{questions}";
        gallery_holds: "scenarios: {scenarios}", "场景：{scenarios}";
        lessons_hold: "lessons: {lessons}", "课程：{lessons}";

        the_file: "the file", "文件";
        object: "an object", "对象";
        array: "an array", "数组";
        string: "a string", "字符串";
        string_or_null: "a string or null", "字符串或 null";
        integer: "a whole number", "整数";
        letter: "one letter", "一个字母";
        boolean: "true or false", "true 或 false";
        text: "a string, or an object with en, zh or both", "字符串，或带 en、zh 之一或两者的对象";
        scenario_or_name: "the name of a scenario, or a scenario", "场景的名称，或一个场景";
    }
}
