//! Numbers that come in parts. Sorted.

use super::effects::{Extent, Success, writes};
use super::sizes::LONG_DOUBLE;
use super::{Row, does};
use Extent::Bytes;
use Success::Always;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("frexp", "ddp", Always, &[writes(0, Bytes(4))]),
    does("frexpf", "ffp", Always, &[writes(0, Bytes(4))]),
    does("frexpl", "xxp", Always, &[writes(0, Bytes(4))]),
    does("lgamma_r", "ddp", Always, &[writes(0, Bytes(4))]),
    does("lgammaf_r", "ffp", Always, &[writes(0, Bytes(4))]),
    does("lgammal_r", "xxp", Always, &[writes(0, Bytes(4))]),
    does("modf", "ddp", Always, &[writes(0, Bytes(8))]),
    does("modff", "ffp", Always, &[writes(0, Bytes(4))]),
    does("modfl", "xxp", Always, &[writes(0, Bytes(LONG_DOUBLE))]),
    does("remquo", "dddp", Always, &[writes(0, Bytes(4))]),
    does("remquof", "fffp", Always, &[writes(0, Bytes(4))]),
    does("remquol", "xxxp", Always, &[writes(0, Bytes(4))]),
    does("sincos", "vdpp", Always, &[writes(0, Bytes(8)), writes(1, Bytes(8))]),
    does("sincosf", "vfpp", Always, &[writes(0, Bytes(4)), writes(1, Bytes(4))]),
    does("sincosl", "vxpp", Always, &[writes(0, Bytes(LONG_DOUBLE)), writes(1, Bytes(LONG_DOUBLE))]),
];
