//! Accesses that one condition or one number keeps in bounds, in functions of their own, where it can be proved; the error is an off-by-one
//! condition.

use super::scope::Type;
use super::{Expr, Function, Maker, Statement, add, expr, faulty, line};

/// An object that one function has to itself.
pub struct Own {
    before: Vec<Statement>,
    after: Vec<Statement>,
    /// Of its elements.
    pub kind: Type,
    /// How many there are.
    pub count: i64,
}

/// What keeps an index in bounds, and what does not: an index for `x`, and `x` from `low` to `high`.
type Formula = (&'static str, fn(i64) -> [i64; 3]);

/// Indexes of an array of `n`: `x` is at least the first and at most the second number; with the third it just misses.
const FORMULAS: [Formula; 16] = [
    ("x", |n| [0, n - 1, n]),
    ("x / 2", |n| [0, 2 * n - 1, 2 * n]),
    ("(x + 1) / 2", |n| [0, 2 * n - 2, 2 * n - 1]),
    ("x >> 1", |n| [0, 2 * n - 1, 2 * n]),
    ("x * 2", |n| [0, (n - 1) / 2, (n + 1) / 2]),
    ("x * 2 + 1", |n| [0, (n - 2) / 2, n / 2]),
    ("x - 1", |n| [1, n, n + 1]),
    ("x - 1", |n| [1, n, 0]),
    ("N - 1 - x", |n| [0, n - 1, n]),
    ("x ^ 1", |n| [0, (n & !1) - 1, n & !1]),
    ("x | 1", |n| [0, (n & !1) - 1, n & !1]),
    ("(unsigned char)(x + 250)", |n| [6, n + 5, n + 6]),
    ("(signed char)x", |n| [0, n - 1, 255]),
    ("(short)x", |n| [0, n - 1, 65535]),
    ("-x", |n| [1 - n, 0, -n]),
    ("(long)((unsigned)x + 6u)", |n| [-6, n - 7, n - 6]),
];

/// A condition that keeps `x` in an array of `N`; one that does not, and an `x` that it lets through.
type Condition = (&'static str, &'static str, fn(i64) -> i64);

/// Of these one is taken.
const CONDITIONS: [Condition; 10] = [
    ("x >= 0 && x < N", "x >= 0 || x < N", |n| n),
    ("x >= 0 && x < N", "x >= 0 && x <= N", |n| n),
    ("x >= 0 && x < N", "x >= -1 && x < N", |_| -1),
    ("x >= 0 && x < N", "x < N", |_| -1),
    ("x >= 0 && x < N", "x >= 0 && x != N", |n| n + 1),
    ("(unsigned long)x < N", "(int)x < N", |_| -1),
    ("(unsigned long)x < N", "(unsigned char)x < N", |_| 256),
    ("x > -1 && x <= N - 1", "x > -1 && x <= N", |n| n),
    ("(unsigned long)x < N", "(unsigned long)x + 2 < N", |_| -1),
    ("x >= 0 && x < N", "(unsigned)(x * 2) < 2 * N", |_| 1 << 31),
];

impl Maker {
    /// A function with an access that is nearly wrong, and calls of it.
    pub fn near(&mut self, body: &mut Vec<Statement>) {
        let kind = self.choose.pick(&self.types());
        let count = self.choose.pick(&[4, 5, 7, 8, 9, 16]);
        let own = self.own(kind, count);
        match self.choose.index(13) {
            0..=2 => self.near_by_condition(own, body),
            3..=5 => self.near_by_formula(own, body),
            6 => self.near_by_choice(own, body),
            7 => self.near_by_switch(own, body),
            8 => self.near_by_object(own, body),
            9 => self.near_by_exit(own, body),
            10 => self.near_by_recursion(own, body),
            11 => self.near_by_mask(own, body),
            _ => self.near_by_wrapped_size(kind, body),
        }
    }

    /// An array that is called `a`.
    fn own(&mut self, kind: Type, count: i64) -> Own {
        let (t, size) = (kind.name, kind.size);
        let init = format!("for (int i = 0; i < {count}; i++) a[i] = ({t})(i + 2);");
        let (declaration, after) = match self.choose.index(5) {
            0 => (format!("{t} a[{count}];"), None),
            1 => (format!("static {t} a[{count}];"), None),
            2 => (
                format!("{t} *a = malloc({});", count * size),
                Some("free(a);"),
            ),
            3 => (
                format!("{t} *a = malloc(sizeof({t}) * (unsigned long)veil({count}));"),
                Some("free(a);"),
            ),
            _ => (
                format!("{t} *a = calloc({count}, sizeof *a);"),
                Some("free(a);"),
            ),
        };
        Own {
            before: vec![
                line("unsigned long s = 3;", []),
                line(declaration, []),
                line(init, []),
            ],
            after: after.into_iter().map(|text| line(text, [])).collect(),
            kind,
            count,
        }
    }

    /// The function and its calls: some that are right, and one with `last`.
    pub fn near_function(
        &mut self,
        own: Own,
        name: &str,
        content: Vec<Statement>,
        right: [i64; 2],
        last: Expr,
        body: &mut Vec<Statement>,
    ) {
        let mut inside = own.before;
        inside.extend(content);
        inside.extend(own.after);
        inside.push(line("return s;", []));
        self.functions.push(Function {
            head: format!("static NOINLINE unsigned long {name}(long x)"),
            body: inside,
        });
        // Where all values are seen, all callers count.
        let is_seen = self.choose.chance(40);
        for value in right {
            let value = if is_seen {
                value.into()
            } else {
                self.hidden(value)
            };
            body.push(add(expr(format!("{name}(@)"), [value])));
        }
        let call = match self.choose.index(5) {
            0 => format!("((unsigned long (*)(long))same((void *){name}))(@)"),
            _ => format!("{name}(@)"),
        };
        let last = if is_seen { last } else { self.hidden(last) };
        body.push(add(expr(call, [last])));
    }

    /// An access to `a` at an index.
    pub fn touch_at(&mut self, kind: Type, index: &str) -> String {
        let t = kind.name;
        match self.choose.index(3) {
            0 => format!("a[{index}] = ({t})s;"),
            1 => format!("s ^= (unsigned long)a[{index}] << 2;"),
            _ => format!("s = s * 7 + (unsigned long)a[{index}];"),
        }
    }

    fn near_by_condition(&mut self, own: Own, body: &mut Vec<Statement>) {
        let (right, wrong, miss) = self.choose.pick(&CONDITIONS);
        let count = own.count;
        let n = |text: &str| Expr::from(text.replace('N', &count.to_string()));
        let error = self.error();
        let condition = faulty(error, n(right), n(wrong));
        let last = faulty(error, (count - 1).into(), miss(count).into());
        let touch = self.touch_at(own.kind, "x");
        let content = match self.choose.index(6) {
            0 => vec![line(format!("if (!(@)) s++; else {touch}"), [condition])],
            1 => vec![line("if (!(@)) return s;", [condition]), line(touch, [])],
            2 => vec![line("s += @ ? (unsigned long)a[x] : 5;", [condition])],
            3 => vec![
                line("int inside = @;", [condition]),
                line("touch(&s);", []),
                line(format!("if (inside) {touch}"), []),
            ],
            4 => vec![line(
                format!("for (int k = 0; k < 3 && (@); k++) {touch}"),
                [condition],
            )],
            _ => vec![line(format!("if (@) {touch}"), [condition])],
        };
        let name = self.name("f");
        self.near_function(own, &name, content, [0, count], last, body);
    }

    fn near_by_formula(&mut self, own: Own, body: &mut Vec<Statement>) {
        let (index, bounds) = self.choose.pick(&FORMULAS);
        let [low, high, miss] = bounds(own.count);
        let index = index.replace('N', &own.count.to_string());
        let error = self.error();
        let from = faulty(error, low.into(), low.min(miss).into());
        let to = faulty(error, high.into(), high.max(miss).into());
        let last = faulty(error, high.into(), miss.into());
        let kinds = ["long", "int", "short", "unsigned"];
        let least = if low < 0 || miss < 0 { 3 } else { 4 };
        let fits = if miss > 30000 { 2 } else { least };
        let k = self.choose.pick(&kinds[..fits]);
        let touch = self.touch_at(own.kind, &index.replace('x', "i"));
        let mut content = vec![line("if (x < @ || x > @) return s;", [from, to])];
        content.push(line(format!("{k} i = ({k})x;"), []));
        if self.choose.chance(30) {
            content.push(line("if (s == 12345) i = i / 2;", []));
        }
        content.push(line(touch, []));
        // `i / 2` is an index only where 0 and all below `high` are.
        if low > 0 || high < 0 {
            content.retain(
                |one| !matches!(one, Statement::Line(Expr::Text(t, _)) if t.contains("12345")),
            );
        }
        let name = self.name("f");
        self.near_function(own, &name, content, [low, high], last, body);
    }

    fn near_by_mask(&mut self, own: Own, body: &mut Vec<Statement>) {
        let power = 1 << own.count.ilog2();
        let right = format!("x & {}", power - 1);
        let wrong = format!("x & {}", 2 * power - 1);
        let (right, wrong) = match self.choose.index(3) {
            0 => (right, wrong),
            1 => (
                format!("(unsigned)x % {}u", own.count),
                format!("x % {}", own.count + 1),
            ),
            _ => (
                format!("(unsigned)x % {}u", own.count),
                format!("x % {}", own.count),
            ),
        };
        let error = self.error();
        let miss = match wrong.as_str() {
            text if text.contains('&') => 2 * power - 1,
            text if text.ends_with(&format!("{}", own.count)) => -1,
            _ => own.count,
        };
        let index = faulty(error, right.into(), wrong.into());
        let last = faulty(error, 55.into(), miss.into());
        let content = vec![line("long i = @;", [index]), add("a[i]".into())];
        let name = self.name("f");
        self.near_function(own, &name, content, [3, 1000], last, body);
    }
}
