//! Threads and their attributes. Sorted.

use super::effects::{Extent, Success, detaches, has_written, joins, reads, text};
use super::sizes::TIMESPEC;
use super::{Row, does};
use Extent::{Bytes, Size, Text, Word};
use Success::{Always, Zero};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("pthread_attr_getaffinity_np", "ipzp", Zero, &[has_written(2, Size(1))]),
    does("pthread_attr_getdetachstate", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_attr_getguardsize", "ipp", Zero, &[has_written(1, Word)]),
    does("pthread_attr_getinheritsched", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_attr_getschedparam", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_attr_getschedpolicy", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_attr_getscope", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_attr_getstack", "ippp", Zero, &[has_written(1, Word), has_written(2, Word)]),
    does("pthread_attr_getstacksize", "ipp", Zero, &[has_written(1, Word)]),
    does("pthread_barrierattr_getpshared", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_clockjoin_np", "ilpip", Zero, &[joins(0), has_written(1, Word), reads(3, Bytes(TIMESPEC))]),
    does("pthread_condattr_getclock", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_condattr_getpshared", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_detach", "il", Zero, &[detaches(0)]),
    does("pthread_getaffinity_np", "ilzp", Zero, &[has_written(2, Size(1))]),
    does("pthread_getcpuclockid", "ilp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_getname_np", "ilpz", Zero, &[has_written(1, Text)]),
    does("pthread_getschedparam", "ilpp", Zero, &[has_written(1, Bytes(4)), has_written(2, Bytes(4))]),
    does("pthread_join", "ilp", Zero, &[joins(0), has_written(1, Word)]),
    does("pthread_mutexattr_getprioceiling", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_mutexattr_getprotocol", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_mutexattr_getpshared", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_mutexattr_getrobust", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_mutexattr_gettype", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_rwlockattr_getkind_np", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_rwlockattr_getpshared", "ipp", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_setcancelstate", "iip", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_setcanceltype", "iip", Zero, &[has_written(1, Bytes(4))]),
    does("pthread_setname_np", "ilp", Always, &[text(1)]),
    does("pthread_timedjoin_np", "ilpp", Zero, &[joins(0), has_written(1, Word), reads(2, Bytes(TIMESPEC))]),
    does("pthread_tryjoin_np", "ilp", Zero, &[joins(0), has_written(1, Word)]),
    does("thrd_detach", "il", Zero, &[detaches(0)]),
    does("thrd_join", "ilp", Zero, &[joins(0), has_written(1, Bytes(4))]),
];
