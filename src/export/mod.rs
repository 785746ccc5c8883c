//! What is taken away as text: the steps as a Markdown table, the output as CSV. Scenario and trace are written by
//! [`scenario::write`](crate::scenario::write) and [`replay::trace`](crate::replay::trace).

mod csv;
mod markdown;

pub use csv::csv;
pub use markdown::markdown;

/// A title as a file's name: letters and digits of any script, the rest as hyphens; never empty.
pub fn file_name(title: &str) -> String {
    let spaced: String = title.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let name = spaced.split_whitespace().collect::<Vec<_>>().join("-");
    // File systems take 255 bytes, and an ending comes behind it.
    let name: String = name.chars().take(60).collect();
    if name.is_empty() { "scenario".to_string() } else { name }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_title_becomes_a_files_name() {
        assert_eq!(super::file_name("Orders & shipments (2 h)"), "orders-shipments-2-h");
        assert_eq!(super::file_name("订单与发货"), "订单与发货");
        assert_eq!(super::file_name("../ "), "scenario");
    }
}
