//! A target's addresses as the text of the check functions names them.
//!
//! Lengths, sizes and ends of ranges have 64 bits, so that no sum of them wraps around unnoticed. Where something lies, and how far it is from the start of an object, are words as wide as
//! an address. The runtime's functions take words, too.

use sanecc_abi::shadow::GRANULE_SHIFT;
use sanecc_abi::symbols::{ADDRESS_END, CHECK_RANGE, HIGH_MEMORY, IS_ADDRESSABLE, SHADOW_OFFSET};
use sanecc_abi::target::{self, Mapping, Target};
use std::fmt::{Display, Write};

/// Operands, and what has to stand before them.
pub(super) struct Space {
    /// The type of an address as a number.
    pub(super) word: String,
    /// Operand: added to a granule number, the place of its shadow.
    pub(super) offset: String,
    /// Operand: first byte above the shadow.
    pub(super) high: String,
    /// Operand: first byte past the addresses of programs.
    pub(super) end: String,
    /// Operand: the granule number of that.
    pub(super) last_granule: String,
    /// Instructions that define these operands, if any.
    pub(super) load: String,
    /// What is to be declared for them.
    pub(super) declarations: String,
    is_narrow: bool,
}

impl Space {
    pub(super) fn of(target: &Target) -> Self {
        let word = format!("i{}", target.pointer_bits);
        let (offset, mut declarations) = match target.mapping {
            Mapping::Constant { offset } => (offset.to_string(), String::new()),
            Mapping::Symbols => (
                format!("ptrtoint (ptr @{SHADOW_OFFSET} to i64)"),
                format!("@{SHADOW_OFFSET} = external global i8\n"),
            ),
        };
        let mut load = String::new();
        let (high, end, last_granule) = match target.space {
            target::Space::Constant { high, end } => (
                high.to_string(),
                end.to_string(),
                (end >> GRANULE_SHIFT).to_string(),
            ),
            target::Space::Measured { .. } => {
                declarations += &format!(
                    "@{HIGH_MEMORY} = external global {word}\n@{ADDRESS_END} = external global {word}\n"
                );
                load = format!(
                    "%high_memory = load {word}, ptr @{HIGH_MEMORY}\n  \
                     %address_end = load {word}, ptr @{ADDRESS_END}\n  \
                     %last_granule = lshr {word} %address_end, {GRANULE_SHIFT}\n  "
                );
                (
                    "%high_memory".into(),
                    "%address_end".into(),
                    "%last_granule".into(),
                )
            }
            // Nothing lies in a range that is empty, so the runtime is always asked.
            target::Space::Symbols => ("-1".into(), "0".into(), "0".into()),
        };
        Self {
            is_narrow: target.pointer_bits < 64,
            word,
            offset,
            high,
            end,
            last_granule,
            load,
            declarations,
        }
    }

    /// The offset less some bytes, as an operand.
    pub(super) fn offset_less(&self, bytes: u64) -> String {
        match self.offset.parse::<u64>() {
            Ok(offset) => offset.wrapping_sub(bytes).to_string(),
            Err(_) => format!("add (i64 {}, i64 -{bytes})", self.offset),
        }
    }

    /// Instructions that let `%answer` be the runtime's, about the range from `%first` to `%last` and `%most` granules. Addresses that are too long for the target
    /// are not addressable.
    pub(super) fn ask(&self) -> String {
        let arguments = "i64 %first, i64 %last, i64 %most";
        if !self.is_narrow {
            return format!("%answer = call i32 @{IS_ADDRESSABLE}({arguments})\n  ");
        }
        let word = &self.word;
        let (before, arguments) = self.narrowed(arguments);
        format!(
            "{before}\
             %first_again = zext {word} %first_word to i64\n  \
             %last_again = zext {word} %last_word to i64\n  \
             %first_fits = icmp eq i64 %first, %first_again\n  \
             %last_fits = icmp eq i64 %last, %last_again\n  \
             %fits = and i1 %first_fits, %last_fits\n  \
             %said = call i32 @{IS_ADDRESSABLE}({arguments})\n  \
             %answer = select i1 %fits, i32 %said, i32 0\n  "
        )
    }

    /// A call of a function of the runtime without result; its arguments of 64 bits are words there.
    pub(super) fn call(&self, symbol: &str, arguments: &str) -> String {
        let (before, arguments) = self.narrowed(arguments);
        format!("{before}call void @{symbol}({arguments})")
    }

    /// A number of 64 bits as a word: the instruction that makes it, if any, and its name.
    pub(super) fn to_word(&self, number: &str) -> (String, String) {
        let truncated = format!("trunc i64 {number} to {}", self.word);
        self.converted(number, "word", &truncated)
    }

    /// The same, or the largest word where the number is larger.
    pub(super) fn clamped(&self, number: &str) -> (String, String) {
        let most = u32::MAX;
        let least = format!("call i64 @llvm.umin.i64(i64 {number}, i64 {most})");
        let (clamp, clamped) = self.converted(number, "clamped", &least);
        let (narrow, name) = self.to_word(&clamped);
        (clamp + &narrow, name)
    }

    /// A word as a number of 64 bits: the instruction that makes it, if any, and its name.
    pub(super) fn widened(&self, name: &str) -> (String, String) {
        let extended = format!("zext {} {name} to i64", self.word);
        self.converted(name, "wide", &extended)
    }

    /// What the instruction makes of a value, and the instruction; the value itself where words have 64 bits.
    fn converted(&self, value: &str, suffix: &str, instruction: &str) -> (String, String) {
        if !self.is_narrow {
            return (String::new(), value.to_owned());
        }
        let name = format!("{value}_{suffix}");
        (format!("{name} = {instruction}\n  "), name)
    }

    /// The call that checks so many bytes at `%p` exactly; `length` is a 64-bit operand.
    pub(super) fn check_range(&self, length: impl Display) -> String {
        self.call(CHECK_RANGE, &format!("ptr %p, i64 {length}, ptr %site"))
    }

    /// Arguments for the runtime, and the instructions that make them of these.
    fn narrowed(&self, arguments: &str) -> (String, String) {
        if !self.is_narrow {
            return (String::new(), arguments.to_owned());
        }
        let word = &self.word;
        let mut before = String::new();
        let arguments: Vec<String> = arguments
            .split(", ")
            .map(|argument| match argument.strip_prefix("i64 ") {
                Some(name) if name.starts_with('%') => {
                    let _ = write!(before, "{name}_word = trunc i64 {name} to {word}\n  ");
                    format!("{word} {name}_word")
                }
                Some(number) => format!("{word} {number}"),
                None => argument.to_owned(),
            })
            .collect();
        (before, arguments.join(", "))
    }
}
