//! Reads the printed form: first the heads of all functions, then their bodies.

mod body;
mod call;
mod function;
mod initial;
mod model;
mod notes;
mod operand;
mod operation;
mod tokens;
mod types;

use super::{derive, words};
use crate::{Aggregate, Field, FuncId, Global, Id, Layout, Linkage, Location, Module, Parts, Type};
use std::ops::Range;
use std::sync::Arc;
use tokens::{Cursor, Token};
use words::meaning;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Line from 1.
    pub line: usize,
    /// Column from 1, in characters.
    pub column: usize,
    /// What could stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl ParseError {
    fn new(text: &str, place: Range<usize>, expected: impl Into<String>) -> Self {
        let before = text.get(..place.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let found = match text.get(place) {
            None | Some("") => "the end".into(),
            Some("\n") => "the end of the line".into(),
            Some(found) => format!("`{found}`"),
        };
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: expected.into(),
            found,
        }
    }
}

type Read<T> = Result<T, ParseError>;

/// A place's file, function and inlined call.
#[derive(Clone)]
struct Scope {
    file: Arc<str>,
    function: Arc<str>,
    inlined_at: Option<Arc<Location>>,
}

/// State while reading a module.
struct Reader<'t> {
    cursor: Cursor<'t>,
    module: Module,
    scopes: Vec<Scope>,
    /// Where the body of each function begins.
    bodies: Vec<Option<usize>>,
    /// How many globals and functions the text has.
    globals: usize,
    functions: usize,
}

/// Reads a module.
pub(super) fn module(text: &str) -> Read<Module> {
    let cursor = Cursor::new(text)?;
    let mut reader = Reader {
        cursor,
        module: Module::default(),
        scopes: Vec::new(),
        bodies: Vec::new(),
        globals: 0,
        functions: 0,
    };
    reader.count();
    reader.heads()?;
    let layout = reader.module.layout;
    for id in reader.module.functions.ids() {
        let own = &mut reader.module.functions[id].layout;
        let null_is_memory = layout.null_is_memory || own.null_is_memory;
        *own = Layout {
            null_is_memory,
            ..layout
        };
    }
    let bodies = std::mem::take(&mut reader.bodies);
    for (number, start) in bodies.into_iter().enumerate() {
        if let Some(start) = start {
            reader.cursor.at = start;
            reader.body(FuncId::from_index(number))?;
        }
    }
    Ok(reader.module)
}

impl Reader<'_> {
    /// Counts globals and functions, which may be named before their lines.
    fn count(&mut self) {
        self.cursor.skip_newlines();
        while self.cursor.peek().is_some() {
            self.globals += usize::from(self.cursor.peek_id('g').is_some());
            self.functions += usize::from(self.cursor.peek_id('f').is_some());
            self.cursor.skip_line();
        }
        self.cursor.at = 0;
    }

    fn heads(&mut self) -> Read<()> {
        loop {
            self.cursor.skip_newlines();
            let Some(token) = self.cursor.peek() else {
                return Ok(());
            };
            let Token::Word(word) = token else {
                return self.cursor.error("a line of a module");
            };
            if self.cursor.peek_id('t').is_some() {
                self.aggregate()?;
            } else if self.cursor.peek_id('g').is_some() {
                self.global()?;
            } else if self.cursor.peek_id('f').is_some() {
                self.head()?;
                continue;
            } else {
                self.cursor.skip();
                match word {
                    "source" => self.module.source = self.cursor.text("a file in quotes")?,
                    "target" => self.module.triple = self.cursor.text("a triple in quotes")?,
                    "layout" => self.module.layout = self.layout()?,
                    "scope" => self.scope()?,
                    "constructors" => {
                        let count = self.functions;
                        let all = self.cursor.commas(|cursor| cursor.function(count))?;
                        self.module.constructors = all;
                    }
                    _ => {
                        return self.cursor.error_before(
                            "`source`, `target`, `layout`, `scope`, `constructors`, a type `t0`, a global `g0` or a function `f0`",
                        );
                    }
                }
            }
            self.cursor.end_of_line()?;
        }
    }

    fn layout(&mut self) -> Read<Layout> {
        let mut layout = Layout::default();
        if let Some(Token::Number(_)) = self.cursor.peek() {
            layout = Layout::of_width(self.bits()?);
        }
        while !self.cursor.is_at_end_of_line() {
            match self.cursor.word("a property of the layout")? {
                "pointer" => layout.pointer_bits = self.bits()?,
                "index" => layout.index_bits = self.bits()?,
                "size" => layout.size_bits = self.bits()?,
                "long" => layout.long_bits = self.bits()?,
                "big_endian" => layout.big_endian = true,
                "null_is_memory" => layout.null_is_memory = true,
                "stack_grows_up" => layout.stack_grows_down = false,
                _ => {
                    return self.cursor.error_before(
                        "`pointer`, `index`, `size`, `long`, `big_endian`, `null_is_memory` or `stack_grows_up`",
                    );
                }
            }
        }
        Ok(layout)
    }

    /// A width of at most 2^16 bits.
    fn bits(&mut self) -> Read<u32> {
        let bits: u16 = self.cursor.number("a number of bits")?;
        Ok(bits.into())
    }

    fn scope(&mut self) -> Read<()> {
        let number = self.scopes.len();
        self.cursor.own_id('s', number)?;
        self.cursor.sign('=')?;
        let function = self.cursor.text("a function in quotes")?.into();
        self.cursor.expect_word("in")?;
        let file = self.cursor.text("a file in quotes")?.into();
        let mut inlined_at = None;
        if self.cursor.takes_word("inlined") {
            self.cursor.expect_word("at")?;
            inlined_at = Some(Arc::new(self.place()?));
        }
        self.scopes.push(Scope {
            file,
            function,
            inlined_at,
        });
        Ok(())
    }

    /// `line:column scope`.
    fn place(&mut self) -> Read<Location> {
        let line = self.cursor.number("a line")?;
        self.cursor.sign(':')?;
        let column = self.cursor.number("a column")?;
        let scope = self.cursor.peek_id('s').and_then(|n| self.scopes.get(n));
        let Some(scope) = scope.cloned() else {
            return self.cursor.error("a scope that is declared, such as `s0`");
        };
        self.cursor.skip();
        Ok(Location {
            file: scope.file,
            function: scope.function,
            line,
            column,
            inlined_at: scope.inlined_at,
        })
    }

    /// The place at the end of a line, if there is one.
    fn optional_place(&mut self) -> Read<Option<Location>> {
        match self.cursor.takes('!') {
            true => self.place().map(Some),
            false => Ok(None),
        }
    }

    fn aggregate(&mut self) -> Read<()> {
        let number = self.module.aggregates.len();
        self.cursor.own_id('t', number)?;
        self.cursor.sign('=')?;
        let kind = self.cursor.word("`struct` or `array`")?;
        let name;
        let parts = match kind {
            "struct" => {
                name = self.cursor.optional_text()?;
                self.fields()?
            }
            "array" => {
                name = self.cursor.optional_text()?;
                let count = self.cursor.number("a number of elements")?;
                self.cursor.expect_word("of")?;
                let ty = self.ty()?;
                let stride = match self.cursor.takes_word("stride") {
                    true => self.cursor.number("bytes from one element to the next")?,
                    false => derive::stride_of(&self.module, ty),
                };
                Parts::Elements { ty, count, stride }
            }
            _ => return self.cursor.error_before("`struct` or `array`"),
        };
        let (mut bytes, mut align) = derive::extent_of(&self.module, &parts);
        if let Some(Token::Number(_)) = self.cursor.peek() {
            bytes = self.cursor.number("a number of bytes")?;
            self.cursor.expect_word("bytes")?;
        }
        if self.cursor.takes_word("align") {
            align = self.cursor.number("bytes")?;
        }
        self.module.aggregates.push(Aggregate {
            name,
            bytes,
            align,
            parts,
        });
        Ok(())
    }

    fn fields(&mut self) -> Read<Parts> {
        self.cursor.sign('{')?;
        let mut fields = Vec::new();
        let mut end = 0u64;
        while !self.cursor.takes('}') {
            if !fields.is_empty() {
                self.cursor.sign(',')?;
            }
            let (mut at, mut name) = (None, None);
            if let Some(Token::Number(_)) = self.cursor.peek() {
                at = Some(self.cursor.number("a distance in bytes")?);
                name = self.cursor.optional_text()?.map(Into::into);
                self.cursor.sign(':')?;
            }
            let ty = self.ty()?;
            let align = derive::align_of(&self.module, ty).max(1);
            let at = at.or(end.checked_next_multiple_of(align)).unwrap_or(end);
            end = at.saturating_add(self.module.bytes_of(ty).unwrap_or(0));
            fields.push(Field { at, name, ty });
        }
        Ok(Parts::Fields(fields))
    }

    fn global(&mut self) -> Read<()> {
        let number = self.module.globals.len();
        self.cursor.own_id('g', number)?;
        let name = self.cursor.symbol()?;
        self.cursor.sign(':')?;
        let ty = self.ty()?;
        let mut global = Global {
            name,
            size: derive::stride_of(&self.module, ty),
            ty,
            ..Global::default()
        };
        if let Type::Aggregate(id) = ty {
            global.size = self.module.aggregates[id].bytes;
        }
        let (mut linkage, mut content) = (None, None);
        while !self.cursor.is_at_end_of_line() && self.cursor.peek() != Some(Token::Sign('=')) {
            if let Some(Token::Number(_)) = self.cursor.peek() {
                global.size = self.cursor.number("a number of bytes")?;
                self.cursor.expect_word("bytes")?;
                continue;
            }
            let word = self.cursor.word("a property of the global")?;
            match word {
                "align" => global.align = self.cursor.number("bytes")?,
                "section" => global.section = Some(self.cursor.text("a section in quotes")?),
                "line" => global.line = self.cursor.number("a line")?,
                "exposed" => {
                    let id = Id::from_index(number);
                    self.module.exposed.globals.insert(id);
                }
                "content" => {
                    let word = self.cursor.word("what it holds")?;
                    content = meaning(words::CONTENTS, word);
                    if content.is_none() {
                        let all = words::all(words::CONTENTS);
                        return self.cursor.error_before(all);
                    }
                }
                word if words::set_flag(words::GLOBAL, &mut global, word) => {}
                word => match meaning(words::LINKAGES, word) {
                    Some(known) => linkage = Some(known),
                    None => return self.cursor.error_before("a property of a global"),
                },
            }
        }
        let mut addresses = Vec::new();
        if self.cursor.takes('=') {
            let (initial, found) = self.initial(global.size)?;
            global.initial = Some(initial);
            addresses = found;
        }
        global.linkage = linkage.unwrap_or(match global.initial {
            Some(_) => Linkage::Exact,
            None => Linkage::Elsewhere,
        });
        global.content = content.unwrap_or_else(|| derive::content(&global, &addresses));
        self.module.globals.push(global);
        self.module.initial_addresses.push(addresses);
        Ok(())
    }
}
