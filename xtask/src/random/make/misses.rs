//! Accesses that are nearly wrong: by a select, by one of two objects, by a loop that exits early, by a size that wraps.

use super::near::Own;
use super::scope::Type;
use super::{Expr, Function, Maker, Statement, add, block, expr, line};

impl Maker {
    pub fn near_by_choice(&mut self, own: Own, body: &mut Vec<Statement>) {
        let count = own.count;
        let most = self.slip(count - 1, count);
        let least = self.slip(0i64, -1i64);
        let (text, value) = match self.choose.chance(50) {
            true => (format!("long i = x < {count} ? x : @;"), (most, 100)),
            false => ("long i = x > 0 ? x : @;".to_owned(), (least, -5)),
        };
        let (slip, last) = value;
        let touch = self.touch_at(own.kind, "i");
        let content = vec![
            line(
                format!(
                    "if (x < {} || x > {}) return s;",
                    last.min(0),
                    last.max(count - 1)
                ),
                [],
            ),
            line(text, [slip]),
            line(touch, []),
        ];
        let name = self.name("f");
        self.near_function(own, &name, content, [0, count - 1], last.into(), body);
    }

    pub fn near_by_switch(&mut self, own: Own, body: &mut Vec<Statement>) {
        let count = own.count;
        let wrong = self.choose.pick(&[-1, count]);
        let right = self.choose.between(0, count - 1);
        let one = self.slip(right, wrong);
        let two: Expr = self.choose.between(0, count - 1).into();
        let arms = match self.choose.chance(50) {
            true => [one, two],
            false => [two, one],
        };
        let [one, two] = arms;
        let text = match self.choose.index(3) {
            0 => {
                "long i = 0; switch (x) { case 1: i = @; break; case 2: i = @; break; default: s++; }"
            }
            1 => "long i = 1; if (x == 1) i = @; else if (x == 2) i = @;",
            _ => "long i = 2; for (long k = 0; k < x && k < 9; k++) i = k & 1 ? @ : @;",
        };
        let touch = self.touch_at(own.kind, "i");
        let content = vec![line(text, [one, two]), line(touch, [])];
        let name = self.name("f");
        self.near_function(own, &name, content, [1, 2], 7.into(), body);
    }

    /// One of two objects, of which the other is larger.
    pub fn near_by_object(&mut self, own: Own, body: &mut Vec<Statement>) {
        let count = own.count;
        let t = own.kind.name;
        let from = self.choose.between(0, 2);
        let at = self.slip(count - 1 - from, count - from);
        let (then, otherwise) = match self.choose.chance(50) {
            true => (format!("a + {from}"), "b".to_owned()),
            false => ("b".to_owned(), format!("a + {from}")),
        };
        let content = vec![
            line(format!("{t} b[{}] = {{1}};", count + 3), []),
            line("touch(b);", []),
            line(format!("{t} *p = x > 2 ? {then} : {otherwise};"), []),
            line("s += (unsigned long)p[@];", [at]),
        ];
        let name = self.name("f");
        self.near_function(own, &name, content, [1, 4], 3.into(), body);
    }

    /// A loop that would leave the array, but is left before; or one that does not run.
    pub fn near_by_exit(&mut self, own: Own, body: &mut Vec<Statement>) {
        let (count, t) = (own.count, own.kind.name);
        let end = self.slip(count, count + 1);
        let touch = self.touch_at(own.kind, "i");
        let content = match self.choose.index(4) {
            0 => vec![line(
                format!("for (long i = 0; i < x; i++) {{ if (i == @) break; {touch} }}"),
                [end],
            )],
            1 => vec![line(
                format!("for (long i = 0; i < x; i++) {{ if (i >= @) return s; {touch} }}"),
                [end],
            )],
            2 => vec![
                line(format!("a[{}] = 77;", count - 1), []),
                line(format!("long end = @ == {count} ? 77 : 300;"), [end]),
                line(
                    "for (long i = 0; i < x; i++) { s += (unsigned long)a[i]; if (a[i] == end) break; }",
                    [],
                ),
            ],
            _ => vec![
                line(format!("{t} *p = x > 6 ? a : 0;"), []),
                line("long end = x > 6 ? @ : 0;", [end]),
                line(
                    "for (long i = 0; i < end; i++) s += (unsigned long)p[i];",
                    [],
                ),
            ],
        };
        let name = self.name("f");
        self.near_function(own, &name, content, [0, 3], (count + 7).into(), body);
    }

    pub fn near_by_recursion(&mut self, own: Own, body: &mut Vec<Statement>) {
        let last = own.count - 1;
        let bound = self.slip(last, last + 1);
        let name = self.name("f");
        let touch = self.touch_at(own.kind, "x");
        let content = vec![
            line(touch, []),
            line(format!("if (x < @) s += {name}(x + 1);"), [bound]),
        ];
        self.near_function(own, &name, content, [0, 1], 2.into(), body);
    }

    /// A size and an index that wrap in the same type.
    pub fn near_by_wrapped_size(&mut self, kind: Type, body: &mut Vec<Statement>) {
        let (name, t, k) = (self.name("f"), kind.name, self.choose.between(1, 5));
        let u = self.choose.pick(&[
            "unsigned",
            "unsigned long",
            "unsigned char",
            "unsigned short",
        ]);
        let bits = match u {
            "unsigned" => 32,
            "unsigned char" => 8,
            "unsigned short" => 16,
            _ => 64,
        };
        let wrapped = if bits == 64 { -k } else { (1i64 << bits) - k };
        let from = format!("({u})(n + {k})");
        let content = vec![
            line("unsigned long s = 1;", []),
            line(format!("{t} *a = calloc({from}, sizeof *a);"), []),
            block(
                format!("for ({u} i = 0; i < n; i++) {{"),
                vec![line(
                    format!("s = s * 3 + (unsigned long)a[({u})(i + {k})];"),
                    [],
                )],
            ),
            line("free(a);", []),
            line("return s;", []),
        ];
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}({u} n)"),
            body: content,
        });
        let n = self.slip(9i64, wrapped);
        for value in [4.into(), n] {
            let value = self.hidden(value);
            body.push(add(expr(format!("{name}(({u})@)"), [value])));
        }
    }
}
