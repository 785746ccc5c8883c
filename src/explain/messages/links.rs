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
    }
}
