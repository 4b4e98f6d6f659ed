//! Effects are told for calls that are made up here, and come out as ranges.

use super::entry::is_beyond_capacity;
use super::*;
use crate::platform::CallFrame;
use crate::thread::handles::Over;
use core::cell::RefCell;
use sanecc_abi::library::Prototype;
use sanecc_abi::library::effects::{Dialect, Effects, Places};

/// More arguments than there are registers.
const SEVEN: Prototype = Prototype {
    result: b'i',
    parameters: "ppppppp",
};

/// Remembers ranges: first byte, length, whether it is written.
#[derive(Default)]
struct Seen(RefCell<Vec<(usize, usize, bool)>>);

impl Ranges for Seen {
    fn reads(&self, address: usize, length: usize) {
        self.0.borrow_mut().push((address, length, false));
    }

    fn writes(&self, address: usize, length: usize) {
        self.0.borrow_mut().push((address, length, true));
    }

    fn over(&self, handle: usize, _: Over) {
        self.0.borrow_mut().push((handle, 0, false));
    }

    fn refused(&self, address: usize, is_write: bool) {
        self.0.borrow_mut().push((address, 0, is_write));
    }
}

/// A function with effects, and what it is called with.
struct Case {
    success: Success,
    list: &'static [Effect],
    general: [usize; CallFrame::GENERAL],
    stack: Vec<usize>,
}

/// Ranges of a call, and what was to be done between.
type Told = (Vec<(usize, usize, bool)>, Next);

impl Case {
    fn of(success: Success, list: &'static [Effect], arguments: &[usize]) -> Case {
        const GENERAL: usize = CallFrame::GENERAL;
        let general = core::array::from_fn(|number| *arguments.get(number).unwrap_or(&0));
        let stack = arguments
            .iter()
            .skip(GENERAL)
            .copied()
            .chain([0, 0])
            .collect();
        Case {
            success,
            list,
            general,
            stack,
        }
    }

    /// The ranges told for a call that returns `result` after it did what `function` does.
    fn told(&self, result: usize, function: impl FnOnce()) -> Told {
        let mut frame = CallFrame {
            general: self.general,
            stack: self.stack.as_ptr() as usize,
            ..CallFrame::default()
        };
        let effects = Effects::new(self.success, self.list, Places::of(SEVEN));
        let seen = Seen::default();
        let mut notes = [0; 4];
        // SAFETY: the arguments are as the effects want them.
        let next = unsafe { before(&checked(&effects, &frame, &seen), &mut notes) };
        function();
        frame.notes = notes;
        frame.result = result;
        if next != Next::Leave {
            // SAFETY: as above.
            unsafe { after(&checked(&effects, &frame, &seen)) };
        }
        (seen.0.take(), next)
    }
}

fn checked<'a>(effects: &'a Effects, frame: &'a CallFrame, ranges: &'a Seen) -> Checked<'a, Seen> {
    Checked {
        effects,
        frame,
        ranges,
        switches: u32::MAX,
    }
}

fn address<T>(of: &T) -> usize {
    &raw const *of as usize
}

const AROUND: Next = Next::CallWith(16);

#[test]
fn what_is_written_for_the_result() {
    let list = &[Effect::HasWritten(Pointer::Argument(1), Extent::Result)];
    let read = Case::of(Success::Positive, list, &[3, 0x10000, 100]);
    assert_eq!(read.told(7, || ()), (vec![(0x10000, 7, true)], AROUND));
    assert_eq!(read.told(0, || ()), (vec![], AROUND));
    assert_eq!(read.told(usize::MAX, || ()), (vec![], AROUND));
}

#[test]
fn what_is_known_before_needs_no_return() {
    let list = &[Effect::Reads(Pointer::Argument(0), Extent::Text)];
    let text = *b"abc\0";
    let puts = Case::of(Success::Always, list, &[address(&text)]);
    assert_eq!(
        puts.told(0, || ()),
        (vec![(address(&text), 4, false)], Next::Leave)
    );
    let null = Case::of(Success::Always, list, &[0]);
    assert_eq!(null.told(0, || ()), (vec![], Next::Leave));
}

#[test]
#[cfg(target_pointer_width = "64")]
fn only_half_of_a_register_is_an_int() {
    let list = &[Effect::HasWritten(
        Pointer::Argument(1),
        Extent::ResultElementsUpTo(0, 4),
    )];
    let groups = Case::of(
        Success::NotNegative,
        list,
        &[0xffff_0000_0000_0005, 0x10000],
    );
    assert_eq!(groups.told(0x1_0000_0003, || ()).0, [(0x10000, 12, true)]);
    assert_eq!(groups.told(0xffff_ffff, || ()).0, []);
    let size_only = Case::of(Success::NotNegative, list, &[0, 0x10000]);
    assert_eq!(size_only.told(3, || ()).0, [(0x10000, 0, true)]);
}

#[test]
fn an_address_is_cut_to_the_room_there_was() {
    let list = &[Effect::SocketAddress(1, 2)];
    let length = core::cell::Cell::new(8u32);
    let accept = Case::of(Success::NotNegative, list, &[3, 0x10000, address(&length)]);
    let (ranges, next) = accept.told(4, || length.set(16));
    assert_eq!(next, AROUND);
    let at = address(&length);
    assert_eq!(ranges, [(at, 4, false), (at, 4, true), (0x10000, 8, true)]);
    let nowhere = Case::of(Success::NotNegative, list, &[3, 0, 0]);
    assert_eq!(nowhere.told(4, || ()).0, []);
}

#[test]
fn vectors_are_filled_in_turn() {
    let buffer = |at: usize, iov_len| libc::iovec {
        iov_base: at as *mut _,
        iov_len,
    };
    let vector = [
        buffer(0x10000, 3),
        buffer(0x20000, 0),
        buffer(0x30000, 5),
        buffer(0x40000, 9),
    ];
    let list = &[Effect::Vector(Direction::Write, 1, 2)];
    let readv = Case::of(Success::Positive, list, &[3, address(&vector), 4]);
    let written: Vec<_> = readv
        .told(6, || ())
        .0
        .into_iter()
        .filter(|range| range.2)
        .collect();
    assert_eq!(
        written,
        [(0x10000, 3, true), (0x20000, 0, true), (0x30000, 3, true)]
    );
}

#[test]
fn a_printf_with_a_target_passes_its_stack_on() {
    let format = *b"%d %s %s %d %d %d\0";
    let text = *b"xy\0";
    let list = &[
        Effect::Prints(2, Further::Variadic(3), Dialect::Narrow),
        Effect::HasWritten(Pointer::Argument(0), Extent::ResultAndNulUpTo(1)),
    ];
    let arguments = [0x10000, 4, address(&format), 1, address(&text), 0, 2, 3, 4];
    let on_stack = (arguments.len() - CallFrame::GENERAL) * size_of::<usize>();
    let bytes = on_stack.next_multiple_of(16);
    let snprintf = Case::of(Success::NotNegative, list, &arguments);
    let before = [(address(&format), 18, false), (address(&text), 3, false)];
    let (ranges, next) = snprintf.told(12, || ());
    assert_eq!(
        (&ranges[..2], next),
        (&before[..], Next::CallWith(bytes as _))
    );
    assert_eq!(ranges[2], (0x10000, 4, true));
}

#[test]
fn an_unknown_directive_ends_the_check() {
    let format = *b"%s %y\0";
    let list = &[
        Effect::Prints(1, Further::Variadic(2), Dialect::Narrow),
        Effect::HasWritten(Pointer::Argument(0), Extent::ResultAndNul),
    ];
    let sprintf = Case::of(Success::NotNegative, list, &[0x10000, address(&format), 0]);
    assert_eq!(
        sprintf.told(5, || ()),
        (vec![(address(&format), 6, false)], Next::Leave)
    );
}

#[test]
fn scanf_stores_as_many_as_it_returns() {
    let format = *b"%d%n%4s%hd\0";
    let list = &[Effect::Scans(1, Further::Variadic(2), Dialect::Narrow)];
    let places = [0, address(&format), 0x10000, 0x20000, 0x30000, 0x40000];
    let sscanf = Case::of(Success::Always, list, &places);
    let stored = |result| {
        let (ranges, next) = sscanf.told(result, || ());
        assert_eq!(next, Next::CallWith(0));
        ranges
            .into_iter()
            .filter(|range| range.2)
            .collect::<Vec<_>>()
    };
    let all = [
        (0x10000, 4, true),
        (0x20000, 4, true),
        (0x30000, 5, true),
        (0x40000, 2, true),
    ];
    assert_eq!(stored(3), all);
    assert_eq!(stored(2), all[..3]);
    assert_eq!(stored(1), all[..2]);
    assert_eq!(stored(0), []);
    assert_eq!(stored(usize::MAX), []);
}

#[test]
fn more_than_the_room_that_the_function_was_told_of_is_beyond_it() {
    let list = &[
        Effect::Capacity(2, 4),
        Effect::HasWritten(Pointer::Argument(0), Extent::ResultElements(8)),
    ];
    let effects = Effects::new(Success::NotNegative, list, Places::UNKNOWN);
    assert!(effects.come_before && effects.need_result);
    let beyond = |capacity: usize, result: usize| {
        let mut general = [0; CallFrame::GENERAL];
        (general[0], general[2]) = (0x10000, usize::MAX);
        let frame = CallFrame {
            general,
            notes: [capacity, 0, 0, 0],
            result,
            ..CallFrame::default()
        };
        // SAFETY: the arguments are as the effects want them.
        unsafe { is_beyond_capacity(&checked(&effects, &frame, &Seen::default())) }
    };
    assert!(!beyond(4, 2) && beyond(4, 3) && !beyond(usize::MAX, 3));
    assert!(!beyond(4, usize::MAX), "the call has failed");
}

#[test]
fn what_the_system_refuses_an_address_for_is_told() {
    let buffers = [[0x1000usize, 7], [0x2000, 8]];
    let message = [0, 0, address(&buffers), 2, 0, 0, 0];
    let told = |list, arguments: &[usize], errno| {
        let refused = || crate::entry::set_errno(errno);
        Case::of(Success::Positive, list, arguments)
            .told(usize::MAX, refused)
            .0
    };
    let written = &[Effect::HasWritten(Pointer::Argument(1), Extent::Result)];
    assert_eq!(
        told(written, &[3, 0x10000], libc::EFAULT),
        [(0x10000, 0, true)]
    );
    assert_eq!(told(written, &[3, 0x10000], libc::EINTR), []);
    let both = [(0x1000, 0, false), (0x2000, 0, false)];
    let vector = &[Effect::Vector(Direction::Read, 1, 2)];
    assert_eq!(told(vector, &[3, address(&buffers), 2], libc::EFAULT), both);
    // The vector itself may be what cannot be read.
    assert_eq!(told(vector, &[3, 8, 2], libc::EFAULT), []);
    let sent = &[Effect::Message(Direction::Read, 1)];
    assert_eq!(told(sent, &[3, address(&message)], libc::EFAULT), both);
}
