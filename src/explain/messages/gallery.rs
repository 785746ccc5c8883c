//! The gallery of scenarios.

use super::messages;

messages! {
    /// The Scenarios page.
    Gallery {
        scenarios: "Scenarios", "场景";
        search: "Search scenarios", "搜索场景";
        search_all: "Search {count} scenarios", "搜索{count}个场景";
        all_scenarios: "All scenarios", "全部场景";
        one_of: "one of {count} scenarios", "{count}个场景之一";
        search_key: "press /", "按 /";
        keeps: "Opening one keeps your current scenario; Undo brings it back.", "打开后仍保留当前场景，撤销即可回到它。";
        filters: "Filters", "筛选";
        topic: "Topic", "主题";
        engine: "Engine", "引擎";
        question: "Question", "问题";
        all: "All", "全部";
        any: "Any", "不限";
        count: "{count} of {all} scenarios", "{all}个场景中的{count}个";
        none: "No scenario fits.", "没有符合的场景。";
        clear: "Clear search and filters", "清除搜索与筛选";
        loading: "The scenarios are being fetched …", "正在获取场景……";
        missing: "The list of scenarios could not be fetched. Reload the page to try again.", "无法获取场景列表。请重新加载页面。";
        missing_one: "not fetched", "未取到";
        steps: "{count} steps", "{count}步";
        refused: "refused", "被拒绝";
        your_own: "Your own", "自己的场景";
        drop: "Drop a file anywhere on this page.", "把文件拖放到本页任意处即可。";
        local: "Files and links never leave this browser.", "文件和链接不会离开此浏览器。";
        key_search: "search the scenarios", "搜索场景";
        on_this_device: "On this device", "在此设备上";
        paste_link: "Paste a link or JSON", "粘贴链接或 JSON";
    }
}
