//! One hint that fits the error: what usually causes it, in one sentence. Each hint states what it needs to be true; where nothing fits, nothing
//! is said.

use super::bounds::Bounds;
use super::facts::Facts;
use super::finding::Finding;
use super::frames::Tracer;
use super::place::What;
use super::trace::Trace;
use super::types::Part;
use super::{library_code, source, title, variable};
use crate::heap::header::State;
use crate::stack::depot;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::kind::Kind;
use sanecc_abi::site::Site;
use sanecc_abi::variadic::Judgement;

/// The hint, if there is one. `folders` are those where files were compiled.
pub fn of(facts: &Facts<'_>, tracer: &mut Tracer<'_>, folders: &[Vec<u8>]) -> Option<String> {
    if is_stated(facts) {
        return Some("pass a pointer to that much living memory, or state less of it".into());
    }
    let bounds = Bounds::of(facts);
    let (allocated, freed) = match &facts.place.as_ref().map(|place| &place.what) {
        Some(What::Chunk(found)) => (
            Origin::of(found.traces.0, tracer, folders),
            Origin::of(found.traces.1, tracer, folders),
        ),
        _ => (None, None),
    };
    let is_in_use = matches!(
        facts.place.as_ref().map(|place| &place.what),
        Some(What::Chunk(found)) if found.chunk.state == State::Allocated
    );
    let is_on_stack = matches!(
        facts.place.as_ref().map(|place| &place.what),
        Some(What::Frame { .. } | What::Stack(_))
    );
    match facts.kind {
        Kind::DoubleFree if is_in_use => Some(
            "the memory has been given out again since this pointer was freed: the call would free what belongs to others now".into(),
        ),
        Kind::HeapUseAfterFree | Kind::DoubleFree => freed.and_then(|freed| after_free(&freed)),
        Kind::StackUseAfterReturn => Some(
            "the function has returned, and its local variables are gone: return the value, or let the caller pass memory for it".into(),
        ),
        Kind::StackUseAfterScope => Some(
            "the variable is gone at the end of the block that declares it: declare it in the block that uses it".into(),
        ),
        Kind::HeapBufferOverflow
        | Kind::StackBufferOverflow
        | Kind::StackBufferUnderflow
        | Kind::DynamicStackBufferOverflow
        | Kind::GlobalBufferOverflow => {
            let bounds = bounds.filter(|bounds| bounds.is_live)?;
            of_string(facts, &bounds)
                .or_else(|| size_of_pointer(&bounds, allocated.as_ref()))
                .or_else(|| off_by_one(facts, &bounds))
        }
        Kind::SubObjectOverflow => bounds
            .filter(|bounds| bounds.is_live)
            .and_then(|bounds| off_by_one(facts, &bounds))
            .or_else(|| Some(
                "if the array is meant to reach into the members behind it, take the address of the structure".into(),
            )),
        Kind::CrossObjectAccess => Some(
            "the pointer has left the object that it was derived from: check the index, or derive the pointer from the object that is meant".into(),
        ),
        Kind::UseAfterReuse if is_on_stack => Some(
            "the variable is gone, and its memory belongs to another one by now: keep no address of a local variable beyond its block".into(),
        ),
        Kind::UseAfterReuse => Some(
            "the memory belongs to another object by now: set pointers to null when what they point to is freed".into(),
        ),
        Kind::FunctionAccess => Some(
            "a pointer to a function leads to its code: call the function, or take the address of the data that is meant".into(),
        ),
        Kind::UninitializedPointer => Some(
            "give the pointer a value before it is used: a null pointer, if there is nothing yet that it could point to".into(),
        ),
        Kind::TypeConfusedCall => Some(match facts.finding {
            Finding::Call { own: None, .. } => {
                "the pointer leads to data: was it overwritten, or is it a pointer to a pointer to a function?".into()
            }
            _ => "call the function by a pointer of its own type, or give it the type that its callers use".into(),
        }),
        Kind::VariadicArgumentMismatch => Some(match facts.finding {
            Finding::Variadic {
                judgement: Judgement::Missing(_),
                ..
            } => "the function reads until something tells it to stop: was the number wrong, or the last argument forgotten?".into(),
            _ => "read the argument by the type that it has after promotion, or convert it in the call".into(),
        }),
        Kind::ContainerOverflow => Some(
            "the container's memory goes on here, but it holds no element: compare the index with size(), not with capacity()".into(),
        ),
        Kind::MemcpyParamOverlap | Kind::MempcpyParamOverlap => {
            Some("memmove copies between ranges that overlap".into())
        }
        Kind::NegativeSizeParam => {
            Some("the size is a negative number: has a subtraction gone below zero?".into())
        }
        Kind::InvalidJoin => Some(
            "a thread is joined once or detached: after that its handle may name another thread"
                .into(),
        ),
        Kind::AllocDeallocMismatch => mismatch(&facts.finding),
        Kind::BadFree => bad_free(facts),
        _ => None,
    }
}

/// What is known in numbers: the room that a library function had, or an index; and the type of a variable.
pub fn note(facts: &Facts<'_>, tracer: &mut Tracer<'_>) -> Option<String> {
    if is_stated(facts) {
        return Some("nothing is read yet: the source states that so many bytes can be accessed from here on ('[static N]' of a parameter, 'alloc_size' of a function)".into());
    }
    let bounds = Bounds::of(facts)?;
    let function = facts.finding.library_function();
    let function = function.and_then(|name| name.to_str().ok());
    let numbers = bounds.note(function);
    let Some(part) = variable::part(facts, &bounds, tracer) else {
        return numbers;
    };
    let mut note = String::new();
    let Part { path, text, index } = part;
    let is_within = bounds
        .room()
        .is_some_and(|room| room >= bounds.access.length);
    match (numbers, index) {
        (Some(numbers), _) if function.is_some() => {
            write!(note, "{numbers}: '{path}' is of type '{text}'").ok()?;
        }
        (_, Some(index)) if !is_within && function.is_none() => {
            write!(note, "index {index} of '{path}', which is of type '{text}'").ok()?;
        }
        _ => write!(note, "'{path}' is of type '{text}'").ok()?,
    }
    Some(note)
}

/// Whether the source states a size that does not hold.
fn is_stated(facts: &Facts<'_>) -> bool {
    facts.finding.site().is_some_and(Site::is_stated)
}

/// Where a chunk was allocated or freed, as far as hints ask.
struct Origin {
    /// Names of the functions, innermost first, without types.
    functions: Vec<Vec<u8>>,
    /// The line in the user's own code.
    line: Option<String>,
}

impl Origin {
    fn of(id: depot::Id, tracer: &mut Tracer<'_>, folders: &[Vec<u8>]) -> Option<Origin> {
        let stack = depot::get(id)?;
        let trace = Trace::collect(tracer, stack.frames, false, None);
        let mut functions = Vec::new();
        trace.each(tracer, &mut |frame| {
            functions.push(library_code::short_name(
                frame.function().unwrap_or_default(),
            ));
        });
        let line = trace.own_place().and_then(|place| {
            let line = source::line(&place.file, folders, place.line, 0)?;
            Some(line.cells.into_iter().collect())
        });
        Some(Origin { functions, line })
    }

    fn line_has(&self, word: &str) -> Option<bool> {
        self.line.as_ref().map(|line| line.contains(word))
    }
}

/// What makes a vector or a string take other memory.
const GROWTH: [&str; 11] = [
    "_M_realloc_insert",
    "_M_realloc_append",
    "_M_default_append",
    "_M_fill_insert",
    "_M_range_insert",
    "_M_insert_aux",
    "_M_mutate",
    "reserve",
    "shrink_to_fit",
    "push_back_slow_path",
    "__append",
];

fn after_free(freed: &Origin) -> Option<String> {
    let mut help = String::new();
    let names = || {
        let names = freed.functions.iter();
        names.filter_map(|name| core::str::from_utf8(name).ok())
    };
    let grows = |name: &&str| {
        let is_container =
            name.starts_with("std::") && (name.contains("vector") || name.contains("basic_string"));
        is_container && GROWTH.iter().any(|growth| name.contains(growth))
    };
    if let Some(name) = names().find(grows) {
        let container = if name.contains("vector") {
            "vector"
        } else {
            "string"
        };
        let what = "moved its elements to other memory as it grew: pointers, references and iterators into it are invalid after that call";
        write!(help, "the {container} has {what}").ok()?;
        return Some(help);
    }
    // Of the destructors of the library, those of its parts say nothing.
    let destroys = |name: &&str| {
        name.contains("::~") && !name.starts_with("std::_") && !name.starts_with("std::__")
    };
    if let Some(name) = names().find(destroys) {
        write!(
            help,
            "{name} has freed it: the object that owned the memory is gone"
        )
        .ok()?;
        return Some(help);
    }
    let erases = |name: &&str| {
        let last = name.rsplit("::").next().unwrap_or(name);
        name.starts_with("std::")
            && matches!(
                last,
                "erase" | "clear" | "pop_back" | "pop_front" | "remove"
            )
    };
    if let Some(name) = names().find(erases) {
        write!(help, "{name} has removed the element: pointers, references and iterators to it are invalid after that call").ok()?;
        return Some(help);
    }
    if freed.line_has("realloc") == Some(true) {
        return Some(
            "realloc may move the chunk: after it, only the pointer that it returns is valid"
                .into(),
        );
    }
    None
}

/// What reads a string as far as its end, by the beginnings of the names.
const READ_STRINGS: [&str; 12] = [
    "str", "wcs", "stp", "ato", "puts", "fputs", "perror", "printf", "fprintf", "vprintf", "open",
    "fopen",
];
/// What writes a string and its end.
const WRITE_STRINGS: [&str; 7] = [
    "strcpy", "stpcpy", "strcat", "strncat", "sprintf", "vsprintf", "gets",
];

fn of_string(facts: &Facts<'_>, bounds: &Bounds) -> Option<String> {
    let function = facts.finding.library_function()?.to_str().ok()?;
    let function = function.trim_start_matches('_').trim_end_matches("_chk");
    let room = bounds.room().filter(|room| *room > 0)?;
    // Such a function stops at the first NUL: there is none before the end.
    let reads = READ_STRINGS.iter().any(|name| function.starts_with(name));
    if !bounds.access.is_write && reads && facts.address() == bounds.end() {
        return Some("the string has no terminating NUL within its memory".into());
    }
    let writes = WRITE_STRINGS.contains(&function);
    if bounds.access.is_write && writes && bounds.access.length == room + 1 {
        return Some(
            "the terminating NUL has no room: a string of N characters takes N + 1 bytes".into(),
        );
    }
    None
}

/// The chunk is as long as a pointer, as if `sizeof` had been applied to one; the source, if it is there, agrees.
fn size_of_pointer(bounds: &Bounds, allocated: Option<&Origin>) -> Option<String> {
    let beyond = bounds.room()? < bounds.access.length.max(1);
    let allocated = allocated.filter(|_| bounds.is_chunk && bounds.size == 8 && beyond)?;
    let says = allocated
        .line_has("sizeof")
        .unwrap_or(bounds.access.length > 1);
    says.then(|| {
        "the chunk has the 8 bytes of a pointer: sizeof of the pointer in place of what it points to?".into()
    })
}

fn off_by_one(facts: &Facts<'_>, bounds: &Bounds) -> Option<String> {
    if facts.finding.library_function().is_some() {
        return None;
    }
    match bounds.index()? {
        (index, count) if index == count as isize => Some(
            "off by one at the end: a loop that ends with `<=` in place of `<`, or memory for an element too few?".into(),
        ),
        (-1, _) => Some("off by one at the beginning: the first index is 0".into()),
        _ => None,
    }
}

fn mismatch(finding: &Finding<'_>) -> Option<String> {
    let Finding::Mismatch { allocated, .. } = finding else {
        return None;
    };
    let (allocator, deallocator) = (title::allocator(*allocated), title::deallocator(*allocated));
    let mut help = String::new();
    write!(
        help,
        "what {allocator} has allocated must be freed by {deallocator}"
    )
    .ok()?;
    Some(help)
}

fn bad_free(facts: &Facts<'_>) -> Option<String> {
    match &facts.place.as_ref()?.what {
        What::Chunk(found) if found.contains(facts.address()) => Some(
            "free takes the pointer that the allocation has returned, not one into the chunk"
                .into(),
        ),
        What::Global(_) | What::Frame { .. } | What::Stack(_) => {
            Some("only heap memory is freed: this is a variable".into())
        }
        _ => None,
    }
}
