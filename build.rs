//! What cuts the page apart (tools/page.mjs) needs to know which code leads to which.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bin=joinscope=--emit-relocs");
    }
}
