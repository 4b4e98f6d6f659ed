//! `<arpa/inet.h>`: numbers in the order of networks, and addresses as text.

use super::errors::{EAFNOSUPPORT, ENOSPC};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use std::net::{Ipv4Addr, Ipv6Addr};

pub(super) const TABLE: &[Row] = &[
    ("htonl", long),
    ("htons", short),
    ("inet_addr", |call| {
        let text = call.text(0)?;
        let address = v4(&text).map_or(u32::MAX, |address| u32::from(address).to_be());
        Ok(Value::integer(u64::from(address)))
    }),
    ("inet_aton", inet_aton),
    ("inet_ntoa", inet_ntoa),
    ("inet_ntop", inet_ntop),
    ("inet_pton", inet_pton),
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

/// A family of addresses: of the fourth version.
const V4: i32 = 2;
/// Of the sixth.
const V6: i32 = 10;

/// Four numbers with periods, or fewer of which the last stands for the rest; each decimal, octal or hexadecimal.
fn v4(text: &[u8]) -> Option<Ipv4Addr> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.split_ascii_whitespace().next()?;
    let number = |digits: &str| match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => u32::from_str_radix(&digits[2..], 16).ok(),
        [b'0', _, ..] => u32::from_str_radix(digits, 8).ok(),
        _ => digits.parse().ok(),
    };
    let parts: Vec<u32> = text.split('.').map(number).collect::<Option<_>>()?;
    let (last, first) = parts.split_last()?;
    let rest = 4usize.checked_sub(first.len()).filter(|rest| *rest > 0)? as u32;
    let fits = u64::from(*last) < 1 << (8 * rest);
    if !fits || first.iter().any(|part| *part > 255) {
        return None;
    }
    let high = first.iter().zip([24, 16, 8]);
    let high = high.fold(0, |all, (part, shift)| all | part << shift);
    Some(Ipv4Addr::from(high | last))
}

fn inet_aton(call: &mut dyn Call) -> Outcome {
    let (text, to) = (call.text(0)?, call.pointer(1)?);
    let Some(address) = v4(&text) else {
        return Ok(Value::int(0));
    };
    if !to.is_null() {
        call.write(to, &address.octets())?;
    }
    Ok(Value::int(1))
}

/// The structure of one number is handed over as that number.
fn inet_ntoa(call: &mut dyn Call) -> Outcome {
    let address = Ipv4Addr::from((call.int(0)? as u32).to_le_bytes());
    let place = call.static_object("inet_ntoa", &|| vec![0; 16]);
    call.write_string(place, address.to_string().as_bytes())?;
    Ok(Value::pointer(place))
}

fn inet_pton(call: &mut dyn Call) -> Outcome {
    let (family, text, to) = (call.int(0)?, call.text(1)?, call.pointer(2)?);
    let text = String::from_utf8_lossy(&text);
    let bytes = match family {
        V4 => text.parse::<Ipv4Addr>().ok().map(|a| a.octets().to_vec()),
        V6 => text.parse::<Ipv6Addr>().ok().map(|a| a.octets().to_vec()),
        _ => return call.failed(EAFNOSUPPORT),
    };
    let Some(bytes) = bytes else {
        return Ok(Value::int(0));
    };
    call.write(to, &bytes)?;
    Ok(Value::int(1))
}

fn inet_ntop(call: &mut dyn Call) -> Outcome {
    let (family, from) = (call.int(0)?, call.pointer(1)?);
    let (to, most) = (call.pointer(2)?, call.size(3)? & u64::from(u32::MAX));
    let text = match family {
        V4 => {
            let bytes: [u8; 4] = array(call, from)?;
            Ipv4Addr::from(bytes).to_string()
        }
        V6 => {
            let bytes: [u8; 16] = array(call, from)?;
            Ipv6Addr::from(bytes).to_string()
        }
        _ => return call.null_with(EAFNOSUPPORT),
    };
    if text.len() as u64 >= most {
        return call.null_with(ENOSPC);
    }
    call.write_string(to, text.as_bytes())?;
    Ok(Value::pointer(to))
}

fn array<const N: usize>(call: &mut dyn Call, from: Pointer) -> Result<[u8; N], Stop> {
    let bytes = call.read(from, N as u64)?;
    Ok(std::array::from_fn(|at| bytes[at]))
}
