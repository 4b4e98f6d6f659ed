//! Streams other than their formats. Sorted.

use super::effects::{
    Effect, Extent, Pointer, Success, has_read, has_written, reads, text, wide_text, writes,
};
use super::sizes::{FPOS, FPOS64};
use super::{Row, does, makes};
use Effect::{Capacity, HasWritten};
use Extent::{Bytes, ResultAnd, ResultTimes, Size, Text, WideText, Word};
use Pointer::Behind;
use Success::{Always, NotNull, Positive, Zero};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("__fgets_chk", "ppzip", NotNull, &[Capacity(1, 1), has_written(0, Text)]),
    does("__fgets_unlocked_chk", "ppzip", NotNull, &[Capacity(1, 1), has_written(0, Text)]),
    does("__fgetws_chk", "ppzip", NotNull, &[Capacity(1, 4), has_written(0, WideText)]),
    does("__fgetws_unlocked_chk", "ppzip", NotNull, &[Capacity(1, 4), has_written(0, WideText)]),
    does("__fread_chk", "zpzzzp", Positive, &[Capacity(1, 1), has_written(0, ResultTimes(2))]),
    does("__fread_unlocked_chk", "zpzzzp", Positive, &[Capacity(1, 1), has_written(0, ResultTimes(2))]),
    makes("__getdelim", "zppip", Positive, &[has_written(0, Word), has_written(1, Word), HasWritten(Behind(0), ResultAnd(1))]),
    does("__gets_chk", "ppz", NotNull, &[Capacity(1, 1), has_written(0, Text)]),
    does("ctermid", "pp", Always, &[has_written(0, Text)]),
    makes("fdopen", "pip", Always, &[text(1)]),
    does("fgetpos", "ipp", Zero, &[has_written(1, Bytes(FPOS))]),
    does("fgetpos64", "ipp", Zero, &[has_written(1, Bytes(FPOS64))]),
    does("fgets", "ppip", NotNull, &[has_written(0, Text)]),
    does("fgets_unlocked", "ppip", NotNull, &[has_written(0, Text)]),
    does("fgetws", "ppip", NotNull, &[has_written(0, WideText)]),
    does("fgetws_unlocked", "ppip", NotNull, &[has_written(0, WideText)]),
    makes("fmemopen", "ppzp", Always, &[text(2)]),
    makes("fopen", "ppp", Always, &[text(0), text(1)]),
    makes("fopen64", "ppp", Always, &[text(0), text(1)]),
    does("fputs", "ipp", Always, &[text(0)]),
    does("fputs_unlocked", "ipp", Always, &[text(0)]),
    does("fputws", "ipp", Always, &[wide_text(0)]),
    does("fputws_unlocked", "ipp", Always, &[wide_text(0)]),
    does("fread", "zpzzp", Positive, &[has_written(0, ResultTimes(1))]),
    does("fread_unlocked", "zpzzp", Positive, &[has_written(0, ResultTimes(1))]),
    does("freopen", "pppp", Always, &[text(0), text(1)]),
    does("freopen64", "pppp", Always, &[text(0), text(1)]),
    does("fsetpos", "ipp", Always, &[reads(1, Bytes(FPOS))]),
    does("fsetpos64", "ipp", Always, &[reads(1, Bytes(FPOS64))]),
    does("fwrite", "zpzzp", Positive, &[has_read(0, ResultTimes(1))]),
    does("fwrite_unlocked", "zpzzp", Positive, &[has_read(0, ResultTimes(1))]),
    makes("getdelim", "zppip", Positive, &[has_written(0, Word), has_written(1, Word), HasWritten(Behind(0), ResultAnd(1))]),
    makes("getline", "zppp", Positive, &[has_written(0, Word), has_written(1, Word), HasWritten(Behind(0), ResultAnd(1))]),
    does("gets", "pp", NotNull, &[has_written(0, Text)]),
    makes("open_memstream", "ppp", NotNull, &[has_written(0, Word), has_written(1, Word)]),
    makes("open_wmemstream", "ppp", NotNull, &[has_written(0, Word), has_written(1, Word)]),
    does("perror", "vp", Always, &[text(0)]),
    makes("popen", "ppp", Always, &[text(0), text(1)]),
    does("puts", "ip", Always, &[text(0)]),
    does("setbuf", "vpp", Always, &[writes(1, Bytes(8192))]),
    does("setbuffer", "vppz", Always, &[writes(1, Size(2))]),
    does("setvbuf", "ippiz", Always, &[writes(1, Size(3))]),
    makes("tempnam", "ppp", Always, &[text(0), text(1)]),
    does("tmpnam", "pp", NotNull, &[has_written(0, Text)]),
    does("tmpnam_r", "pp", NotNull, &[has_written(0, Text)]),
];
