//! joinscope: see, step and explain a stream-stream join.
