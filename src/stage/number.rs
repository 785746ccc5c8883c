//! Numbers of a picture as text, many of them a step.

/// A length or share with at most so many digits behind the point, rounded; without zeros that say nothing.
///
/// A picture's numbers need no more. The standard library writes any number exactly, which takes it longer.
pub fn decimal(value: f64, digits: u32) -> String {
    let mut text = String::with_capacity(8);
    write_decimal(&mut text, value, digits);
    text
}

/// The same behind a text that is there: a long path has hundreds of them.
pub fn write_decimal(text: &mut String, value: f64, digits: u32) {
    // More would leave no room for what stands before the point.
    let digits = digits.min(9);
    let scale = 10_u64.pow(digits);
    // What is no number, or larger than any picture, ends at one that is.
    let scaled = (value * scale as f64).round() as i64;
    let (whole, mut part) = (scaled.unsigned_abs() / scale, scaled.unsigned_abs() % scale);
    if scaled < 0 {
        text.push('-');
    }
    push(text, whole, 1);
    if part > 0 {
        let mut digits = digits as usize;
        while part % 10 == 0 {
            part /= 10;
            digits -= 1;
        }
        text.push('.');
        push(text, part, digits);
    }
}

/// Writes a number of at least so many digits.
fn push(text: &mut String, number: u64, digits: usize) {
    let count = number.checked_ilog10().map_or(1, |log| log as usize + 1).max(digits);
    for at in (0..count as u32).rev() {
        text.push((b'0' + (number / 10_u64.pow(at) % 10) as u8) as char);
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers_are_rounded_and_written_as_short_as_they_are() {
        for digits in 0..4 {
            for n in -4_000..4_000_i32 {
                let value = f64::from(n) * 0.317_31;
                let text = decimal(value, digits);
                let read: f64 = text.parse().expect("a number");
                assert!((read - value).abs() <= 0.5 / 10_f64.powi(digits as i32) + 1e-9, "{value} {digits} {text}");
                assert_eq!(text, format!("{read}"), "{value} {digits}");
            }
        }
    }

    #[test]
    fn what_is_no_length_is_a_number_all_the_same() {
        assert_eq!(decimal(f64::NAN, 1), "0");
        assert_eq!(decimal(-0.04, 1), "0");
        assert_eq!(decimal(1.05, 3), "1.05");
        assert_eq!(decimal(100.0, 2), "100");
        assert_eq!(decimal(0.25, 12), "0.25");
        assert!(decimal(f64::INFINITY, 1).parse::<f64>().is_ok_and(f64::is_finite));
        assert!(decimal(f64::NEG_INFINITY, 3).parse::<f64>().is_ok_and(f64::is_finite));
    }
}
