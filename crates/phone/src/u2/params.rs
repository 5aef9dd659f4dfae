//! The arguments of a call as the server's Java methods would take them: whole numbers may come as fractions,
//! which are cut, and whatever does not fit the method is "method parameters invalid".

use serde_json::Value;

use super::rpc::Fault;

/// Far beyond any screen, and still safe to count with.
const REACH: f64 = 100_000.0;

/// An `int` that is a coordinate or a small count.
pub fn int(value: &Value) -> Result<i32, Fault> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse::<i32>().ok().map(f64::from),
        Value::Null => Some(0.0),
        _ => None,
    };
    number.filter(|n| n.is_finite()).map(|n| n.clamp(-REACH, REACH) as i32).ok_or(Fault::Params)
}

/// Two arguments as a point.
pub fn point(x: &Value, y: &Value) -> Result<(i32, i32), Fault> {
    Ok((int(x)?, int(y)?))
}

/// A `long` of milliseconds; nobody waits longer than ten minutes here.
pub fn millis(value: &Value) -> Result<u64, Fault> {
    match value {
        Value::Number(number) => number.as_f64().map(|n| n.clamp(0.0, 600_000.0) as u64).ok_or(Fault::Params),
        _ => Err(Fault::Params),
    }
}

pub fn flag(value: &Value) -> Result<bool, Fault> {
    value.as_bool().ok_or(Fault::Params)
}

pub fn word(value: &Value) -> Result<&str, Fault> {
    value.as_str().ok_or(Fault::Params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_cut_and_kept_within_reach() {
        assert_eq!(int(&json!(540.9)), Ok(540));
        assert_eq!(int(&json!("12")), Ok(12));
        assert_eq!(int(&json!(1e300)), Ok(100_000));
        assert_eq!(int(&json!(-7)), Ok(-7));
        assert_eq!(int(&json!([1])), Err(Fault::Params));
        assert_eq!(millis(&json!(-5)), Ok(0));
        assert_eq!(millis(&json!(u64::MAX)), Ok(600_000));
    }
}
