//! Lessons: the list of them, and the bar that leads through one.

use super::messages;

messages! {
    /// What is said around a lesson.
    Lessons {
        lessons: "Lessons", "课程";
        lead: "Each takes a few minutes, asks what comes out next, and ends in the free workspace. The engine judges.",
            "每课几分钟，会问接下来输出什么，并以自由工作区结束。由引擎来判断。";
        own: "A lesson of your own is one JSON file: open it here, or drop it on the page.",
            "自己的课程是一个 JSON 文件：在此打开，或拖放到页面上。";
        beats: "{count} steps, {questions} questions", "{count}步，{questions}个问题";
        start: "Start", "开始";
        start_of: "Start: {title}", "开始：{title}";
        loading: "Loading …", "加载中……";
        not_loaded: "The lessons could not be loaded.", "无法加载课程。";
        missing: "There is no lesson named {name} here.", "这里没有名为{name}的课程。";

        lesson: "Lesson", "课程";
        place: "{at} of {of}", "第{at}步，共{of}步";
        back: "Back", "上一步";
        next: "Next", "下一步";
        end: "End the lesson", "结束课程";
        done: "That is the lesson. The workspace is yours now.", "课程到此结束。现在工作区归您使用。";
        show_again: "Show this place again", "回到课程此处";

        ask: "What comes out next?", "接下来输出什么？";
        ask_how: "Mark each row that the next step puts out, and how; or that nothing comes out.",
            "标出下一步输出的每一行及其方式，或标明没有输出。";
        paired: "in a pair", "成对";
        null: "with NULL", "补 NULL";
        alone: "by itself", "单独";
        taken_back: "taken back", "被撤回";
        row_comes: "{row} comes out {how}", "{row}{how}输出";
        nothing: "Nothing comes out", "没有输出";
        check: "Check", "检查";
        right: "Right.", "正确。";
        right_nothing: "Right: nothing comes out.", "正确：没有输出。";
        not_quite: "Not quite.", "不完全对。";
        missed: "{rows} came out {how}.", "{rows}{how}输出了。";
        wrong: "{rows} did not come out {how}.", "{rows}没有{how}输出。";
        see_why: "Why says what the engine did.", "“为什么”说明引擎做了什么。";
        what: "What", "内容";
        this_lesson: "this lesson", "本课程";
        this_scenario: "this scenario", "此场景";
    }
}
