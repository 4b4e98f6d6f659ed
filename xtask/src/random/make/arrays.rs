//! Arrays: local, global, on the heap, in structs and unions, and pointers into others.

use super::scope::{Array, Number, Scope, Type};
use super::{Expr, Maker, Statement, block, expr, line};

/// Where a declaration puts its statements.
pub struct Out<'a> {
    /// What is known here.
    pub scope: &'a mut Scope,
    /// What comes next.
    pub body: &'a mut Vec<Statement>,
    /// What is to be done at the end, the last first.
    pub end: &'a mut Vec<Statement>,
}

impl Maker {
    /// Declares an array, or a pointer into one, and gives it values.
    pub fn declare(
        &mut self,
        scope: &mut Scope,
        body: &mut Vec<Statement>,
        end: &mut Vec<Statement>,
    ) {
        let kind = self.choose.pick(&self.types());
        let count = match self.choose.index(8) {
            0 => self.choose.between(1, 3),
            1 => self.choose.pick(&[16, 31, 32, 33, 40]),
            _ => self.choose.between(4, 15),
        };
        let name = self.name("a");
        let out = &mut Out { scope, body, end };
        match self.choose.index(16) {
            0 | 1 => self.local(out, &name, kind, count),
            2 | 3 => self.global(out, &name, kind, count),
            4..=6 => self.heap(out, &name, kind, count),
            7 => self.of_variable_length(out, &name, kind, count),
            8 | 9 => self.buffer(out, &name, kind, count),
            10 => self.in_a_struct(out, &name, kind, count),
            11 => self.rows(out, &name, kind),
            12 => self.in_a_union(out, &name, kind, count),
            13 => self.flexible(out, &name, kind, count),
            _ => self.part(out, &name),
        }
    }

    fn local(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let t = kind.name;
        let init = match self.choose.index(3) {
            0 => " = {0}",
            1 => " = {1, 2}",
            _ => "",
        };
        let init = if count == 1 && init == " = {1, 2}" {
            " = {7}"
        } else {
            init
        };
        out.body
            .push(line(format!("{t} {name}[{count}]{init};"), []));
        let lengths = vec![format!("sizeof {name} / sizeof *{name}")];
        let array = plain(name, kind, count, lengths);
        if init.is_empty() {
            self.fill(out, &array);
        }
        if self.choose.chance(25) {
            out.body.push(line(format!("touch({name});"), []));
        }
        out.scope.arrays.push(array);
    }

    fn global(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let linkage = self.choose.pick(&["static ", "static ", ""]);
        let init = self.choose.pick(&["", " = {3}"]);
        self.globals.push(line(
            format!("{linkage}{} {name}[{count}]{init};", kind.name),
            [],
        ));
        let array = plain(name, kind, count, vec![]);
        match self.choose.index(3) {
            // The length in a variable that nothing else writes.
            0 => {
                let length = self.name("l");
                let t = self.type_for(0, count).name;
                self.globals
                    .push(line(format!("{linkage}{t} {length} = {count};"), []));
                let mut array = array;
                array.lengths.push(length);
                out.scope.arrays.push(array);
            }
            // Behind a pointer in a variable.
            1 => {
                let pointer = self.name("g");
                self.globals.push(line(
                    format!("{linkage}{} *{pointer} = {name};", kind.name),
                    [],
                ));
                out.scope.arrays.push(plain(&pointer, kind, count, vec![]));
                out.scope.arrays.push(array);
            }
            _ => out.scope.arrays.push(array),
        }
    }

    /// The number of elements in a variable whose value the compiler does not see; gives its name.
    pub fn length_variable(&mut self, out: &mut Out<'_>, count: i64) -> String {
        let name = self.name("l");
        let kind = self.type_for(0, count);
        let value = self.hidden(count);
        out.body
            .push(line(format!("{} {name} = @;", kind.name), [value]));
        out.scope.numbers.push(Number {
            text: name.clone(),
            kind,
            low: count,
            high: count,
        });
        name
    }

    fn heap(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let (t, size) = (kind.name, kind.size);
        let (length, lengths): (Expr, _) = match self.choose.chance(70) {
            true => {
                let length = self.length_variable(out, count);
                (length.as_str().into(), vec![length])
            }
            false => (count.into(), vec![]),
        };
        let short = expr("(@ - 1)", [length.clone()]);
        let array = Array {
            owned: true,
            ..plain(name, kind, count, lengths)
        };
        if self.choose.chance(60) {
            let length = self.slip(length, short);
            let text = match self.choose.index(3) {
                0 => expr(format!("{t} *{name} = calloc({size}, @);"), [length]),
                _ => expr(
                    format!("{t} *{name} = calloc(@, sizeof *{name});"),
                    [length],
                ),
            };
            out.body.push(Statement::Line(text));
        } else {
            let bytes = match self.choose.index(4) {
                0 => expr(format!("@ * {size}"), [length.clone()]),
                1 if size > 1 => expr(format!("(unsigned)@ << {}", size.ilog2()), [length.clone()]),
                2 => expr(format!("(unsigned)(@) * {size}u"), [length.clone()]),
                _ => expr(format!("sizeof({t}) * @"), [length.clone()]),
            };
            let wrong = match self.choose.index(3) {
                0 => expr("(@) - 1", [bytes.clone()]),
                1 if size > 1 => expr(format!("(@) * {}", size - 1), [length]),
                _ => expr(format!("(@) - {size}"), [bytes.clone()]),
            };
            let bytes = self.slip(bytes, wrong);
            out.body
                .push(line(format!("{t} *{name} = malloc(@);"), [bytes]));
            self.fill(out, &array);
        }
        if self.choose.chance(20) {
            out.body.push(line(format!("{name} = same({name});"), []));
        }
        if self.choose.chance(65) {
            out.end.push(line(format!("free({name});"), []));
        }
        out.scope.arrays.push(array);
    }

    fn of_variable_length(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let t = kind.name;
        let length = self.length_variable(out, count);
        let text: Expr = length.as_str().into();
        let short = expr("(@ - 1)", [text.clone()]);
        let text = self.slip(text, short);
        match self.choose.chance(50) {
            true => out.body.push(line(format!("{t} {name}[@];"), [text])),
            false => out.body.push(line(
                format!("{t} *{name} = alloca(@ * sizeof({t}));"),
                [text],
            )),
        }
        let array = plain(name, kind, count, vec![length]);
        self.fill(out, &array);
        out.scope.arrays.push(array);
    }

    /// A pointer into an array, or to the one or the other.
    fn part(&mut self, out: &mut Out<'_>, name: &str) {
        let Some(array) = self.some_array(out.scope) else {
            return self.local(out, name, self.types()[0], 8);
        };
        let t = array.kind.name;
        let twin = out
            .scope
            .arrays
            .iter()
            .find(|other| other.kind == array.kind && other.text != array.text)
            .cloned();
        if let Some(twin) = twin
            && self.choose.chance(40)
        {
            let condition = self.condition(out.scope);
            out.body.push(line(
                format!("{t} *{name} = @ ? @ : @;"),
                [condition, array.expr(), twin.expr()],
            ));
            let shorter = array.count.min(twin.count);
            let part = Array {
                low: array.low.max(twin.low),
                roots: [array.roots, twin.roots].concat(),
                ..plain(name, array.kind, shorter, vec![])
            };
            // An error beyond the shorter one may be within the longer one; then it is none.
            return out.scope.arrays.push(part);
        }
        let at = self.choose.between(array.low.min(0), array.last().max(0));
        let at = at.clamp(array.low, array.count);
        let text = match self.choose.chance(50) {
            true => at.into(),
            false => self.hidden(at),
        };
        out.body
            .push(line(format!("{t} *{name} = @ + @;"), [array.expr(), text]));
        out.scope.arrays.push(Array {
            low: array.low - at,
            roots: array.roots,
            ..plain(name, array.kind, array.count - at, vec![])
        });
    }

    /// Gives all elements values.
    fn fill(&mut self, out: &mut Out<'_>, array: &Array) {
        let t = array.kind.name;
        let bytes = array.count * array.kind.size;
        let statement = match self.choose.index(3) {
            0 => line(
                format!("memset(@, {}, {bytes});", self.choose.between(0, 9)),
                [array.expr()],
            ),
            _ => {
                let i = self.name("i");
                let counter = self.type_for(0, array.count).name;
                block(
                    expr(
                        format!("for ({counter} {i} = 0; {i} < @; {i}++) {{"),
                        [self.length(array)],
                    ),
                    vec![line(format!("@[{i}] = ({t})({i} * 3);"), [array.expr()])],
                )
            }
        };
        out.body.push(statement);
    }
}

/// An array that is what it is.
pub fn plain(text: &str, kind: Type, count: i64, lengths: Vec<String>) -> Array {
    Array {
        text: text.to_owned(),
        kind,
        low: 0,
        count,
        lengths,
        owned: false,
        shared: false,
        roots: vec![text.to_owned()],
    }
}
