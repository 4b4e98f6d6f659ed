//! Lengths and pointers in memory, with other writes in between that may overlap them.

use super::{Expr, Function, Maker, Statement, add, block, expr, faulty, line};

impl Maker {
    /// A function that reads a length from memory, where it was stored before.
    pub fn cell(&mut self, body: &mut Vec<Statement>) {
        let name = self.name("f");
        let count = self.choose.between(3, 12);
        let tag = self.name("t");
        self.globals.push(line(
            format!("struct {tag} {{ int *p; long n; long other; int a[2]; }};"),
            [],
        ));
        let mut inside = vec![
            line("unsigned long s = 8;", []),
            line("long far = 0;", []),
            self.holder(&tag),
        ];
        let own = self.choose.pick(&[
            "int a[N] = {1};",
            "static int a[N];",
            "int *a = calloc(N, 4);",
        ]);
        inside.push(line(own.replace('N', &count.to_string()), []));
        inside.push(line("b->p = a;", []));
        inside.push(line(format!("b->n = {count};"), []));
        if self.choose.chance(40) {
            inside.push(add("b->p[b->n - 1]".into()));
        }
        let change = self.change(&tag, count);
        inside.extend(change);
        inside.push(match self.choose.index(5) {
            0 => line(
                "for (long i = 0; i < b->n; i++) s = s * 3 + (unsigned long)b->p[i];",
                [],
            ),
            1 => line("for (long i = 0; i < b->n; i++) b->p[i] = (int)s;", []),
            2 => add("b->p[b->n - 1]".into()),
            3 => line("if (b->n > x) s += (unsigned long)b->p[b->n - 1];", []),
            _ => block(
                "for (long i = 0; i < b->n; i++) {",
                vec![
                    line("s += (unsigned long)b->p[i];", []),
                    line("b->other = (long)s;", []),
                ],
            ),
        });
        inside.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(int x)"),
            body: inside,
        });
        let x = self.hidden(3);
        body.push(add(expr(format!("{name}((int)@)"), [x])));
    }

    /// Where the length is.
    fn holder(&mut self, tag: &str) -> Statement {
        let text = match self.choose.index(5) {
            0 | 1 => format!("struct {tag} o = {{0}}, *b = &o;"),
            2 => format!("static struct {tag} o; struct {tag} *b = &o;"),
            3 => format!("struct {tag} *b = calloc(1, sizeof *b);"),
            _ => format!("struct {tag} o = {{0}}, *b = same(&o);"),
        };
        line(text, [])
    }

    /// A write that spares the length, or that does not.
    fn change(&mut self, tag: &str, count: i64) -> Vec<Statement> {
        let more = count + 1;
        let error = self.error();
        let either =
            |right: &str, wrong: &str| -> Expr { faulty(error, right.into(), wrong.into()) };
        match self.choose.index(11) {
            0 => vec![
                line("long *q = x > @ ? &b->n : &far;", [either("5", "2")]),
                line(format!("*q = {more};"), []),
            ],
            1 => vec![line(
                "{ byte *q = (byte *)b + @; ++*q; }",
                [either("16", "8")],
            )],
            2 => vec![
                line(format!("struct {tag} fresh = *b;"), []),
                line("fresh.n += @;", [either("0", "1")]),
                line("memcpy(b, &fresh, sizeof fresh);", []),
            ],
            3 => {
                let callee = self.name("f");
                self.functions.push(Function {
                    head: format!("static NOINLINE void {callee}(long *n, int x)"),
                    body: vec![line(format!("if (x > 1) *n = {more};"), [])],
                });
                vec![line(
                    format!("{callee}(@, x);"),
                    [either("&b->other", "&b->n")],
                )]
            }
            4 => vec![line(
                format!("(&b->n)[x - @] = {more};"),
                [either("2", "3")],
            )],
            5 => vec![line(
                format!("*(wide4 *)((byte *)b + @) = {more};"),
                [either("16", "8")],
            )],
            6 => vec![line("if (x > @) b->n++;", [either("5", "2")])],
            7 => vec![line(
                "for (int i = 0; i < x; i++) { if (i == @) b->n++; b->other = i; }",
                [either("7", "1")],
            )],
            8 => vec![line("if (x > @) b->p = b->p + 1;", [either("5", "2")])],
            9 => vec![
                line(
                    format!("union {{ long n; unsigned char c[8]; }} u = {{.n = {count}}};"),
                    [],
                ),
                line("u.c[@] += 1;", [either("x > 5 ? 0 : 7", "0")]),
                line("b->n = u.c[0];", []),
            ],
            _ => vec![
                line(
                    format!("long m[4] = {{{count}, {count}, {count}, {count}}};"),
                    [],
                ),
                line(format!("m[x & 3] = {more};"), []),
                line("b->n = m[@];", [either("2", "3")]),
            ],
        }
    }
}
