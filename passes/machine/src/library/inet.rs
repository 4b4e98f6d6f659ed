//! `<arpa/inet.h>`: numbers in the order of networks.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;

pub(super) const TABLE: &[Row] = &[
    ("htonl", long),
    ("htons", short),
    ("ntohl", long),
    ("ntohs", short),
];

fn long(call: &mut dyn Call) -> Outcome {
    let number = call.int(0)? as u32;
    Ok(Value::integer(u64::from(number.to_be())))
}

fn short(call: &mut dyn Call) -> Outcome {
    let number = call.int(0)? as u16;
    Ok(Value::integer(u64::from(number.to_be())))
}
