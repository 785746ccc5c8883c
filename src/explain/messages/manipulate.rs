//! What dragging, selecting several and editing in the past say.

use super::messages;

messages! {
    /// Direct manipulation.
    Manipulate {
        /// `{steps}`: numbers of steps.
        changed_steps: "Came out otherwise: steps {steps}", "结果已改变的步骤：{steps}";
    }
}
