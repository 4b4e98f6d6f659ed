//! Heap chunks that one function allocates, and that this function, its callees or another holder of the address may free.

use super::scope::Type;
use super::{Function, Maker, Statement, add, block, expr, faulty, line};

impl Maker {
    /// A function with a block of its own.
    pub fn own_block(&mut self, body: &mut Vec<Statement>) {
        let kind = self.choose.pick(&self.types());
        let count = self.choose.between(2, 9);
        let t = kind.name;
        let mut inside = vec![line("unsigned long s = 2;", [])];
        inside.push(line(format!("{t} *p = malloc({});", count * kind.size), []));
        inside.push(line(
            format!("for (int i = 0; i < {count}; i++) p[i] = ({t})i;"),
            [],
        ));
        let k = self.choose.between(0, count - 1);
        let after = match self.choose.index(4) {
            0 => line(format!("p[{k}] = ({t})s;"), []),
            _ => add(format!("p[{k}]").into()),
        };
        if self.choose.chance(40) {
            inside.push(add(format!("p[{k}]").into()));
        }
        let more = match self.choose.index(8) {
            0 => self.earlier_round(kind, count),
            1 => self.one_of_two(kind, count),
            2 | 3 => self.kept_by_others(),
            4 => self.beyond_own_jump(),
            5 => self.on_one_path(),
            6 => self.moved(kind, count),
            _ => self.handed_on(),
        };
        inside.extend(more);
        inside.push(after);
        inside.push(line("return s;", []));
        let name = self.name("f");
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(int x)"),
            body: inside,
        });
        let x = self.hidden(3);
        body.push(add(expr(format!("{name}((int)@)"), [x])));
    }

    /// The block of an earlier round of a loop.
    fn earlier_round(&mut self, kind: Type, count: i64) -> Vec<Statement> {
        let t = kind.name;
        let bytes = count * kind.size;
        let early = self.mishap(|_| vec![line("free(last);", [])]);
        let late = self.choose.pick(&["free(last);", "s++;"]);
        let mut known = early;
        known.push(add("last[0]".into()));
        known.push(line(late, []));
        vec![
            line(format!("{t} *last = 0;"), []),
            block(
                "for (int i = 0; i < x; i++) {",
                vec![
                    line(format!("{t} *q = malloc({bytes});"), []),
                    line(format!("q[0] = q[{}] = ({t})i;", count - 1), []),
                    block("if (last) {", known),
                    line("s += (unsigned long)q[0];", []),
                    line("last = q;", []),
                ],
            ),
        ]
    }

    /// What was chosen is freed, or what was not.
    fn one_of_two(&mut self, kind: Type, count: i64) -> Vec<Statement> {
        let t = kind.name;
        let mut all = vec![
            line(format!("{t} *q = calloc({count}, {});", kind.size), []),
            line(format!("{t} *r = x > 2 ? p : q;"), []),
            add("r[0]".into()),
        ];
        let error = self.error();
        let freed = faulty(error, "q".into(), "r".into());
        all.push(line("free(@);", [freed]));
        if self.choose.chance(50) {
            all.push(add("r[1]".into()));
        }
        all
    }

    /// The address is kept where a callee finds it.
    fn kept_by_others(&mut self) -> Vec<Statement> {
        let (place, frees) = (self.name("g"), self.name("f"));
        let (declared, stored) = match self.choose.index(6) {
            0 => (format!("static void *{place};"), format!("{place} = p;")),
            1 => (format!("void *{place};"), format!("{place} = p;")),
            2 => (
                format!("static struct {{ int n; void *of; }} {place};"),
                format!("{place}.of = p;"),
            ),
            3 => (
                format!("static unsigned long {place};"),
                format!("{place} = (unsigned long)p;"),
            ),
            4 => (
                format!("static void *{place};"),
                format!("memcpy(&{place}, &p, sizeof p);"),
            ),
            _ => (
                format!("static void *{place}[2];"),
                format!("{place}[x & 1] = p;"),
            ),
        };
        let found = match declared.as_str() {
            text if text.contains("struct") => format!("{place}.of"),
            text if text.contains("[2]") => format!("{place}[1]"),
            _ => place.clone(),
        };
        self.globals.push(line(declared, []));
        let outside = self.choose.chance(30);
        let free = if outside { "let_go" } else { "free" };
        self.functions.push(Function {
            head: format!("static NOINLINE void {frees}(int now)"),
            body: vec![line(
                format!("if (now) {{ {free}((void *){found}); {found} = 0; }}"),
                [],
            )],
        });
        let now = self.slip(0i64, 1i64);
        vec![line(stored, []), line(format!("{frees}(@);"), [now])]
    }

    fn beyond_own_jump(&mut self) -> Vec<Statement> {
        let (jump, jumps) = (self.name("j"), self.name("f"));
        self.globals
            .push(line(format!("static jmp_buf {jump};"), []));
        self.functions.push(Function {
            head: format!("static NOINLINE void {jumps}(void *p, int now)"),
            body: vec![
                line("if (now > 1) free(p);", []),
                line(format!("if (now) longjmp({jump}, 1);"), []),
            ],
        });
        let now = self.slip(1i64, 2i64);
        vec![line(
            format!("if (setjmp({jump}) == 0) {jumps}(p, @);"),
            [now],
        )]
    }

    /// Freed on one of several paths, which then meet.
    fn on_one_path(&mut self) -> Vec<Statement> {
        let error = self.error();
        let condition = faulty(error, "x > 5".into(), "x > 2".into());
        match self.choose.index(4) {
            0 => vec![line(
                "if (@) { free(p); return s; }",
                [faulty(error, "x > 5".into(), "x > 5".into())],
            )]
            .into_iter()
            .chain(self.mishap(|_| vec![line("free(p);", [])]))
            .collect(),
            1 => vec![line("if (@) free(p);", [condition])],
            2 => vec![
                line("int done = @;", [condition]),
                line(
                    "for (int i = 0; i < x; i++) { s += (unsigned long)p[0]; if (done && i == 1) free(p); }",
                    [],
                ),
            ],
            _ => vec![line(
                "switch (@) { case 0: s++; break; default: free(p); }",
                [condition],
            )],
        }
    }

    fn moved(&mut self, kind: Type, count: i64) -> Vec<Statement> {
        let t = kind.name;
        let bytes = count * kind.size;
        let at = count - 1;
        let error = self.error();
        let kept = faulty(error, "q".into(), "p".into());
        let more = self.choose.pick(&[0, 8, 5000]);
        vec![
            line(format!("{t} *q = realloc(p, {});", bytes + more), []),
            line(format!("q[{at}] = 1;"), []),
            line(format!("s += (unsigned long)(@)[{at}];"), [kept]),
            line("p = q;", []),
        ]
    }

    /// A callee gives the pointer back, or frees it.
    fn handed_on(&mut self) -> Vec<Statement> {
        let name = self.name("f");
        let way = self.choose.pick(&[
            "if (now) free(p); return p;",
            "if (now) p = realloc(p, 3000); return p;",
            "if (now > 1) return f(p, now - 1); if (now) free(p); return p;",
            "if (now) call(free, p); return p;",
        ]);
        self.functions.push(Function {
            head: format!("static NOINLINE void *{name}(void *p, int now)"),
            body: vec![line(way.replace("f(p", &format!("{name}(p")), [])],
        });
        let now = self.slip(0i64, 2i64);
        vec![line(format!("s += {name}(p, @) != 0;"), [now])]
    }
}
