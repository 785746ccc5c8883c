//! The cases of `tests/code/cases.json`, whose code is written, stored and read back.

use joinscope_core::scenario::{self, Scenario};
use serde_json::{Map, Value};

pub fn file() -> Value {
    serde_json::from_str(include_str!("../code/cases.json")).unwrap()
}

/// A case as a scenario.
pub fn made(all: &Value, name: &str) -> Scenario {
    let case = &all["cases"][name];
    let mut file: Map<String, Value> = case.as_object().unwrap().clone();
    file.remove("run_as");
    file.insert("version".into(), 1.into());
    file.insert("title".into(), name.into());
    file.insert("script".into(), all["scripts"][case["script"].as_str().unwrap()].clone());
    for side in ["left", "right"] {
        let mut stream = all["streams"][case[side][0].as_str().unwrap()].clone();
        stream["watermark"] = case[side][1].clone();
        file.insert(side.into(), stream);
    }
    scenario::read(&Value::from(file).to_string()).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}
