//! Arrays in structs and unions with their lengths, and tables.

use super::arrays::{Out, plain};
use super::scope::{Array, Type};
use super::{Expr, Maker, expr, line};

impl Maker {
    /// A pointer and its length in a struct; `name` is the struct's, or a pointer to it.
    pub fn buffer(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let t = kind.name;
        let field = self.type_for(0, count).name;
        let tag = self.name("t");
        let fields = match self.choose.index(3) {
            0 => format!("{t} *p; {field} n;"),
            1 => format!("{field} n; {t} *p;"),
            _ => format!("int used; struct {{ {field} n; {t} *p; }};"),
        };
        self.globals
            .push(line(format!("struct {tag} {{ {fields} }};"), []));
        let dot = match self.choose.index(4) {
            0 => {
                out.body.push(line(format!("struct {tag} {name};"), []));
                "."
            }
            1 => {
                self.globals
                    .push(line(format!("static struct {tag} {name};"), []));
                "."
            }
            2 => {
                out.body.push(line(
                    format!("struct {tag} {name}_o, *{name} = &{name}_o;"),
                    [],
                ));
                if self.choose.chance(50) {
                    out.body.push(line(format!("{name} = same({name});"), []));
                }
                "->"
            }
            _ => {
                out.body.push(line(
                    format!("struct {tag} *{name} = malloc(sizeof *{name});"),
                    [],
                ));
                "->"
            }
        };
        let (pointer, length) = (format!("{name}{dot}p"), format!("{name}{dot}n"));
        let value = match self.choose.chance(60) {
            true => self.hidden(count),
            false => count.into(),
        };
        let wrong = expr("(@ + 1)", [value.clone()]);
        let after = self.choose.chance(40);
        let stored = if after {
            self.slip(value.clone(), wrong)
        } else {
            value.clone()
        };
        let store = line(format!("{length} = ({field})(@);"), [stored]);
        if after {
            out.body.push(line(
                format!("{pointer} = calloc(@, sizeof({t}));"),
                [value],
            ));
            out.body.push(store);
        } else {
            out.body.push(store);
            let bytes: Expr = length.as_str().into();
            let short = expr("(@ - 1)", [bytes.clone()]);
            let bytes = self.slip(bytes, short);
            out.body.push(line(
                format!("{pointer} = calloc(@, sizeof({t}));"),
                [bytes],
            ));
        }
        // Whoever may write to the length changes what it bounds.
        let mishap = self.mishap(|maker| {
            let way = maker.choose.pick(&[
                "@ += 1;",
                "*&@ = (unsigned char)(@ + 1);",
                "{ byte *q = same(&@); ++*q; }",
                "{ byte one = 1; byte *q = (byte *)&@; *q += one; }",
            ]);
            let operands = way.matches('@').count();
            vec![line(way, vec![length.as_str().into(); operands])]
        });
        out.body.extend(mishap);
        let array = Array {
            owned: true,
            ..plain(&pointer, kind, count, vec![length.clone(), length])
        };
        if self.choose.chance(60) {
            out.end.push(line(format!("free({pointer});"), []));
        }
        out.scope.arrays.push(array);
    }

    /// The last member of a struct.
    pub fn in_a_struct(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let tag = self.name("t");
        // No padding behind the array, in which nobody would see an error.
        let count = round_up(count, 8 / kind.size.min(8));
        self.globals.push(line(
            format!("struct {tag} {{ long n; {} a[{count}]; }};", kind.name),
            [],
        ));
        let dot = match self.choose.index(3) {
            0 => {
                out.body
                    .push(line(format!("struct {tag} {name} = {{0}};"), []));
                "."
            }
            1 => {
                self.globals
                    .push(line(format!("static struct {tag} {name};"), []));
                "."
            }
            _ => {
                out.body.push(line(
                    format!("struct {tag} *{name} = calloc(1, sizeof *{name});"),
                    [],
                ));
                "->"
            }
        };
        let value = self.hidden(count);
        out.body.push(line(format!("{name}{dot}n = @;"), [value]));
        let lengths = vec![format!("{name}{dot}n")];
        // Below the array is the length, which is the same object.
        let mut array = plain(&format!("{name}{dot}a"), kind, count, lengths);
        array.shared = true;
        out.scope.arrays.push(array);
    }

    /// The last member of a struct, as long as the block is.
    pub fn flexible(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let tag = self.name("t");
        self.globals.push(line(
            format!("struct {tag} {{ unsigned long n; {} a[]; }};", kind.name),
            [],
        ));
        let length = self.length_variable(out, count);
        let text: Expr = length.as_str().into();
        let short = expr("(@ - 1)", [text.clone()]);
        let text = self.slip(text, short);
        out.body.push(line(
            format!(
                "struct {tag} *{name} = calloc(1, sizeof *{name} + @ * sizeof({}));",
                kind.name
            ),
            [text],
        ));
        out.body.push(line(format!("{name}->n = {length};"), []));
        let lengths = vec![format!("{name}->n"), length];
        let mut array = plain(&format!("{name}->a"), kind, count, lengths);
        array.shared = true;
        out.scope.arrays.push(array);
        if self.choose.chance(60) {
            out.end.push(line(format!("free({name});"), []));
        }
    }

    /// A table, and its rows. Only the last row ends where the object ends.
    pub fn rows(&mut self, out: &mut Out<'_>, name: &str, kind: Type) {
        let (rows, columns) = (self.choose.between(2, 5), self.choose.between(2, 6));
        let t = kind.name;
        match self.choose.chance(50) {
            true => out.body.push(line(
                format!("{t} {name}[{rows}][{columns}] = {{{{0}}}};"),
                [],
            )),
            false => self
                .globals
                .push(line(format!("static {t} {name}[{rows}][{columns}];"), [])),
        }
        let all = plain(&format!("(&{name}[0][0])"), kind, rows * columns, vec![]);
        let last = plain(&format!("{name}[{}]", rows - 1), kind, columns, vec![]);
        out.scope.arrays.push(all);
        out.scope.arrays.push(Array {
            shared: true,
            ..last
        });
    }

    /// The same bytes by three names.
    pub fn in_a_union(&mut self, out: &mut Out<'_>, name: &str, kind: Type, count: i64) {
        let count = round_up(count, 8 / kind.size.min(8));
        let bytes = count * kind.size;
        let words = bytes / self.long;
        let text = format!(
            "union {{ {} a[{count}]; unsigned char b[{bytes}]; unsigned long w[{words}]; }} {name}",
            kind.name
        );
        match self.choose.chance(50) {
            true => out.body.push(line(format!("{text} = {{0}};"), [])),
            false => self.globals.push(line(format!("static {text};"), [])),
        }
        let bytes_of = plain(&format!("{name}.b"), self.types()[7], bytes, vec![]);
        let words_of = plain(&format!("{name}.w"), self.types()[3], words, vec![]);
        let array = plain(&format!("{name}.a"), kind, count, vec![]);
        out.scope.arrays.extend([bytes_of, words_of, array]);
    }
}

fn round_up(count: i64, to: i64) -> i64 {
    (count + to - 1) / to * to
}
