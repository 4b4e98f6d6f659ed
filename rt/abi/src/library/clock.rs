//! Time and timers. Sorted.

use super::effects::{Extent, Success, has_read, has_written, reads, text};
use super::{Row, does};
use Extent::{Bytes, ResultAnd, Text, UpToReturned};
use Success::{Always, NotMinusOne, NotNull, NotZero, Positive, Zero};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("asctime", "pp", Always, &[reads(0, Bytes(56))]),
    does("asctime_r", "ppp", NotNull, &[reads(0, Bytes(56)), has_written(1, Text)]),
    does("clock_getcpuclockid", "iip", Zero, &[has_written(1, Bytes(4))]),
    does("clock_getres", "iip", Zero, &[has_written(1, Bytes(16))]),
    does("clock_gettime", "iip", Zero, &[has_written(1, Bytes(16))]),
    does("clock_settime", "iip", Always, &[reads(1, Bytes(16))]),
    does("ctime", "pp", Always, &[reads(0, Bytes(8))]),
    does("ctime_r", "ppp", NotNull, &[reads(0, Bytes(8)), has_written(1, Text)]),
    does("ftime", "ip", Zero, &[has_written(0, Bytes(16))]),
    does("getitimer", "iip", Zero, &[has_written(1, Bytes(32))]),
    does("gettimeofday", "ipp", Zero, &[has_written(0, Bytes(16)), has_written(1, Bytes(8))]),
    does("gmtime", "pp", Always, &[reads(0, Bytes(8))]),
    does("gmtime_r", "ppp", NotNull, &[reads(0, Bytes(8)), has_written(1, Bytes(56))]),
    does("localtime", "pp", Always, &[reads(0, Bytes(8))]),
    does("localtime_r", "ppp", NotNull, &[reads(0, Bytes(8)), has_written(1, Bytes(56))]),
    does("mktime", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(56))]),
    does("nanosleep", "ipp", Always, &[reads(0, Bytes(16))]),
    does("setitimer", "iipp", Zero, &[reads(1, Bytes(32)), has_written(2, Bytes(32))]),
    does("strftime", "zpzpp", Positive, &[text(2), reads(3, Bytes(56)), has_written(0, ResultAnd(1))]),
    does("strptime", "pppp", NotNull, &[text(1), has_read(0, UpToReturned(0)), has_written(2, Bytes(56))]),
    does("time", "lp", NotMinusOne, &[has_written(0, Bytes(8))]),
    does("timegm", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(56))]),
    does("timelocal", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(56))]),
    does("timerfd_gettime", "iip", Zero, &[has_written(1, Bytes(32))]),
    does("timerfd_settime", "iiipp", Zero, &[reads(2, Bytes(32)), has_written(3, Bytes(32))]),
    does("times", "lp", NotMinusOne, &[has_written(0, Bytes(32))]),
    does("timespec_get", "ipi", NotZero, &[has_written(0, Bytes(16))]),
];
