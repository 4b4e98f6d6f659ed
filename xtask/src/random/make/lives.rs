//! Objects whose lifetime ends: freed, reallocated, out of scope, by any function.

use super::scope::{Array, Scope};
use super::{Expr, Function, Maker, Statement, add, block, expr, line};

impl Maker {
    /// An object's end, or what could be one.
    pub fn life(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, end: &mut Vec<Statement>) {
        let owned: Vec<usize> = (0..scope.arrays.len())
            .filter(|&at| scope.arrays[at].owned)
            .collect();
        if owned.is_empty() || self.choose.chance(15) {
            return match self.choose.index(2) {
                0 => self.scope_ends(body),
                _ => self.frame_ends(body),
            };
        }
        let place = self.choose.pick(&owned);
        let array = scope.arrays[place].clone();
        match self.choose.index(9) {
            0..=3 => self.freed_between(scope, &array, body),
            4 => self.resized(scope, place, body),
            5 => self.freed_in_a_loop(&array, body),
            6 => self.freed_beyond_a_jump(&array, body),
            7 => self.freed_by_a_thread(&array, body),
            _ => {
                // Twice, or not where it begins.
                let text = array.text.clone();
                let wrong = self.choose.pick(&["free(@ + 1);", "free(@); free(@);"]);
                let operands = vec![Expr::from(text); wrong.matches('@').count()];
                let mishap = self.mishap(|_| vec![line(wrong, operands)]);
                end.extend(mishap);
            }
        }
    }

    /// A way to free a pointer that is not just `free`.
    fn freeing(&mut self, array: &Array) -> Vec<Statement> {
        let t = array.kind.name;
        let p = || array.expr();
        match self.choose.index(7) {
            0 => vec![line("let_go(@);", [p()])],
            1 => {
                let alias = self.name("q");
                vec![
                    line(format!("{t} *{alias} = same(@);"), [p()]),
                    line(format!("free({alias});"), []),
                ]
            }
            2 => vec![line("call(free, @);", [p()])],
            3 => {
                let name = self.name("f");
                let head = format!("static NOINLINE void {name}(void *p)");
                self.functions.push(Function {
                    head,
                    body: vec![line("if (p) free(p);", [])],
                });
                vec![line(format!("{name}(@);"), [p()])]
            }
            4 => {
                // Two functions deep, through a variable.
                let (inner, outer, shared) = (self.name("f"), self.name("f"), self.name("g"));
                self.globals
                    .push(line(format!("static void *{shared};"), []));
                self.functions.push(Function {
                    head: format!("static NOINLINE void {inner}(void)"),
                    body: vec![
                        line(format!("free({shared});"), []),
                        line(format!("{shared} = 0;"), []),
                    ],
                });
                self.functions.push(Function {
                    head: format!("static NOINLINE int {outer}(int n)"),
                    body: vec![
                        line(format!("if (n > 2) {inner}();"), []),
                        line("return n + 1;", []),
                    ],
                });
                vec![
                    line(format!("{shared} = @;"), [p()]),
                    line(format!("s += (unsigned long){outer}(3);"), []),
                ]
            }
            5 => {
                let bytes = array.count * array.kind.size;
                vec![line(
                    format!(
                        "s += realloc(@, {}) != 0;",
                        bytes + self.choose.between(1, 64)
                    ),
                    [p()],
                )]
            }
            _ => vec![line("free(@);", [p()])],
        }
    }

    /// A call of a function that frees, if it is told to.
    fn perhaps_freeing(&mut self, array: &Array) -> Statement {
        let name = self.name("f");
        let head = match self.choose.index(3) {
            0 => format!("NOINLINE void {name}(void *p, int now)"),
            _ => format!("static NOINLINE void {name}(void *p, int now)"),
        };
        let way = self.choose.pick(&[
            "if (now) free(p);",
            "if (now) let_go(p);",
            "if (now) p = realloc(p, 4000);",
        ]);
        let mut body = vec![line(way, [])];
        if self.choose.chance(25) {
            // After some calls of itself.
            body = vec![line(
                format!("if (now > 1) {{ {name}(p, now - 1); return; }}"),
                [],
            )];
            body.push(line(way, []));
        }
        self.functions.push(Function { head, body });
        let now = self.slip(0i64, 3i64);
        line(format!("{name}(@, @);"), [array.expr(), now])
    }

    /// An access, perhaps an end, and the same access.
    fn freed_between(&mut self, scope: &Scope, array: &Array, body: &mut Vec<Statement>) {
        let index = self.choose.between(0, array.last());
        let index: Expr = match (self.some_number(scope), self.choose.chance(40)) {
            (Some(number), true) if number.low >= 0 && number.high <= array.last() => {
                number.text.into()
            }
            _ => index.into(),
        };
        let element = expr("@[@]", [array.expr(), index]);
        body.push(add(element.clone()));
        let array = array.clone();
        match self.choose.chance(50) {
            true => {
                let mishap = self.mishap(|maker| maker.freeing(&array));
                body.extend(mishap);
            }
            // No condition here: the same block of code goes on after the call.
            false => body.push(self.perhaps_freeing(&array)),
        }
        // What comes between for all.
        match self.choose.index(6) {
            0 => body.push(line("touch(&s);", [])),
            1 => body.push(line("s += (unsigned long)hide(3);", [])),
            2 => body.push(line(
                "{ char text[8]; memset(text, 3, 8); s += text[s & 7]; }",
                [],
            )),
            3 => body.push(line(
                "{ int *other = malloc(8); *other = 4; s += *other; free(other); }",
                [],
            )),
            _ => {}
        }
        body.push(match self.choose.index(3) {
            0 => line(format!("@ = ({})s;", array.kind.name), [element]),
            _ => add(element),
        });
    }

    /// Another block with the same name, and perhaps the name of the old one still in use.
    fn resized(&mut self, scope: &Scope, place: usize, body: &mut Vec<Statement>) {
        let array = scope.arrays[place].clone();
        // Whatever else points into the old block would be stale.
        let others = scope
            .arrays
            .iter()
            .filter(|other| other.roots.contains(&array.text));
        if others.count() > 1 || array.count < 2 {
            return;
        }
        let t = array.kind.name;
        let old = self.name("q");
        let at = self.choose.between(0, array.last());
        body.push(line(format!("{t} *{old} = @ + {at};"), [array.expr()]));
        body.push(add(format!("*{old}").into()));
        let bytes = array.count * array.kind.size;
        let name = array.text.clone();
        let moved = match self.choose.index(3) {
            0 => {
                let less = self.slip(bytes, bytes - array.kind.size);
                expr("realloc(@, @)", [array.expr(), less])
            }
            1 => expr(
                format!("realloc(@, {} + @)", bytes),
                [array.expr(), self.hidden(200)],
            ),
            _ => {
                let fresh = self.name("q");
                body.push(line(
                    format!(
                        "{t} *{fresh} = calloc({}, {});",
                        array.count, array.kind.size
                    ),
                    [],
                ));
                body.push(line(
                    format!("memcpy({fresh}, @, {bytes});"),
                    [array.expr()],
                ));
                body.push(line("free(@);", [array.expr()]));
                fresh.into()
            }
        };
        body.push(line(format!("{name} = @;"), [moved]));
        body.push(add(expr(format!("@[{}]", array.last()), [array.expr()])));
        let mishap = self.mishap(|_| vec![add(format!("*{old}").into())]);
        body.extend(mishap);
    }

    fn freed_in_a_loop(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let Some(id) = self.error() else {
            return;
        };
        let i = self.name("i");
        let when = self.choose.between(0, array.last());
        let freeing = self.freeing(array);
        body.push(block(
            format!("for (int {i} = 0; {i} < {}; {i}++) {{", array.count),
            vec![
                add(expr(format!("@[{i}]"), [array.expr()])),
                Statement::Error(id, vec![block(format!("if ({i} == {when}) {{"), freeing)]),
            ],
        ));
        body.push(add(expr("@[0]", [array.expr()])));
    }

    fn freed_beyond_a_jump(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let (jump, name, shared) = (self.name("j"), self.name("f"), self.name("g"));
        let t = array.kind.name;
        self.globals
            .push(line(format!("static jmp_buf {jump};"), []));
        self.globals
            .push(line(format!("static {t} *{shared};"), []));
        let array_in_it = Array {
            text: shared.clone(),
            ..array.clone()
        };
        let mishap = self.mishap(|maker| maker.freeing(&array_in_it));
        let mut inside = vec![line("unsigned long s = 0;", [])];
        inside.extend(mishap);
        inside.push(line(format!("if (n > 0) longjmp({jump}, 1);"), []));
        inside.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(int n)"),
            body: inside,
        });
        // Functions that call setjmp are compiled in another way; this one is apart.
        let outer = self.name("f");
        let n = self.choose.between(0, 1);
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {outer}({t} *p)"),
            body: vec![
                line("unsigned long before = (unsigned long)p[0];", []),
                line(format!("{shared} = p;"), []),
                line(
                    format!("if (setjmp({jump}) == 0) {name}((int)veil({n}));"),
                    [],
                ),
                line("return before + (unsigned long)p[0];", []),
            ],
        });
        body.push(add(expr(format!("{outer}(@)"), [array.expr()])));
    }

    fn freed_by_a_thread(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let (name, tag, object) = (self.name("f"), self.name("t"), self.name("b"));
        let t = array.kind.name;
        self.globals.push(line(
            format!("struct {tag} {{ {t} *p; long n; _Atomic int state; }};"),
            [],
        ));
        let way = self
            .choose
            .pick(&["free(b->p);", "b->n++;", "let_go(b->p);"]);
        let mut inside = vec![line(format!("struct {tag} *b = argument;"), [])];
        let turns = self.choose.chance(50);
        if turns {
            inside.push(line("while (atomic_load(&b->state) != 1);", []));
        }
        inside.extend(self.mishap(|_| vec![line(way, [])]));
        inside.push(line("b->p ? b->n : 0;", []));
        if turns {
            inside.push(line("atomic_store(&b->state, 2);", []));
        }
        inside.push(line("return 0;", []));
        self.functions.push(Function {
            head: format!("static void *{name}(void *argument)"),
            body: inside,
        });
        let last = array.last();
        let thread = self.name("h");
        body.push(line(
            format!("struct {tag} {object} = {{@, {}, 0}};", array.count),
            [array.expr()],
        ));
        body.push(line(format!("pthread_t {thread};"), []));
        body.push(line(
            format!("pthread_create(&{thread}, 0, {name}, &{object});"),
            [],
        ));
        if turns {
            body.push(add(format!("{object}.p[{last}]").into()));
            body.push(line(format!("atomic_store(&{object}.state, 1);"), []));
            body.push(line(
                format!("while (atomic_load(&{object}.state) != 2);"),
                [],
            ));
        } else {
            body.push(line(format!("pthread_join({thread}, 0);"), []));
        }
        body.push(add(format!("{object}.p[{last}]").into()));
        body.push(block(
            format!("for (long i = 0; i < {object}.n; i++) {{"),
            vec![add(format!("{object}.p[i]").into())],
        ));
        if turns {
            body.push(line(format!("pthread_join({thread}, 0);"), []));
        }
    }

    /// A pointer to what is in an inner block.
    fn scope_ends(&mut self, body: &mut Vec<Statement>) {
        let (p, own, inner) = (self.name("p"), self.name("a"), self.name("a"));
        let count = self.choose.between(2, 9);
        body.push(line(format!("int {own}[{count}] = {{1}};"), []));
        body.push(line(format!("int *{p} = {own};"), []));
        let wrong = self.slip("1", "0");
        body.push(block(
            "{",
            vec![
                line(format!("int {inner}[{count}] = {{2}};"), []),
                line(format!("{p} = {inner};"), []),
                line(format!("touch({p});"), []),
                add(format!("{p}[s % {count}]").into()),
                // Through a call: LLVM would read through both pointers and choose afterwards.
                line(format!("if (veil(@)) {p} = same({own});"), [wrong]),
            ],
        ));
        body.push(add(format!("{p}[{}]", count - 1).into()));
    }

    /// A pointer to a local variable of a function that has returned.
    fn frame_ends(&mut self, body: &mut Vec<Statement>) {
        let (name, p) = (self.name("f"), self.name("p"));
        let count = self.choose.between(2, 9);
        let which = self.slip("given", "own");
        self.functions.push(Function {
            head: format!("static NOINLINE int *{name}(int *given)"),
            body: vec![
                line(format!("int own[{count}] = {{5}};"), []),
                line("touch(own);", []),
                line("given[0] += own[0];", []),
                line("return same(@);", [which]),
            ],
        });
        let own = self.name("a");
        body.push(line(format!("int {own}[{count}] = {{1}};"), []));
        body.push(line(format!("int *{p} = {name}({own});"), []));
        body.push(add(format!("{p}[{}]", count - 1).into()));
    }
}
