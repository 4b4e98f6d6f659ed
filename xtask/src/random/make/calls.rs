//! Functions that take arrays, lengths and functions.

use super::arrays::plain;
use super::scope::{Array, Number, Scope};
use super::{Expr, Function, Maker, Statement, add, block, expr, line};

impl Maker {
    /// A new function, and calls of it.
    pub fn call(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, depth: usize) {
        let candidates: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|a| a.count > 1)
            .cloned()
            .collect();
        if candidates.is_empty() {
            return;
        }
        let array = self.choose.pick(&candidates);
        match self.choose.index(7) {
            0 => self.recursion(&array, body),
            1 => self.by_struct(&array, body, depth),
            2 => self.callback(&array, body),
            3 => self.chain(&array, body),
            _ => self.by_pointer_and_length(scope, &array, &candidates, body, depth),
        }
    }

    /// How a function begins that others may or may not see.
    pub fn head(&mut self, name: &str, parameters: &str) -> String {
        let start = self.choose.pick(&[
            "static ",
            "static NOINLINE ",
            "static NOINLINE ",
            "NOINLINE ",
            "",
        ]);
        format!("{start}unsigned long {name}({parameters})")
    }

    /// All calls pass arrays that are long enough, and the same length.
    fn by_pointer_and_length(
        &mut self,
        scope: &Scope,
        array: &Array,
        candidates: &[Array],
        body: &mut Vec<Statement>,
        depth: usize,
    ) {
        let count = array.count;
        let kind = self.type_for(0, count + 1);
        let t = array.kind.name;
        let name = self.name("f");
        let head = self.head(&name, &format!("{t} *p, {} n, int k", kind.name));
        let k = self.choose.between(0, count - 1);
        let number = |text: &str, low, high| Number {
            text: text.to_owned(),
            kind: if text == "n" { kind } else { self.types()[0] },
            low,
            high,
        };
        let parameter = Array {
            ..plain("p", array.kind, count, vec!["n".to_owned()])
        };
        let mut inner = Scope {
            numbers: vec![number("n", count, count), number("k", 0, k)],
            arrays: vec![parameter],
        };
        let inside = self.inside(&mut inner, depth);
        self.functions.push(Function { head, body: inside });
        // Other arrays that are as long or longer.
        let mut passed = vec![array.clone()];
        passed.extend(
            candidates
                .iter()
                .filter(|other| other.kind == array.kind && other.count >= count)
                .filter(|other| other.text != array.text)
                .take(2)
                .cloned(),
        );
        for other in passed {
            let length: Expr = match self.choose.chance(50) {
                true if other.count == count => self.length(&other),
                true => self.hidden(count),
                false => count.into(),
            };
            // In a larger object one more would be right.
            let (pointer, length) = match other.count == count {
                true => {
                    let moved = expr("@ + 1", [other.expr()]);
                    let pointer = self.slip(other.expr(), moved);
                    let wrong = expr("(@ + 1)", [length.clone()]);
                    (pointer, self.slip(length, wrong))
                }
                false => (other.expr(), length),
            };
            let k = self.slip(k, count);
            let call = expr(
                format!("{name}(@, ({})(@), @)", kind.name),
                [pointer, length, k],
            );
            body.push(add(call));
        }
        let _ = scope;
    }

    /// The body of a function in whose scope nothing but its parameters is.
    fn inside(&mut self, scope: &mut Scope, depth: usize) -> Vec<Statement> {
        let product = self.product;
        self.product = product.max(100);
        let mut body = vec![line("unsigned long s = 7;", [])];
        self.a_loop(scope, &mut body, depth + 1);
        body.extend(self.block(scope, depth + 1));
        body.push(line("return s;", []));
        self.product = product;
        body
    }

    /// A struct with pointer and length, which another function may change.
    fn by_struct(&mut self, array: &Array, body: &mut Vec<Statement>, depth: usize) {
        let (t, count) = (array.kind.name, array.count);
        let tag = self.name("t");
        let field = self.type_for(0, count + 1);
        let order = match self.choose.chance(50) {
            true => format!("{t} *p; {} n;", field.name),
            false => format!("{} n; {t} *p;", field.name),
        };
        self.globals
            .push(line(format!("struct {tag} {{ {order} int k; }};"), []));
        // What is called while the struct is in use.
        let between = self.name("f");
        let head = match self.choose.chance(50) {
            true => format!("static NOINLINE void {between}(struct {tag} *b)"),
            false => format!("NOINLINE void {between}(struct {tag} *b)"),
        };
        let mut change = vec![line("b->k++;", [])];
        for way in ["b->n++;", "b->p++;", "b->p--;"] {
            change.extend(self.mishap(|_| vec![line(way, [])]));
        }
        self.functions.push(Function { head, body: change });
        let name = self.name("f");
        let head = self.head(&name, &format!("struct {tag} *b"));
        let inner = Array {
            ..plain("b->p", array.kind, count, vec!["b->n".to_owned(); 2])
        };
        let mut scope = Scope {
            numbers: vec![],
            arrays: vec![inner],
        };
        let mut inside = vec![line("unsigned long s = 5;", [])];
        self.a_loop(&mut scope, &mut inside, depth + 1);
        inside.push(line(format!("{between}(b);"), []));
        self.access(&mut scope, &mut inside);
        if self.choose.chance(50) {
            // In a loop that asks for the length each time.
            inside.push(block(
                format!("for ({} i = 0; i < b->n; i++) {{", field.name),
                vec![
                    line("s = s * 3 + (unsigned long)b->p[i];", []),
                    line(format!("if (i == 1) {between}(b);"), []),
                ],
            ));
        } else {
            self.a_loop(&mut scope, &mut inside, depth + 1);
        }
        inside.push(line("return s;", []));
        self.functions.push(Function { head, body: inside });
        let object = self.name("b");
        let length = self.length(array);
        let wrong = expr("(@ + 1)", [length.clone()]);
        let length = self.slip(length, wrong);
        let pointer = match array.low == 0 && !array.shared {
            true => self.slip(array.expr(), expr("@ - 1", [array.expr()])),
            false => array.expr(),
        };
        body.push(line(format!("struct {tag} {object} = {{.k = 0}};"), []));
        body.push(line(format!("{object}.p = @;"), [pointer]));
        body.push(line(format!("{object}.n = ({})(@);", field.name), [length]));
        body.push(add(format!("{name}(&{object})").into()));
    }

    fn recursion(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let (t, count) = (array.kind.name, array.count);
        let name = self.name("f");
        let length = self.length(array);
        match self.choose.index(3) {
            0 => {
                let head = self.head(&name, &format!("{t} *p, int i, int n"));
                let end = self.slip("i >= n", "i > n");
                self.functions.push(Function {
                    head,
                    body: vec![
                        line("if (@) return 1;", [end]),
                        line("unsigned long here = (unsigned long)p[i];", []),
                        line(format!("return here + 3 * {name}(p, i + 1, n);"), []),
                    ],
                });
                let wrong = expr("(@ + 1)", [length.clone()]);
                let length = self.slip(length, wrong);
                body.push(add(expr(
                    format!("{name}(@, 0, (int)(@))"),
                    [array.expr(), length],
                )));
            }
            1 => {
                let head = self.head(&name, &format!("{t} *p, {t} *e"));
                let end = self.slip("p >= e", "p > e");
                self.functions.push(Function {
                    head,
                    body: vec![
                        line("if (@) return 2;", [end]),
                        line(format!("unsigned long s = {name}(p + 1, e);"), []),
                        line("return s * 5 + (unsigned long)*p;", []),
                    ],
                });
                let wrong = expr("(@ + 1)", [length.clone()]);
                let length = self.slip(length, wrong);
                let (a, b) = (array.expr(), array.expr());
                body.push(add(expr(format!("{name}(@, @ + @)"), [a, b, length])));
            }
            _ => {
                let head = self.head(&name, &format!("{t} *p, unsigned low, unsigned high"));
                let last = self.slip("low", "high");
                self.functions.push(Function {
                    head,
                    body: vec![
                        line("if (high - low < 2) return (unsigned long)p[@];", [last]),
                        line("unsigned middle = low + (high - low) / 2;", []),
                        line(
                            format!("return {name}(p, low, middle) * 3 + {name}(p, middle, high);"),
                            [],
                        ),
                    ],
                });
                let wrong = expr("(@ + 1)", [length.clone()]);
                let length = self.slip(length, wrong);
                body.push(add(expr(
                    format!("{name}(@, 0, (unsigned)(@))"),
                    [array.expr(), length],
                )));
            }
        }
        let _ = count;
    }

    /// A function behind a pointer, which the compiler may or may not see through.
    fn callback(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let (t, count) = (array.kind.name, array.count);
        let (one, two, user, table) = (
            self.name("f"),
            self.name("f"),
            self.name("f"),
            self.name("v"),
        );
        let parameters = format!("{t} *p, long i");
        for (name, text) in [
            (&one, "(unsigned long)p[i] + 1"),
            (&two, "(unsigned long)p[i] * 3"),
        ] {
            let head = format!("static unsigned long {name}({parameters})");
            self.functions.push(Function {
                head,
                body: vec![line(format!("return {text};"), [])],
            });
        }
        let head = self.head(
            &user,
            &format!("unsigned long (*f)({t} *, long), {t} *p, long n"),
        );
        let bound = self.slip("n", "n + 1");
        self.functions.push(Function {
            head,
            body: vec![
                line("unsigned long s = 0;", []),
                block(
                    expr("for (long i = 0; i < @; i++) {", [bound]),
                    vec![line("s = s * 7 + f(p, i);", [])],
                ),
                line("return s;", []),
            ],
        });
        body.push(line(
            format!("unsigned long (*{table}[])({t} *, long) = {{{one}, {two}}};"),
            [],
        ));
        let which = self.hidden(self.names as i64 % 2);
        let length = self.slip(count, count + 1);
        let call = expr(
            format!("{user}({table}[@], @, @)"),
            [which, array.expr(), length],
        );
        body.push(add(call));
    }
}
