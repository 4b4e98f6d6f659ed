//! Prints a module.

mod function;
mod initial;
mod model;
mod notes;
mod operation;

use super::{derive, words};
use crate::{Global, GlobalId, Id, Lane, Layout, Location, Module, Parts, Signature, Type};
use function::Printer;
use rustc_hash::FxHashMap;
use std::fmt::{self, Display, Formatter, Write};
use std::sync::Arc;
use words::word;

/// The places that share a file, a function and the call that was inlined.
type Scope<'m> = (&'m str, &'m str, Option<(u32, u32, usize)>);

/// Scopes by number, in the order in which they are first met.
#[derive(Default)]
struct Scopes<'m> {
    numbers: FxHashMap<Scope<'m>, usize>,
    lines: String,
}

impl<'m> Scopes<'m> {
    /// The number of the scope of a place.
    fn of(&mut self, place: &'m Location) -> usize {
        let inlined = place.inlined_at.as_deref();
        let inlined = inlined.map(|call| (call.line, call.column, self.of(call)));
        let scope: Scope<'m> = (&place.file, &place.function, inlined);
        if let Some(&number) = self.numbers.get(&scope) {
            return number;
        }
        let number = self.numbers.len();
        let (function, file) = (Quoted(&place.function), Quoted(&place.file));
        let _ = write!(self.lines, "scope s{number} = {function} in {file}");
        if let Some((line, column, scope)) = inlined {
            let _ = write!(self.lines, " inlined at {line}:{column} s{scope}");
        }
        self.lines.push('\n');
        self.numbers.insert(scope, number);
        number
    }
}

/// Prints a module, in full or without places and the numbers of constants.
pub(super) fn module(module: &Module, full: bool, f: &mut Formatter<'_>) -> fmt::Result {
    if full {
        writeln!(f, "source {}", Quoted(&module.source))?;
        writeln!(f, "target {}", Quoted(&module.triple))?;
    }
    if full || module.layout != Layout::default() {
        writeln!(f, "{}", layout(&module.layout))?;
    }
    for (id, aggregate) in module.aggregates.iter() {
        write!(f, "{id:?} =")?;
        match &aggregate.parts {
            Parts::Fields(fields) => {
                f.write_str(" struct")?;
                if let Some(name) = &aggregate.name {
                    write!(f, " {}", Quoted(name))?;
                }
                let fields: Vec<_> = fields
                    .iter()
                    .map(|field| {
                        let name = field
                            .name
                            .as_deref()
                            .map(|name| format!(" {}", Quoted(name)));
                        format!("{}{}: {}", field.at, name.unwrap_or_default(), field.ty)
                    })
                    .collect();
                write!(f, " {{ {} }}", fields.join(", "))?;
            }
            Parts::Elements { ty, count, stride } => {
                f.write_str(" array")?;
                if let Some(name) = &aggregate.name {
                    write!(f, " {}", Quoted(name))?;
                }
                write!(f, " {count} of {ty} stride {stride}")?;
            }
        }
        writeln!(f, " {} bytes align {}", aggregate.bytes, aggregate.align)?;
    }
    for (id, global) in module.globals.iter() {
        print_global(module, id, global, f)?;
    }
    let mut scopes = Scopes::default();
    let mut functions = String::new();
    for (id, function) in module.functions.iter() {
        let mut printer = Printer::new(module, function, full);
        printer.function(id, &mut scopes);
        functions.push_str(&printer.text);
    }
    f.write_str(&scopes.lines)?;
    if !module.constructors.is_empty() {
        let all: Vec<_> = module
            .constructors
            .iter()
            .map(|f| format!("{f:?}"))
            .collect();
        writeln!(f, "constructors {}", all.join(", "))?;
    }
    f.write_str(&functions)
}

fn layout(layout: &Layout) -> String {
    let mut text = format!(
        "layout pointer {} index {} size {} long {}",
        layout.pointer_bits, layout.index_bits, layout.size_bits, layout.long_bits
    );
    for (is_set, word) in [
        (layout.big_endian, " big_endian"),
        (layout.null_is_memory, " null_is_memory"),
        (!layout.stack_grows_down, " stack_grows_up"),
    ] {
        if is_set {
            text.push_str(word);
        }
    }
    text
}

fn print_global(
    module: &Module,
    id: GlobalId,
    global: &Global,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    write!(
        f,
        "{id:?} {} : {} {} bytes",
        Symbol(&global.name),
        global.ty,
        global.size
    )?;
    if global.align != 0 {
        write!(f, " align {}", global.align)?;
    }
    write!(f, " {}", word(words::LINKAGES, &global.linkage))?;
    f.write_str(&words::set_flags(words::GLOBAL, global))?;
    if module.exposed.globals.contains(&id) {
        f.write_str(" exposed")?;
    }
    if let Some(section) = &global.section {
        write!(f, " section {}", Quoted(section))?;
    }
    if global.line != 0 {
        write!(f, " line {}", global.line)?;
    }
    let addresses = module.initial_addresses(id);
    if global.content != derive::content(global, addresses) {
        write!(f, " content {}", word(words::CONTENTS, &global.content))?;
    }
    initial::print(global.initial.as_ref(), addresses, f)
}

/// Text in quotes, with `\` and two hex digits for what is not printable.
pub(super) struct Quoted<'t>(pub(super) &'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{:02x}", u32::from(c))?,
                c if c.is_ascii_control() => write!(f, "\\{:02x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// The name of a symbol, in quotes where it is no plain word.
struct Symbol<'t>(&'t str);

impl Display for Symbol<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        match !self.0.is_empty() && self.0.chars().all(is_plain) {
            true => write!(f, "@{}", self.0),
            false => write!(f, "@{}", Quoted(self.0)),
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Float(format) => f.write_str(word(words::FLOATS, format)),
            Type::Pointer(0) => f.write_str("ptr"),
            Type::Pointer(space) => write!(f, "ptr({space})"),
            Type::Vector { lanes, lane } => {
                write!(f, "<{lanes} x {}>", Type::from(*lane))
            }
            Type::Aggregate(id) => write!(f, "{id:?}"),
            Type::Other => f.write_str("other"),
        }
    }
}

impl Display for Lane {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Type::from(*self).fmt(f)
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parameters: Vec<_> = self.parameters.iter().map(Type::to_string).collect();
        if self.variadic {
            parameters.push("...".into());
        }
        write!(f, "({}) -> {}", parameters.join(", "), self.result)
    }
}

/// A place, as ` !line:column scope`.
fn place<'m>(scopes: &mut Scopes<'m>, place: Option<&'m Location>) -> String {
    let Some(place) = place else {
        return String::new();
    };
    let scope = scopes.of(place);
    format!(" !{}:{} s{scope}", place.line, place.column)
}

/// The same signature for whoever asks once.
fn is_same(a: &Arc<Signature>, b: &Arc<Signature>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

/// Ids in a list.
fn list<I: Id + fmt::Debug>(ids: &[I]) -> String {
    let all: Vec<_> = ids.iter().map(|id| format!("{id:?}")).collect();
    all.join(", ")
}
