//! What is said of files to take away, besides what [`Links`](super::Links) says.

use super::messages;

messages! {
    /// Comes with the part that makes the files.
    TakeAway {
        page_of_lesson: "the whole tool with this lesson, one file that works from disk", "包含本课程的完整工具，可从磁盘打开的单个文件";
        no_stage: "There is no drawing here now: choose the stage or the plane, then save.", "当前没有可保存的图：请先切换到舞台或平面，再保存。";
    }
}
