//! The checks that instrumented code calls. The names and their meaning are in `sanecc_abi::symbols`.

use crate::arch::registers_stub;
use core::ffi::{CStr, c_int};
use sanecc_abi::call::Call;
use sanecc_abi::site::{Assumption, FollowedSite, Member, Object, Site, Together, flags};
use sanecc_abi::variadic::{Judgement, List, Passed, Read, Rest};
use sanecc_rt::library::format::passed;
use sanecc_rt::library::{self, switches};
use sanecc_rt::platform::Registers;
use sanecc_rt::provenance::calls::{self, Verdict};
use sanecc_rt::provenance::{self, Verdict as Provenance, variadic};
use sanecc_rt::report::{self, By, CalledFrom, Finding, Origin};
use sanecc_rt::{entry, heap, pairs, shadow};

#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __sanecc_report() {
    core::arch::naked_asm!(registers_stub!(2), target = sym access_failed)
}

pub(crate) extern "C" fn access_failed(address: usize, site: &Site, registers: &Registers) {
    let length = site.size as usize;
    let poisoned = shadow::map::is_readable(address)
        .then(|| shadow::first_poisoned(address, length.max(1)))
        .flatten();
    let finding = Finding::Access {
        poisoned: poisoned.unwrap_or(address),
        start: address,
        length,
        site,
    };
    report::from_check(finding, registers);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_is_addressable(first: usize, last: usize, most: usize) -> c_int {
    entry::is_addressable_between(first, last, most).into()
}

pub(crate) extern "C" fn check_range(
    address: usize,
    length: usize,
    site: &Site,
    registers: &Registers,
) {
    let Some(poisoned) = shadow::first_poisoned(address, length) else {
        return;
    };
    let finding = negative_size(address, length, site).unwrap_or(Finding::Access {
        poisoned,
        start: address,
        length,
        site,
    });
    report::from_check(finding, registers);
}

/// What is to be said of a copy or fill that reaches beyond the end of the address space: its size was negative.
fn negative_size(address: usize, length: usize, site: &Site) -> Option<Finding<'_>> {
    let is_negative = address.checked_add(length).is_none() && site.flags & flags::BULK != 0;
    is_negative.then_some(Finding::NegativeSize {
        address,
        size: length as isize,
        // Which of the chunk operations, nobody says.
        call: CalledFrom {
            function: c"",
            site,
        },
    })
}

/// The exact check of an access, for processors on which [`__sanecc_report`] is not reached from assembly alone.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) extern "C" fn exact_access(address: usize, site: &Site, registers: &Registers) {
    check_range(address, (site.size as usize).max(1), site, registers);
}

/// The same of coalesced accesses.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) extern "C" fn exact_coalesced(start: usize, accesses: &Together, registers: &Registers) {
    if sanecc_rt::shadow::first_poisoned(start, accesses.bytes as usize).is_some() {
        check_each(start, accesses, registers);
    }
}

/// Returns after reports, too.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_each() {
    core::arch::naked_asm!(registers_stub!(2), target = sym check_each)
}

pub(crate) extern "C" fn check_each(start: usize, accesses: &Together, registers: &Registers) {
    let first = core::ptr::from_ref(accesses)
        .wrapping_add(1)
        .cast::<Member>();
    // SAFETY: the compiler has written as many records behind the number; they are constants of the module that called.
    let members = unsafe { core::slice::from_raw_parts(first, accesses.count as usize) };
    for Member { site, offset } in members {
        let address = start.wrapping_add(*offset as usize);
        check_range(address, site.size as usize, site, registers);
    }
}

/// A comparison found the ranges nearer to each other than they are long.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_overlap() {
    core::arch::naked_asm!(registers_stub!(4), target = sym check_overlap)
}

extern "C" fn check_overlap(
    to: usize,
    from: usize,
    length: usize,
    site: &Site,
    registers: &Registers,
) {
    let (first, second) = ((to, length), (from, length));
    if switches::is_on(switches::INTRINSICS) && library::overlap(first, second) {
        let function = c"memcpy";
        let call = CalledFrom { function, site };
        let finding = Finding::Overlap {
            first,
            second,
            call,
        };
        report::from_check(finding, registers);
    }
}

/// An access is not inside of the object that its pointer was derived from, or that object is gone.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_provenance_failed() {
    core::arch::naked_asm!(registers_stub!(4), target = sym provenance_failed)
}

/// The chunk at an address is about to be freed by a pointer whose own is gone.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_release_failed() {
    core::arch::naked_asm!(registers_stub!(2), target = sym release_failed)
}

extern "C" fn release_failed(address: usize, provenance: u64, registers: &Registers) {
    // Of a chunk that nobody has got yet, the heap knows who freed it.
    let is_reused = heap::chunk_at(address).is_some();
    if is_reused
        && let Provenance::Gone { former, .. } = provenance::judge(address, 1, provenance, false)
    {
        report::from_check(Finding::DoubleFree { address, former }, registers);
    }
}

/// An access of a word is not certainly inside of the living object that its pointer was derived from.
#[cfg(target_arch = "x86_64")]
pub(crate) extern "C" fn word_failed(
    address: usize,
    provenance: u64,
    call: &sanecc_abi::site::SlowCall,
    registers: &Registers,
) {
    // SAFETY: the compiler has put the distance to the record there.
    let site = unsafe {
        let place = (&raw const call.site).cast::<u8>();
        &*place.offset(call.site as isize).cast::<Site>()
    };
    let length = site.size as usize;
    match shadow::first_poisoned(address, length) {
        Some(_) => check_range(address, length, site, registers),
        None => provenance_failed(address, length, provenance, site, registers),
    }
}

extern "C" fn provenance_failed(
    address: usize,
    length: usize,
    provenance: u64,
    site: &Site,
    registers: &Registers,
) {
    let is_element = site.flags & flags::ELEMENT != 0;
    let verdict = provenance::judge(address, length, provenance, is_element);
    let Some(missed) = verdict.missed(address) else {
        return;
    };
    // What the shadow or the heap knows has the name that everybody knows.
    let poisoned = shadow::map::is_readable(address)
        .then(|| shadow::first_poisoned(address, length))
        .flatten();
    let sealed = heap::sealed(address).map(|_| address);
    let negative = negative_size(address, length, site);
    let finding = match poisoned.or(sealed) {
        _ if let Some(negative) = negative => negative,
        Some(poisoned) => Finding::Access {
            poisoned,
            start: address,
            length,
            site,
        },
        None => Finding::Object {
            start: address,
            length,
            object_start: missed.start,
            object_size: missed.size,
            by: By::Program { site },
            object: missed.object,
            origin: Origin {
                source: source_of(site),
                ..Origin::of(&missed)
            },
        },
    };
    report::from_check(finding, registers);
}

/// Where the function got the pointer of an access of pointer mode.
fn source_of(site: &Site) -> Option<&Site> {
    if site.flags & flags::REMOVED != 0 {
        return None;
    }
    // SAFETY: the compiler makes such records for accesses whose provenance it compares, but for those of removed checks.
    let followed = unsafe { &*core::ptr::from_ref(site).cast::<FollowedSite>() };
    Some(&followed.source).filter(|source| source.line() != 0)
}

/// Two pointers are ordered or subtracted.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_pair() {
    core::arch::naked_asm!(registers_stub!(3), target = sym check_pair)
}

extern "C" fn check_pair(one: usize, other: usize, site: &Site, registers: &Registers) {
    pairs::check([one, other], site, registers);
}

/// A function is called that is not certainly of the call's type.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_call() {
    core::arch::naked_asm!(registers_stub!(2), target = sym check_call)
}

extern "C" fn check_call(function: usize, call: &Call, registers: &Registers) {
    let Some(signature) = call.signature.get() else {
        return;
    };
    // SAFETY: the compiler has written a text that ends with NUL.
    let signature = unsafe { CStr::from_ptr(signature) }.to_bytes();
    let verdict = calls::judge(function, signature);
    let own = match &verdict {
        Verdict::Fine => return,
        Verdict::Other(own) => Some(own.text()),
        Verdict::NoFunction => None,
    };
    let finding = Finding::Call {
        function,
        own,
        signature,
        site: &call.site,
    };
    report::from_check(finding, registers);
}

/// A list of variable arguments has begun.
#[unsafe(no_mangle)]
extern "C" fn __sanecc_variadic_begins(list: &List, passed: *const Passed, fixed: u64) {
    // SAFETY: the compiler calls this behind `va_start`.
    unsafe { variadic::begin(list, passed, fixed) };
}

/// A variable argument is about to be read.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_variadic() {
    core::arch::naked_asm!(registers_stub!(2), target = sym check_variadic)
}

extern "C" fn check_variadic(list: &List, read: &Read, registers: &Registers) {
    let Some(wanted) = read.wanted.get() else {
        return;
    };
    // SAFETY: the compiler has written a text that ends with NUL.
    let wanted = unsafe { CStr::from_ptr(wanted) }.to_bytes();
    variadic::forget_next(list, wanted);
    let Some((passed, rest)) = variadic::rest(list) else {
        return;
    };
    let judgement = rest.judge(wanted);
    if judgement != Judgement::Fine {
        report_unfit(judgement, wanted, [&passed.site, &read.site], registers);
    }
}

/// A format is about to be printed.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_format() {
    core::arch::naked_asm!(registers_stub!(3), target = sym check_format)
}

extern "C" fn check_format(
    format: usize,
    passed: &'static Passed,
    fixed: usize,
    registers: &Registers,
) {
    let rest = variadic::passed(passed, fixed);
    check_rest(format, rest, [&passed.site; 2], registers);
}

/// A format is about to be printed, of arguments in a list.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_list_format() {
    core::arch::naked_asm!(registers_stub!(3), target = sym check_list_format)
}

extern "C" fn check_list_format(format: usize, list: &List, site: &Site, registers: &Registers) {
    if let Some((passed, rest)) = variadic::rest(list) {
        check_rest(format, Some(rest), [&passed.site, site], registers);
    }
}

fn check_rest(format: usize, rest: Option<Rest<'_>>, sites: [&Site; 2], registers: &Registers) {
    let Some(rest) = rest.filter(|_| format != 0 && switches::is_on(switches::PRINTF)) else {
        return;
    };
    // SAFETY: the function that is called reads the text, too.
    let format = unsafe { CStr::from_ptr(format as *const _) }.to_bytes();
    if let Some((judgement, wanted)) = passed::unfit(format, rest) {
        report_unfit(judgement, wanted, sites, registers);
    }
}

/// Reports a read of a variable argument. The places are those of the call that has passed it and of the read.
fn report_unfit(
    judgement: Judgement<'_>,
    wanted: &[u8],
    [passed_at, site]: [&Site; 2],
    registers: &Registers,
) {
    let finding = Finding::Variadic {
        judgement,
        wanted,
        passed_at,
        site,
    };
    report::from_check(finding, registers);
}

/// What the source says holds does not.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_assumption_failed() {
    core::arch::naked_asm!(registers_stub!(3), target = sym assumption_failed)
}

extern "C" fn assumption_failed(
    left: usize,
    right: usize,
    assumption: &Assumption,
    registers: &Registers,
) {
    let compared = [left, right];
    let finding = Finding::Assumption {
        compared,
        assumption,
    };
    report::from_check(finding, registers);
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_report_object() {
    core::arch::naked_asm!(registers_stub!(6), target = sym object_failed)
}

extern "C" fn object_failed(
    start: usize,
    length: usize,
    object_start: usize,
    object_size: usize,
    site: &Site,
    object: &Object,
    registers: &Registers,
) {
    let finding = negative_size(start, length, site).unwrap_or(Finding::Object {
        start,
        length,
        object_start,
        object_size,
        by: By::Program { site },
        object,
        origin: Origin::default(),
    });
    report::from_check(finding, registers);
}
