//! What is said while a long script runs.

use super::messages;

messages! {
    /// A run that takes longer than a person should wait for.
    Running {
        recomputing: "Recomputing", "正在重新计算";
        percent: "Recomputing, {percent} %", "正在重新计算，已完成 {percent}%";
    }
}
