//! Results of functions: a fresh pointer, a bounded index, the length of a string or of what was read.

use super::{Expr, Function, Maker, Statement, add, expr, faulty, line};

impl Maker {
    /// A function whose result is a pointer or an index, and its use.
    pub fn result(&mut self, body: &mut Vec<Statement>) {
        let x = self.hidden(3);
        let name = self.name("f");
        let inside = match self.choose.index(8) {
            0 | 1 => self.made_elsewhere(),
            2 => self.clamped(),
            3 => self.found_or_not(),
            4 => self.counted_by_recursion(),
            5 => self.length_of_text(),
            6 => self.length_of_input(),
            _ => self.by_overflow(),
        };
        let mut all = vec![line("unsigned long s = 6;", [])];
        all.extend(inside);
        all.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(int x)"),
            body: all,
        });
        body.push(add(expr(format!("{name}((int)@)"), [x])));
    }

    fn callee(&mut self, head: &str, body: Vec<Statement>) -> String {
        let name = self.name("f");
        let noinline = self.choose.pick(&["NOINLINE ", "NOINLINE ", ""]);
        let head = format!("static {noinline}{}", head.replace("NAME", &name));
        self.functions.push(Function { head, body });
        name
    }

    /// A wrapper of `malloc`, of which there are many kinds.
    fn made_elsewhere(&mut self) -> Vec<Statement> {
        let kind = self.choose.pick(&self.types());
        let t = kind.name;
        let count = self.choose.between(2, 9);
        let bytes = count * kind.size;
        let cache = self.name("g");
        self.globals
            .push(line(format!("static void *{cache};"), []));
        let error = self.error();
        let asked = faulty(error, "n".into(), format!("n - {}", kind.size).into());
        let content = match self.choose.index(5) {
            0 => vec![
                line("void *p = malloc(@);", [asked]),
                line("if (!p) abort();", []),
                line("return p;", []),
            ],
            1 => vec![line("return calloc(1, @);", [asked])],
            2 => vec![
                line(format!("{cache} = malloc(n);"), []),
                line(
                    format!("if (veil(@)) free({cache});"),
                    [faulty(error, "0".into(), "1".into())],
                ),
                line(format!("return {cache};"), []),
            ],
            3 => vec![
                line("char *p = malloc(n + 16);", []),
                // Whatever is put there stays aligned: of what is not, less is checked.
                line("return p + @;", [faulty(error, "16".into(), "24".into())]),
            ],
            _ => vec![
                line("if (n == 1) return malloc(1);", []),
                line("void *p = malloc(n);", []),
                line("return realloc(p, @);", [asked]),
            ],
        };
        let make = self.callee("void *NAME(unsigned long n)", content);
        let end = self.callee(
            "void NAME(int now)",
            vec![line(
                format!("if (now) {{ free({cache}); {cache} = 0; }}"),
                [],
            )],
        );
        let last = count - 1;
        let mut all = vec![
            line(format!("{t} *p = {make}({bytes});"), []),
            line(
                format!("for (int i = 0; i < {count}; i++) p[i] = ({t})(i + x);"),
                [],
            ),
            add(format!("p[{last}]").into()),
        ];
        if self.choose.chance(50) {
            let now = self.slip(0i64, 1i64);
            all.push(line(format!("{cache} = p;"), []));
            all.push(line(format!("{end}(@);"), [now]));
            all.push(add(format!("p[{last}]").into()));
        }
        all
    }

    fn clamped(&mut self) -> Vec<Statement> {
        let count = self.choose.between(3, 12);
        let error = self.error();
        let low = self.choose.chance(50);
        let (first, last) = match low {
            true => (faulty(error, 0.into(), (-1).into()), (count - 1).into()),
            false => (0.into(), faulty(error, (count - 1).into(), count.into())),
        };
        let content = match self.choose.index(3) {
            0 => vec![line(
                format!("return i < 0 ? @ : i >= {count} ? @ : i;"),
                [first, last],
            )],
            1 => vec![
                line("if (i < 0) return @;", [first]),
                line(format!("if (i >= {count}) return @;"), [last]),
                line("return i;", []),
            ],
            _ => vec![
                line("int r = i > @ ? @ : i;", [last.clone(), last]),
                line("return r < @ ? @ : r;", [first.clone(), first]),
            ],
        };
        let clamp = self.callee("int NAME(int i)", content);
        let out = if low { -7 } else { 7 + count };
        let out = if error.is_some() { out } else { 1 };
        let own = self.choose.pick(&["int a[N] = {1};", "static int a[N];"]);
        vec![
            line(own.replace('N', &count.to_string()), []),
            line("touch(a);", []),
            add(format!("a[{clamp}(x - 3)]").into()),
            add(format!("a[{clamp}(x - 3 + ({out}))]").into()),
        ]
    }

    /// The place of a value in an array, or -1.
    fn found_or_not(&mut self) -> Vec<Statement> {
        let count = self.choose.between(3, 12);
        let none = self.slip(0i64, -1i64);
        let find = self.callee(
            "int NAME(const int *a, int n, int v)",
            vec![
                line("for (int i = 0; i < n; i++) if (a[i] == v) return i;", []),
                line("return @;", [none]),
            ],
        );
        vec![
            line(format!("int a[{count}];"), []),
            line(
                format!("for (int i = 0; i < {count}; i++) a[i] = i + x;"),
                [],
            ),
            add(format!("a[{find}(a, {count}, x + 1)]").into()),
            add(format!("a[{find}(a, {count}, x + 99)]").into()),
        ]
    }

    fn counted_by_recursion(&mut self) -> Vec<Statement> {
        let count = self.choose.between(3, 12);
        let most = self.slip(count - 1, count);
        let find = self.callee(
            "int NAME(int n, int d)",
            vec![
                line("if (d >= @) return d;", [most]),
                line("if (n <= 0) return d;", []),
                line("return NEXT(n - 1, d + 1);", []),
            ],
        );
        if let Some(function) = self.functions.last_mut()
            && let Some(Statement::Line(Expr::Text(text, _))) = function.body.last_mut()
        {
            *text = text.replace("NEXT", &find);
        }
        vec![
            line(format!("int a[{count}] = {{1, 2}};"), []),
            line("touch(a);", []),
            add(format!("a[{find}(x, 0)]").into()),
            add(format!("a[{find}(x * 9, 0)]").into()),
        ]
    }

    fn length_of_text(&mut self) -> Vec<Statement> {
        let room = self.choose.between(4, 12);
        let most = self.slip(room - 1, room);
        let text = "a text that is longer than any of these arrays";
        let way = match self.choose.index(4) {
            0 => expr(
                format!("unsigned long n = strnlen(same(\"{text}\"), @);"),
                [most],
            ),
            1 => expr(
                format!(
                    "int n = snprintf(b, {room}, \"%s\", (char *)same(\"{text}\")); if (n > @) n = 0;"
                ),
                [most],
            ),
            2 => expr(
                format!("int n = 0; for (const char *t = \"{text}\"; *t && n < @; t++) n++;"),
                [most],
            ),
            _ => {
                let short = &text[..(room - 1) as usize];
                let right = format!("\"{short}\"");
                let wrong = format!("\"{}\"", &text[..room as usize]);
                let which = self.slip(right, wrong);
                expr("unsigned long n = strlen(@);", [which])
            }
        };
        let own = self
            .choose
            .pick(&["char b[N];", "char *b = malloc(N);", "static char b[N];"]);
        vec![
            line(own.replace('N', &room.to_string()), []),
            Statement::Line(way),
            line("b[n] = 0;", []),
            add("b[n]".into()),
        ]
    }

    fn length_of_input(&mut self) -> Vec<Statement> {
        let room = self.choose.between(4, 12);
        let most = self.slip(room - 1, room);
        vec![
            line(format!("char b[{room}];"), []),
            line("FILE *f = fopen(\"/dev/zero\", \"r\");", []),
            line("if (!f) return s;", []),
            line("unsigned long n = fread(b, 1, @, f);", [most]),
            line("fclose(f);", []),
            line("b[n] = 1;", []),
            add("b[n]".into()),
        ]
    }

    /// Arithmetic that says whether it has wrapped.
    fn by_overflow(&mut self) -> Vec<Statement> {
        let count = self.choose.between(3, 12);
        let t = self
            .choose
            .pick(&["int", "unsigned", "unsigned char", "long"]);
        let error = self.error();
        // Without the question a number wraps to one below 0, or far beyond.
        let (op, by) = self.choose.pick(&[("add", 2), ("sub", 1)]);
        let asks = faulty(error, "1".into(), "0".into());
        let v = match op == "sub" {
            true => faulty(error, 1.into(), 0.into()),
            false => faulty(error, 0.into(), (count - 2).into()),
        };
        vec![
            line(format!("int a[{count}] = {{1, 2}};"), []),
            line("touch(a);", []),
            line(format!("{t} v = ({t})veil(@), i;"), [v]),
            line(
                format!("if (__builtin_{op}_overflow(v, ({t}){by}, &i) && @) return s;"),
                [asks],
            ),
            line(
                "if (i > @) return s;",
                [faulty(error, (count - 1).into(), count.into())],
            ),
            add("a[i]".into()),
        ]
    }
}
