//! Accesses guarded by a condition on a number, and numbers that wrap around.

use super::arrays::plain;
use super::scope::{Array, Number, Scope, Type};
use super::{Expr, Maker, Statement, add, block, expr, faulty, line};

impl Maker {
    /// A number that the compiler knows only from a condition.
    pub fn guarded(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, depth: usize) {
        let Some(array) = self.some_array(scope).filter(|array| array.count > 1) else {
            return;
        };
        let kind = self.type_for(0, array.count + 8);
        let name = self.name("x");
        // The error is in the number and in the condition, which would have kept it out.
        let error = self.error();
        let right = self.choose.between(0, array.last());
        let value = self.hidden(faulty(error, right.into(), array.count.into()));
        body.push(line(
            format!("{} {name} = ({})@;", kind.name, kind.name),
            [value],
        ));
        let length = self.length(&array);
        let bound = faulty(error, length.clone(), expr("(@ + 1)", [length]));
        let within = self.within(&name, kind, bound);
        let mut inner = scope.clone();
        inner.numbers.push(Number {
            text: name.clone(),
            kind,
            low: 0,
            high: array.last(),
        });
        let element = expr("@[@]", [array.expr(), name.as_str().into()]);
        let mut content = vec![add(element)];
        if self.choose.chance(60) {
            content.extend(self.block(&mut inner, depth + 1));
        }
        match self.choose.index(4) {
            0 => {
                content.insert(0, line("if (!(@)) break;", [within]));
                body.push(Statement::Block {
                    head: "do {".into(),
                    body: content,
                    tail: "} while (0);".into(),
                });
            }
            1 if error.is_none() => {
                // One of several.
                let labels = (0..array.count).filter(|at| *at == right || self.choose.chance(50));
                let labels: String = labels.map(|at| format!("case {at}: ")).collect();
                // Declarations stand in braces of their own: no label may lie behind one.
                let content = vec![
                    line(labels, []),
                    block("{", content),
                    line("break; default: s += 3;", []),
                ];
                body.push(block(format!("switch ({name}) {{"), content));
            }
            _ => body.push(block(expr("if (@) {", [within]), content)),
        }
    }

    /// That a number is from 0 to below `bound`.
    fn within(&mut self, name: &str, kind: Type, bound: Expr) -> Expr {
        let n = || Expr::from(name);
        match (kind.signed, self.choose.index(5)) {
            (true, 0) => expr("@ >= 0 && @ < (long)@", [n(), n(), bound]),
            (true, 1) => expr("!(@ < 0 || @ >= (long)@)", [n(), n(), bound]),
            (true, 2) => expr("(unsigned)@ < (unsigned)@", [n(), bound]),
            (true, 3) => expr("@ > -1 && @ <= (long)@ - 1", [n(), n(), bound]),
            (true, _) => expr("(unsigned long)@ < (unsigned long)@", [n(), bound]),
            (false, 0) => expr("@ < (unsigned long)@", [n(), bound]),
            (false, 1) => expr("(unsigned long)@ > @", [bound, n()]),
            (false, 2) => expr("@ <= (unsigned long)@ - 1", [n(), bound]),
            (false, 3) => expr("!(@ >= (unsigned)@)", [n(), bound]),
            (false, _) => expr("(unsigned long)@ + 1 <= (unsigned long)@", [n(), bound]),
        }
    }

    /// Numbers that wrap: as C allows, and where the wrap leads out of bounds.
    pub fn wraps(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        let arrays: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|array| array.count >= 4 && array.low == 0 && !array.shared)
            .cloned()
            .collect();
        if arrays.is_empty() {
            return;
        }
        let array = self.choose.pick(&arrays);
        let (a, count) = (array.text.as_str(), array.count);
        let length = self.length(&array);
        let x = self.name("x");
        // So far that the redzone before the object is hit.
        let by = self.choose.between(1, (8 / array.kind.size).max(1));
        let at = self.choose.between(0, count - 1 - by.min(count - 1));
        match self.choose.index(8) {
            0 => {
                // The sum wraps in 64 bits and is small; the number is not.
                let value = self.slip(at, -by);
                let value = self.hidden(value);
                body.push(line(format!("unsigned long {x} = @;"), [value]));
                body.push(line(
                    format!("if ({x} + {by} < (unsigned long)@) s += (unsigned long){a}[{x}];"),
                    [length],
                ));
            }
            1 => {
                // It wraps in 32 bits and is right.
                let value = self.slip(at - by, count - by);
                let value = self.hidden(value);
                body.push(line(format!("unsigned {x} = (unsigned)@;"), [value]));
                body.push(line(format!("s += (unsigned long){a}[{x} + {by}u];"), []));
            }
            2 => {
                // A range check by one comparison.
                let from = self.choose.between(1, 9);
                let error = self.error();
                let value = faulty(error, (from + at).into(), (from + count).into());
                let limit = faulty(error, length.clone(), expr("(@ + 1)", [length]));
                let value = self.hidden(value);
                body.push(line(format!("unsigned {x} = (unsigned)@;"), [value]));
                body.push(line(
                    format!(
                        "if ({x} - {from}u < (unsigned)@) s += (unsigned long){a}[{x} - {from}];"
                    ),
                    [limit],
                ));
            }
            3 => {
                // A byte that wraps.
                let value = self.slip(256 - by, 256 - by + count);
                let value = self.hidden(value);
                body.push(line(
                    format!("unsigned char {x} = (unsigned char)@;"),
                    [value],
                ));
                body.push(line(
                    format!("s += (unsigned long){a}[(unsigned char)({x} + {by})];"),
                    [],
                ));
            }
            4 => {
                // A negative byte.
                let value = self.slip(at - by, -by - 1);
                let value = self.hidden(value);
                body.push(line(format!("signed char {x} = (signed char)@;"), [value]));
                body.push(line(format!("s += (unsigned long){a}[{x} + {by}];"), []));
            }
            5 => {
                // The product of number and size wraps in 32 bits.
                let small = self.choose.between(2, 4);
                let t = self.choose.pick(&self.types()[..2]).name;
                let value = self.slip(small, 0x4000_0001i64);
                let value = self.hidden(value);
                let p = self.name("p");
                body.push(line(format!("unsigned {x} = (unsigned)@;"), [value]));
                body.push(line(format!("{t} *{p} = malloc({x} * 4u);"), []));
                body.push(line(
                    format!("if ({x} > 1) {p}[1] = 5, s += (unsigned long){p}[1];"),
                    [],
                ));
                body.push(block(
                    format!("for (unsigned i = 0; i < {x} && i < 4; i++) {{"),
                    vec![line(format!("{p}[i] = ({t})(i + 2);"), [])],
                ));
                body.push(line(format!("free({p});"), []));
            }
            6 => {
                // A loop that ends because its counter wraps.
                let end = self.slip(count - by, count - by + 1);
                let i = self.name("i");
                let start = 256 - by;
                body.push(block(
                    expr(
                        format!(
                            "for (unsigned char {i} = {start}; {i} != (unsigned char)(@); {i}++) {{"
                        ),
                        [end],
                    ),
                    vec![line(
                        format!("s += (unsigned long){a}[(unsigned char)({i} + {by})];"),
                        [],
                    )],
                ));
            }
            _ => {
                // A difference of pointers is an index again.
                let p = self.name("p");
                let value = self.hidden(at);
                let t = array.kind.name;
                body.push(line(format!("{t} *{p} = {a} + @;"), [value]));
                let value = self.slip(0i64, -at - 1);
                body.push(line(
                    format!("s += (unsigned long){a}[({p} - {a}) + @];"),
                    [value],
                ));
                scope.arrays.push(Array {
                    low: -at,
                    roots: array.roots.clone(),
                    ..plain(&p, array.kind, count - at, vec![])
                });
            }
        }
    }
}
