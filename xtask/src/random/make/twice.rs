//! Pointers to unknown objects that are accessed twice, with a possible kill between; closed scopes.

use super::{Expr, Function, Maker, Statement, add, block, expr, faulty, line};

impl Maker {
    /// A pointer to whatever, the same bytes twice, and between them what might end the object.
    pub fn twice(&mut self, body: &mut Vec<Statement>) {
        let kind = self.choose.pick(&self.types());
        let (t, size) = (kind.name, kind.size);
        let count = self.choose.between(2, 9);
        let k = self.choose.between(0, count - 1);
        let name = self.name("f");
        let again = match self.choose.index(3) {
            0 => line(format!("p[{k}] = ({t})s;"), []),
            _ => add(format!("p[{k}]").into()),
        };
        let mut inside = vec![
            line("unsigned long s = 4;", []),
            add(format!("p[{k}]").into()),
        ];
        let error = self.error();
        let now = |right: &str, wrong: &str| faulty(error, right.into(), wrong.into());
        let between = match self.choose.index(9) {
            0 => vec![line("if (@) free(p);", [now("x > 5", "x > 2")])],
            1 => vec![line(
                "for (int i = 0; i < x; i++) if (i == @) free(p);",
                [now("x", "1")],
            )],
            2 => vec![
                line("if (x > 1) s++; else s--;", []),
                line("if (@) let_go(p);", [now("x == 9", "x == 3")]),
            ],
            3 => vec![line(
                "switch (x) { case 1: s++; break; case 3: let_go(@); break; default: hide(1); }",
                [now("0", "p")],
            )],
            4 => vec![line("let_go(@);", [now("0", "p")])],
            5 => vec![
                line("if (x > 2) { s += 3; } else { return s; }", []),
                line("call(free, @);", [now("0", "p")]),
            ],
            6 => {
                // Only one path has checked it.
                inside.pop();
                inside.push(line("if (x == @) let_go(p);", [now("9", "3")]));
                inside.push(line(format!("if (x > 5) s += (unsigned long)p[{k}];"), []));
                vec![]
            }
            7 => {
                // A narrow access on the one path, a wide one on the other.
                let at = (count * size - 8).max(0);
                let at = now(&at.to_string(), &format!("{}", count * size - 1));
                inside.pop();
                inside.push(line("byte *b = (byte *)p + @;", [at]));
                inside.push(line("if (x > 2) s += *b; else s += *(wide8 *)b;", []));
                vec![line("s += *(wide8 *)b;", [])]
            }
            _ => {
                let at: Expr = now("0", "1");
                vec![line(
                    "for (int i = 0; i < x; i++) { s += (unsigned long)p[0]; if (i == 1 && @) let_go(p); }",
                    [at],
                )]
            }
        };
        inside.extend(between);
        inside.push(again);
        inside.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}({t} *p, int x)"),
            body: inside,
        });
        let block = self.name("p");
        let bytes = (count * size).max(8);
        body.push(line(format!("{t} *{block} = calloc(1, {bytes});"), []));
        let x = self.hidden(3);
        body.push(add(expr(format!("{name}({block}, (int)@)"), [x])));
    }

    /// A pointer into a scope that is over, whoever made the pointer; and a local array of an earlier round.
    pub fn scope_over(&mut self, body: &mut Vec<Statement>) {
        let name = self.name("f");
        let count = self.choose.between(2, 9);
        let k = self.choose.between(0, count - 1);
        let how = self.choose.pick(&["same(in)", "in"]);
        let mut inside = vec![line("unsigned long s = 5;", []), line("int *q = 0;", [])];
        let late = self.mishap(|_| vec![add(format!("q[{k}]").into())]);
        match self.choose.chance(50) {
            true => {
                inside.push(block(
                    "{",
                    vec![
                        line(format!("int in[{count}];"), []),
                        line(
                            format!("for (int i = 0; i < {count}; i++) in[i] = i + x;"),
                            [],
                        ),
                        line("touch(in);", []),
                        line(format!("q = {how};"), []),
                        add(format!("q[{k}]").into()),
                    ],
                ));
                inside.extend(late);
            }
            false => {
                let mut round = vec![Statement::Block {
                    head: "if (i > 0) {".into(),
                    body: late,
                    tail: "}".into(),
                }];
                round.extend([
                    line(format!("int in[{count}] = {{i}};"), []),
                    line("touch(in);", []),
                    line(format!("q = {how};"), []),
                    add(format!("q[{k}]").into()),
                ]);
                inside.push(block("for (int i = 0; i < x; i++) {", round));
            }
        }
        inside.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(int x)"),
            body: inside,
        });
        let x = self.hidden(3);
        body.push(add(expr(format!("{name}((int)@)"), [x])));
    }
}
