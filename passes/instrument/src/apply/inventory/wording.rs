//! The calls that are operations: what each is for, when it is executed, and what it does as C-like text.

use super::anchor::Made;
use super::{Call, Purpose, Subject};
use crate::apply::functions::{
    ADDRESSABLE_LENGTH, BOUNDS, BOUNDS_CONSTANT, GUARDED, GUARDED_BOUNDS, GUARDED_RANGE, LANE,
    OVERLAP, RANGE_ADDRESSABLE, SHADOW_CHECK_PREFIX,
};
use crate::apply::{calls, members, provenance};
use sanecc_abi::symbols::{
    AFTER_DYNAMIC_INIT, ASSUMPTION_FAILED, BEFORE_DYNAMIC_INIT, CHECK_CALL, CHECK_FORMAT,
    CHECK_LIST_FORMAT, CHECK_PAIR, CHECK_RANGE, CHECK_VARIADIC, CLEAR_SHADOW, FOLLOW_PROVENANCE,
    HANDLE_JUMP, HANDLE_NO_RETURN, HANDLE_NO_RETURN_OF, HANDLE_UNWINDING, HOLD_ARGUMENT, INIT,
    LET_ARGUMENT_GO, NAME_COUNTS, POISON_ALLOCA, REGISTER_GLOBALS, REPORT_OBJECT, SET_SHADOW,
    UNPOISON, UNPOISON_ALLOCAS, UNREGISTER_GLOBALS, VARIADIC_BEGINS, VFORK_RETURNED,
};
use sanecc_ir::{Op, ValueId};

/// When an operation is executed, which says where it stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::apply) enum When {
    /// In front of the access that it is made for.
    BeforeAccess,
    /// In front of what follows.
    Before,
    /// Behind what it follows.
    After,
    /// When the function begins.
    AtEntry,
}

/// What is said of a call.
pub(in crate::apply) struct Said {
    pub(in crate::apply) purpose: Purpose,
    pub(in crate::apply) when: When,
    pub(in crate::apply) text: String,
}

/// The arguments of a call, as C writes them.
pub(in crate::apply) struct Wording<'a> {
    subject: &'a Subject<'a>,
    call: &'a Call<'a>,
    access: Option<&'a Made<'a>>,
}

impl<'a> Wording<'a> {
    pub(super) fn of(
        subject: &'a Subject<'a>,
        call: &'a Call<'a>,
        access: Option<&'a Made<'a>>,
    ) -> Self {
        Self {
            subject,
            call,
            access,
        }
    }

    /// The name of the function that is called.
    pub(in crate::apply) fn name(&self) -> &str {
        self.call.name
    }

    fn argument(&self, number: usize) -> Option<ValueId> {
        self.call.arguments.get(number).copied()
    }

    /// An argument.
    pub(in crate::apply) fn value(&self, number: usize) -> String {
        let value = self.argument(number).map(|value| self.subject.value(value));
        value.unwrap_or_default()
    }

    /// What an argument points to.
    pub(in crate::apply) fn pointee(&self, number: usize) -> String {
        let value = self.argument(number);
        let value = value.map(|value| self.subject.pointee(value));
        value.unwrap_or_default()
    }

    /// The pointer that an argument is computed from.
    pub(in crate::apply) fn root(&self, number: usize) -> String {
        let function = self.subject.function;
        let value = self.argument(number);
        let value = value.map(|value| self.subject.value(function.resolve(value).base));
        value.unwrap_or_default()
    }

    /// An argument, if it is a constant.
    pub(in crate::apply) fn constant(&self, number: usize) -> Option<i64> {
        self.subject.constant(self.argument(number)?)
    }

    /// The result of the call.
    pub(in crate::apply) fn result(&self) -> String {
        self.subject.value(self.call.at)
    }

    /// `read of N bytes at P`; the arguments are the address and, unless the name says it, the length.
    pub(in crate::apply) fn access(&self, address: usize, length: &str) -> String {
        let kind = match self.access {
            Some(made) => sanecc_prove::kind(made.access.kind),
            None => "access",
        };
        let bytes = if length == "1" { "byte" } else { "bytes" };
        format!("{kind} {length} {bytes} at {}", self.value(address))
    }

    pub(super) fn said(&self) -> Said {
        self.of_check()
            .or_else(|| self.of_member())
            .or_else(|| provenance::said(self))
            .or_else(|| self.of_runtime())
            .unwrap_or_else(|| self.unknown())
    }

    fn of_check(&self) -> Option<Said> {
        let name = self.name().trim_end_matches(".bulk");
        // The size is part of the name: `PREFIX.BYTES.ALIGN`.
        let shape = |prefix: &str| {
            let rest = name.strip_prefix(prefix)?.split('.').next()?;
            rest.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| rest.to_owned())
        };
        let at_access = |purpose, text| {
            Some(Said {
                purpose,
                when: When::BeforeAccess,
                text,
            })
        };
        // The arguments from this one on are the pointer, the length, and start and size of the object.
        let bounds = |from: usize| {
            let [pointer, length, start, size] =
                [0, 1, 2, 3].map(|number| self.value(from + number));
            format!(
                "compare({pointer} - {start} <= {size} - {length}): {}",
                self.access(from, &length)
            )
        };
        match name {
            CHECK_RANGE => at_access(
                Purpose::Shadow,
                format!("check({})", self.access(0, &self.value(1))),
            ),
            LANE => at_access(
                Purpose::Shadow,
                format!(
                    "if ({}) check({})",
                    self.value(0),
                    self.access(1, &self.value(2))
                ),
            ),
            RANGE_ADDRESSABLE => Some(Said {
                purpose: Purpose::Loop,
                when: When::Before,
                text: format!(
                    "check once before the loop: ok = [{} .. {}] may be accessed",
                    self.value(0),
                    self.value(1)
                ),
            }),
            ADDRESSABLE_LENGTH => Some(Said {
                purpose: Purpose::Loop,
                when: When::Before,
                text: format!(
                    "once before the loop: length = bytes from {} on that may be accessed",
                    self.value(0)
                ),
            }),
            GUARDED_BOUNDS => at_access(Purpose::Bounds, format!("if (!ok) {}", bounds(1))),
            GUARDED => at_access(
                Purpose::Bounds,
                format!("if (wrapped) {}, and check its shadow", bounds(1)),
            ),
            GUARDED_RANGE => at_access(
                Purpose::Shadow,
                format!("if (!ok) check({})", self.access(1, &self.value(2))),
            ),
            BOUNDS_CONSTANT => at_access(Purpose::Bounds, bounds(0)),
            BOUNDS => at_access(Purpose::Bounds, bounds(0)),
            OVERLAP => at_access(
                Purpose::Bounds,
                format!(
                    "compare({} and {}, {} bytes each, are the same or apart)",
                    self.value(0),
                    self.value(1),
                    self.value(2)
                ),
            ),
            _ => {
                if let Some(members) = name.strip_prefix("sanecc.check.coalesced.") {
                    let length = members.split('.').next()?;
                    let count = members.split('.').filter(|part| part.contains('x')).count();
                    return at_access(
                        Purpose::Shadow,
                        format!(
                            "check({length} bytes at {}): one check for {count} accesses",
                            self.value(0)
                        ),
                    );
                }
                if let Some(length) = shape(SHADOW_CHECK_PREFIX) {
                    return at_access(
                        Purpose::Shadow,
                        format!("check({})", self.access(0, &length)),
                    );
                }
                let length = shape(&format!("{GUARDED}."))?;
                at_access(
                    Purpose::Shadow,
                    format!("if (!ok) check({})", self.access(1, &length)),
                )
            }
        }
    }

    /// A comparison with the array of a structure, which is a branch to the report.
    fn of_member(&self) -> Option<Said> {
        if self.name() != REPORT_OBJECT {
            return None;
        }
        let Subject {
            module, function, ..
        } = self.subject;
        let blocks = &function.blocks;
        let condition = blocks[self.call.block]
            .predecessors
            .first()
            .and_then(
                |before| match function.op(*blocks[*before].instructions.last()?)? {
                    Op::Branch(operands) => operands.first().copied(),
                    _ => None,
                },
            );
        let start = self.argument(2)?;
        let member = module
            .member(function, start)
            .or_else(|| module.first_member(function, start));
        let member = member.and_then(|member| members::name(module, &member));
        let member = match member {
            Some(name) => format!("member '{name}'"),
            None => format!("the array {}", self.value(2)),
        };
        let condition = condition.map_or_else(
            || format!("{} inside", self.value(0)),
            |condition| self.subject.value(condition),
        );
        Some(Said {
            purpose: Purpose::Member,
            when: When::Before,
            text: format!("compare({condition}): {member} of {} bytes", self.value(3)),
        })
    }

    fn of_runtime(&self) -> Option<Said> {
        let [a, b] = [0, 1].map(|number| self.value(number));
        let name = self.name();
        if name.starts_with("sanecc.call.") {
            return Some(Said {
                purpose: Purpose::Library,
                when: When::Before,
                text: format!("{} through its checks", self.result()),
            });
        }
        if name.starts_with("__sanecc_fake_frame_") {
            return Some(Said {
                purpose: Purpose::Frame,
                when: When::AtEntry,
                text: "frame = memory that stays poisoned after the return".to_owned(),
            });
        }
        let (purpose, when, text) = match name {
            SET_SHADOW => (
                Purpose::Frame,
                When::Before,
                format!("poison {b} bytes at {a}"),
            ),
            CLEAR_SHADOW => (
                Purpose::Frame,
                When::Before,
                format!("clear the shadow of {b} bytes at {a}"),
            ),
            UNPOISON => (
                Purpose::Frame,
                When::Before,
                format!("open the shadow of {b} bytes at {a}"),
            ),
            POISON_ALLOCA => (
                Purpose::StackObject,
                When::Before,
                format!("stack object of {b} bytes at {a}: lay redzones around it"),
            ),
            UNPOISON_ALLOCAS => (
                Purpose::Frame,
                When::Before,
                "give back what was allocated on the stack: clear its shadow".to_owned(),
            ),
            HANDLE_NO_RETURN => (
                Purpose::Frame,
                When::Before,
                "frames are left without return: clear their shadow".to_owned(),
            ),
            HANDLE_NO_RETURN_OF => (
                Purpose::Frame,
                When::Before,
                format!("{a} does not return: clear the shadow of frames"),
            ),
            HANDLE_UNWINDING => (
                Purpose::Frame,
                When::Before,
                "frames may be left by the unwinder: clear their shadow".to_owned(),
            ),
            HANDLE_JUMP => (
                Purpose::Frame,
                When::Before,
                format!("jump to {a}: clear the shadow of the frames in between"),
            ),
            VFORK_RETURNED => (
                Purpose::Frame,
                When::After,
                format!("vfork returned {a}: clear the shadow of the child's frames"),
            ),
            calls::FITS => (
                Purpose::Call,
                When::Before,
                format!("fits = compare(the signature of {a}) with that of the call"),
            ),
            CHECK_CALL => (
                Purpose::Call,
                When::Before,
                format!("if (!fits) check(the signature of {a}, or that it is code)"),
            ),
            calls::PASS => (
                Purpose::Call,
                When::Before,
                format!("passed = types of the arguments for {a}"),
            ),
            calls::PASSED => (Purpose::Call, When::After, "passed = unknown".to_owned()),
            calls::TAKE => (
                Purpose::Call,
                When::AtEntry,
                format!("types = passed, if it is for {a}"),
            ),
            VARIADIC_BEGINS => (
                Purpose::Call,
                When::After,
                format!("types[{a}] = types of the arguments"),
            ),
            CHECK_VARIADIC => (
                Purpose::Call,
                When::Before,
                format!("compare(what va_arg reads) with types[{a}]"),
            ),
            CHECK_FORMAT => (
                Purpose::Call,
                When::Before,
                format!("compare(what the format {a} prints) with types of the arguments"),
            ),
            CHECK_LIST_FORMAT => (
                Purpose::Call,
                When::Before,
                format!("compare(what the format {a} prints) with types[{b}]"),
            ),
            HOLD_ARGUMENT => (
                Purpose::Member,
                When::Before,
                format!("hold what is touched from {a} on to the array there"),
            ),
            LET_ARGUMENT_GO => (
                Purpose::Member,
                When::Before,
                format!("hold nothing to arrays that {a} points into"),
            ),
            CHECK_PAIR => (
                Purpose::Other,
                When::Before,
                format!("check({a} and {b} point into one object)"),
            ),
            ASSUMPTION_FAILED => (
                Purpose::Other,
                When::Before,
                "the source states this: report it where it does not hold".to_owned(),
            ),
            REGISTER_GLOBALS => (
                Purpose::Module,
                When::AtEntry,
                format!("register {b} global objects: lay their redzones"),
            ),
            UNREGISTER_GLOBALS => (
                Purpose::Module,
                When::AtEntry,
                format!("unregister {b} global objects"),
            ),
            BEFORE_DYNAMIC_INIT => (
                Purpose::Module,
                When::AtEntry,
                "constructors begin: globals of other units may not be initialised yet".to_owned(),
            ),
            AFTER_DYNAMIC_INIT => (
                Purpose::Module,
                When::AtEntry,
                "constructors have run".to_owned(),
            ),
            FOLLOW_PROVENANCE => (
                Purpose::Module,
                When::AtEntry,
                "ask for the tables of provenance".to_owned(),
            ),
            INIT => (
                Purpose::Module,
                When::AtEntry,
                "set the runtime up".to_owned(),
            ),
            NAME_COUNTS => (Purpose::Module, When::AtEntry, format!("name {b} counters")),
            _ => return None,
        };
        Some(Said {
            purpose,
            when,
            text,
        })
    }

    /// By its name and its arguments.
    fn unknown(&self) -> Said {
        let arguments = (0..self.call.arguments.len()).map(|number| self.value(number));
        let arguments: Vec<String> = arguments.collect();
        let starts = |prefix: &str| self.name().starts_with(prefix);
        let purpose = match () {
            () if starts("sanecc.provenance.") => Purpose::Provenance,
            () if starts(SHADOW_CHECK_PREFIX) || starts(GUARDED) => Purpose::Shadow,
            () if starts(BOUNDS) => Purpose::Bounds,
            () => Purpose::Other,
        };
        Said {
            purpose,
            when: When::Before,
            text: format!("{}({})", self.name(), arguments.join(", ")),
        }
    }
}
