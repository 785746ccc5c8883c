//! Links and what they bring: what is wrong with one, and the dialog that makes one.

use super::messages;

messages! {
    /// What is said of links.
    Links {
        // ---- a link that cannot be read
        cut: "*This link is incomplete, so its scenario could not be read.*", "*链接不完整，无法读取其中的场景。*";
        cut_do: "It stops after {have} of {of} characters; mail and chat programs often cut long links. Ask for the link again or for the file.",
            "链接在第{have}个字符处中断，共应有{of}个；邮件和聊天程序常会截断长链接。请重新索取链接或文件。";
        damaged: "*This link is damaged, so its scenario could not be read.*", "*链接已损坏，无法读取其中的场景。*";
        damaged_do: "A character in it was changed or is missing. Ask for the link again or for the file.",
            "其中有字符被改动或丢失。请重新索取链接或文件。";
        empty: "*This link has no scenario in it.*", "*链接中没有场景。*";
        empty_do: "It ends where the scenario would begin. Ask for the link again or for the file.",
            "链接在场景开始处就结束了。请重新索取链接或文件。";
        codec: "*This link is written in a way that this version does not know.*", "*此版本不认识这种链接。*";
        codec_do: "It says {word}; this version reads z. Reload the page for a newer version, or ask for the file.",
            "链接标明{word}，此版本可读 z。请重新加载页面以获得新版本，或索取文件。";
        too_large: "*This link's scenario is too large, so it was not opened.*", "*链接中的场景太大，未打开。*";
        too_large_do: "A link holds at most 4 MB of scenario. Ask for the file.", "链接最多容纳 4 MB 的场景。请索取文件。";
        no_scenario: "*What this link holds is no scenario.*", "*链接中的内容不是场景。*";
        missing: "*There is no scenario named {name} here.*", "*这里没有名为{name}的场景。*";
        missing_do: "Ask for the link again, or choose one of the scenarios.", "请重新索取链接，或选择一个场景。";
        paste_whole: "Paste the whole link", "粘贴完整链接";
        link: "Link", "链接";
        open: "Open", "打开";
        from_link: "the link", "链接";

        // ---- a setup in one line
        sum_interval: "{type} interval join, {lower} to {upper}, {engine}", "{type}区间连接，{lower}至{upper}，{engine}";
        sum_tumbling: "{type} tumbling window join, {size}, {engine}", "{type}滚动窗口连接，{size}，{engine}";
        sum_sliding: "{type} sliding window join, {size} every {slide}, {engine}", "{type}滑动窗口连接，{size}，每{slide}，{engine}";
        sum_cumulating: "{type} cumulating window join, {size} in steps of {slide}, {engine}",
            "{type}累积窗口连接，{size}，步长{slide}，{engine}";
        sum_session: "{type} session window join, gap {gap}, {engine}", "{type}会话窗口连接，间隔{gap}，{engine}";
        sum_regular: "{type} regular join, {engine}", "{type}常规连接，{engine}";
        sum_regular_ttl: "{type} regular join, state TTL {ttl}, {engine}", "{type}常规连接，状态 TTL {ttl}，{engine}";
        sum_temporal: "{type} temporal join, {engine}", "{type}时态连接，{engine}";

        // ---- embedded
        open_full: "Open", "打开";
        open_full_title: "Open this step in the full tool", "在完整工具中打开这一步";
        all_reasons: "All {count}", "全部{count}条";
        all_reasons_title: "All {count} reasons", "全部{count}条原因";
        fewer: "Fewer", "收起";

        // ---- sharing
        share: "Share", "分享";
        share_title: "Share “{title}”", "分享“{title}”";
        embed: "Embed", "嵌入";
        files: "Files", "文件";
        place: "Where", "用于";
        opens_at: "Opens at", "打开时显示";
        first_step: "first step", "第一步";
        this_step: "this step", "当前步骤";
        opens_step: "Opens at step", "打开时的步骤";
        of_steps: "of {steps}", "共{steps}步";
        shows: "Shows", "显示";
        controls_full: "All controls", "全部控件";
        controls_step: "Step controls", "步进控件";
        controls_none: "No controls", "无控件";
        view: "View", "视图";
        view_stage: "Stage", "舞台";
        view_tables: "Tables", "表格";
        view_plane: "Plane", "平面";
        reader_may: "Reader may", "读者可以";
        reader_look: "look only", "仅查看";
        reader_step: "step and select", "步进和选择";
        reader_all: "edit as well", "也可编辑";
        language_auto: "the reader’s", "随读者";
        theme_page: "the reader’s", "随读者";
        size: "Size", "尺寸";
        width: "Width", "宽度";
        height: "Height", "高度";
        full_width: "full width", "全宽";
        preview: "Preview", "预览";
        code: "Text to paste", "要粘贴的文本";
        whole_in_link: "The whole scenario is in the link: {size} kB, no server keeps it.",
            "整个场景都在链接中：{size} kB，没有服务器保存它。";
        too_large_to_share: "This scenario is too large for a link. Send the file instead.",
            "此场景太大，无法放入链接。请改为发送文件。";
        copy: "Copy", "复制";
        copied: "Copied", "已复制";
        copy_by_hand: "Copy it by hand: it is selected.", "请手动复制：已选中。";
        from_disk: "This page was opened from disk, so it has no address to link to. The files work.",
            "此页面从磁盘打开，没有可链接的地址。文件仍可使用。";

        // ---- files
        file_scenario: "Scenario", "场景";
        file_scenario_more: "opens here again, and in the command line", "可在此处和命令行中再次打开";
        file_trace: "Trace", "轨迹";
        file_trace_more: "what each step puts out and holds, as tests compare it", "每一步的输出与状态，即测试所比较的内容";
        file_output: "Output", "输出";
        file_output_more: "the rows up to the step shown", "截至当前步骤的输出行";
        file_steps: "Steps", "步骤";
        file_steps_more: "a table of steps, output and reasons, for a page or a review", "步骤、输出与原因的表格，可用于页面或评审";
        file_svg: "Stage, drawing", "舞台，矢量图";
        file_png: "Stage, picture", "舞台，图片";
        file_picture_more: "as it stands now, in this theme", "当前画面，使用当前主题";
        file_page: "Page", "页面";
        file_page_more: "the whole tool with this scenario, one file that works from disk", "包含此场景的完整工具，可从磁盘打开的单个文件";
        save: "Save {file}", "保存{file}";
        file_failed: "That file could not be made. {reason}", "无法生成该文件。{reason}";
    }
}
