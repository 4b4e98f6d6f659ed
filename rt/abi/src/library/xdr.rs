//! External data representation: what becomes of values depends on the stream (`XDR`), which begins with its direction.
//! Sorted.

use super::effects::{Decisive, Effect, Extent, Pointer, Success, has_written, reads, writes};
use super::sizes::WORD;
use super::{Row, does};
use Decisive::{Argument, At};
use Effect::{HasWritten, Reads, When};
use Extent::{Bytes, Int, LengthAnd, Text, Word};
use Pointer::Behind;
use Success::{Always, NotZero};

/// Bytes of an `XDR`: its direction, four pointers and a number, a word each.
const XDR: u32 = 6 * WORD;
const STREAM: Extent = Bytes(XDR);
/// Its direction.
const STORES: Decisive = At(0);
/// `XDR_ENCODE`: from memory into the stream.
const IN_STREAM: &[i32] = &[0];
/// `XDR_DECODE`: from the stream into memory.
const IN_MEMORY: &[i32] = &[1];

/// A function that transfers one value of so many bytes.
macro_rules! value {
    ($name:literal, $bytes:expr) => {
        does(
            $name,
            "ipp",
            NotZero,
            &[
                reads(0, STREAM),
                When(STORES, IN_STREAM, &reads(1, Bytes($bytes))),
                When(STORES, IN_MEMORY, &has_written(1, Bytes($bytes))),
            ],
        )
    };
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    value!("xdr_bool", 4),
    does("xdr_bytes", "ipppi", NotZero, &[
        reads(0, STREAM), reads(1, Word), reads(2, Bytes(4)),
        When(STORES, IN_STREAM, &Reads(Behind(1), LengthAnd(2, 0))),
        When(STORES, IN_MEMORY, &has_written(1, Word)),
        When(STORES, IN_MEMORY, &has_written(2, Bytes(4))),
        When(STORES, IN_MEMORY, &HasWritten(Behind(1), LengthAnd(2, 0))),
    ]),
    value!("xdr_char", 1),
    value!("xdr_double", 8),
    value!("xdr_enum", 4),
    value!("xdr_float", 4),
    value!("xdr_hyper", 8),
    value!("xdr_int", 4),
    value!("xdr_int16_t", 2),
    value!("xdr_int32_t", 4),
    value!("xdr_int64_t", 8),
    value!("xdr_int8_t", 1),
    value!("xdr_long", WORD),
    value!("xdr_longlong_t", 8),
    value!("xdr_quad_t", 8),
    value!("xdr_short", 2),
    does("xdr_string", "ippi", NotZero, &[
        reads(0, STREAM), reads(1, Word),
        When(STORES, IN_STREAM, &Reads(Behind(1), Text)),
        When(STORES, IN_MEMORY, &has_written(1, Word)),
        When(STORES, IN_MEMORY, &HasWritten(Behind(1), Text)),
    ]),
    value!("xdr_u_char", 1),
    value!("xdr_u_hyper", 8),
    value!("xdr_u_int", 4),
    value!("xdr_u_long", WORD),
    value!("xdr_u_longlong_t", 8),
    value!("xdr_u_quad_t", 8),
    value!("xdr_u_short", 2),
    value!("xdr_uint16_t", 2),
    value!("xdr_uint32_t", 4),
    value!("xdr_uint64_t", 8),
    value!("xdr_uint8_t", 1),
    does("xdrmem_create", "vppii", Always, &[
        writes(0, STREAM),
        When(Argument(3), IN_STREAM, &writes(1, Int(2))),
        When(Argument(3), IN_MEMORY, &reads(1, Int(2))),
    ]),
    does("xdrrec_create", "vpiippp", Always, &[writes(0, STREAM)]),
    does("xdrstdio_create", "vppi", Always, &[writes(0, STREAM)]),
];
