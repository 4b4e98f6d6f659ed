//! Time and timers. Sorted.

use super::effects::{Extent, Success, has_read, has_written, reads, text};
use super::sizes::*;
use super::{Row, does};
use Extent::{Bytes, ResultAnd, Text, UpToReturned};
use Success::{Always, NotMinusOne, NotNull, NotZero, Positive, Zero};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("asctime", "pp", Always, &[reads(0, Bytes(TM))]),
    does("asctime_r", "ppp", NotNull, &[reads(0, Bytes(TM)), has_written(1, Text)]),
    does("clock_getcpuclockid", "iip", Zero, &[has_written(1, Bytes(4))]),
    does("clock_getres", "iip", Zero, &[has_written(1, Bytes(TIMESPEC))]),
    does("clock_gettime", "iip", Zero, &[has_written(1, Bytes(TIMESPEC))]),
    does("clock_settime", "iip", Always, &[reads(1, Bytes(TIMESPEC))]),
    does("ctime", "pp", Always, &[reads(0, Bytes(TIME))]),
    does("ctime_r", "ppp", NotNull, &[reads(0, Bytes(TIME)), has_written(1, Text)]),
    does("ftime", "ip", Zero, &[has_written(0, Bytes(TIMEB))]),
    does("getitimer", "iip", Zero, &[has_written(1, Bytes(ITIMERVAL))]),
    does("gettimeofday", "ipp", Zero, &[has_written(0, Bytes(TIMEVAL)), has_written(1, Bytes(TIMEZONE))]),
    does("gmtime", "pp", Always, &[reads(0, Bytes(TIME))]),
    does("gmtime_r", "ppp", NotNull, &[reads(0, Bytes(TIME)), has_written(1, Bytes(TM))]),
    does("localtime", "pp", Always, &[reads(0, Bytes(TIME))]),
    does("localtime_r", "ppp", NotNull, &[reads(0, Bytes(TIME)), has_written(1, Bytes(TM))]),
    does("mktime", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(TM))]),
    does("nanosleep", "ipp", Always, &[reads(0, Bytes(TIMESPEC))]),
    does("setitimer", "iipp", Zero, &[reads(1, Bytes(ITIMERVAL)), has_written(2, Bytes(ITIMERVAL))]),
    does("strftime", "zpzpp", Positive, &[text(2), reads(3, Bytes(TM)), has_written(0, ResultAnd(1))]),
    does("strptime", "pppp", NotNull, &[text(1), has_read(0, UpToReturned(0)), has_written(2, Bytes(TM))]),
    does("time", "lp", NotMinusOne, &[has_written(0, Bytes(TIME))]),
    does("timegm", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(TM))]),
    does("timelocal", "lp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(TM))]),
    does("timerfd_gettime", "iip", Zero, &[has_written(1, Bytes(ITIMERSPEC))]),
    does("timerfd_settime", "iiipp", Zero, &[reads(2, Bytes(ITIMERSPEC)), has_written(3, Bytes(ITIMERSPEC))]),
    does("times", "lp", NotMinusOne, &[has_written(0, Bytes(TMS))]),
    does("timespec_get", "ipi", NotZero, &[has_written(0, Bytes(TIMESPEC))]),
];
