//! Loops of all forms over the indices of an array, or over its elements by a pointer.

use super::arrays::plain;
use super::scope::{Array, Number, Scope};
use super::{Expr, Maker, Statement, expr, line};

/// A loop without its body.
struct Frame {
    /// What stands before it.
    before: Vec<Statement>,
    head: Expr,
    /// Statements at the body's beginning and end.
    first: Vec<Statement>,
    last: Vec<Statement>,
    tail: Expr,
}

impl Frame {
    fn of(head: Expr) -> Self {
        Self {
            before: Vec::new(),
            head,
            first: Vec::new(),
            last: Vec::new(),
            tail: "}".into(),
        }
    }
}

impl Maker {
    /// A loop that goes over one of the arrays.
    pub fn a_loop(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, depth: usize) {
        let Some(array) = self.some_array(scope).filter(|array| array.count > 0) else {
            return;
        };
        let mut inner = scope.clone();
        let frame = match self.choose.chance(30) {
            true => self.by_pointer(&mut inner, &array),
            false => self.by_index(&mut inner, &array),
        };
        let mut content = frame.first;
        // What the loop is about comes first, most of the time.
        let about = match inner.arrays.len() > scope.arrays.len() {
            true => inner.arrays.last().cloned(),
            false => Some(array.clone()),
        };
        if let Some(about) = about.filter(|_| self.choose.chance(80)) {
            let only = Scope {
                numbers: inner.numbers.last().cloned().into_iter().collect(),
                arrays: vec![about],
            };
            self.access(&mut only.clone(), &mut content);
        }
        let before = self.product;
        self.product *= array.count.max(1);
        if self.choose.chance(60) {
            content.extend(self.block(&mut inner, depth + 1));
        }
        self.product = before;
        if self.choose.chance(20) {
            let when = match self.choose.index(3) {
                0 => "if (s % 61 == 7) break;",
                1 => "if ((s & 255) == 77) break;",
                _ => "if (s % 13 == 4) continue;",
            };
            // A loop that counts in its body would not go on.
            if frame.last.is_empty() || !when.contains("continue") {
                content.push(line(when, []));
            }
        }
        content.extend(frame.last);
        body.extend(frame.before);
        body.push(Statement::Block {
            head: frame.head,
            body: content,
            tail: frame.tail,
        });
    }

    /// A variable runs over the indexes from 0 on.
    fn by_index(&mut self, scope: &mut Scope, array: &Array) -> Frame {
        let count = array.count;
        // Room for the errors, and for what the loop's step adds at the end.
        let kind = self.type_for(0, count + 8);
        let t = kind.name;
        let i = self.name("i");
        let mut low = 0;
        let mut high = count - 1;
        let mut frame = match self.choose.index(15) {
            0 | 1 => {
                let bound = self.bound(array);
                Frame::of(expr(
                    format!("for ({t} {i} = 0; {i} < @; {i}++) {{"),
                    [bound],
                ))
            }
            2 => {
                let bound = self.bound(array);
                Frame::of(expr(
                    format!("for ({t} {i} = 0; {i} != @; ++{i}) {{"),
                    [bound],
                ))
            }
            3 => {
                let length = self.length(array);
                let right = expr("@ - 1", [length.clone()]);
                let bound = self.slip(right, length);
                Frame::of(expr(
                    format!("for ({t} {i} = 0; {i} <= @; {i}++) {{"),
                    [bound],
                ))
            }
            4 => {
                let bound = self.bound(array);
                Frame::of(expr(format!("for ({t} {i} = @; {i}-- > 0;) {{"), [bound]))
            }
            5 if kind.signed => {
                let bound = self.bound(array);
                let end = self.slip(0i64, -1i64);
                Frame::of(expr(
                    format!("for ({t} {i} = ({t})(@ - 1); {i} >= @; {i}--) {{"),
                    [bound, end],
                ))
            }
            6 => {
                let bound = self.bound(array);
                let mut frame = Frame::of(expr(format!("while ({i} < @) {{"), [bound]));
                frame.before.push(line(format!("{t} {i} = 0;"), []));
                frame.last.push(line(format!("{i}++;"), []));
                frame
            }
            7 => {
                let bound = self.bound(array);
                let mut frame = Frame::of("do {".into());
                frame.before.push(line(format!("{t} {i} = 0;"), []));
                frame.last.push(line(format!("{i}++;"), []));
                frame.tail = expr(format!("}} while ({i} < @);"), [bound]);
                frame
            }
            8 => {
                let (start, step) = (self.choose.between(0, 2), self.choose.between(2, 4));
                if start >= count {
                    return self.by_index(scope, array);
                }
                low = start;
                high = start + (count - 1 - start) / step * step;
                let bound = self.bound(array);
                Frame::of(expr(
                    format!("for ({t} {i} = {start}; {i} < @; {i} += {step}) {{"),
                    [bound],
                ))
            }
            9 if count >= 4 => {
                let step = self.choose.between(2, 4);
                high = count - step;
                let bound = self.bound(array);
                let j = self.name("j");
                let mut frame = Frame::of(expr(
                    format!("for ({t} {i} = 0; {i} + {step} <= @; {i} += {step}) {{"),
                    [bound],
                ));
                let last = self.slip(step - 1, step);
                frame
                    .first
                    .push(line(format!("{t} {j} = ({t})({i} + @);"), [last]));
                scope.numbers.push(Number {
                    text: j,
                    kind,
                    low: step - 1,
                    high: count - 1,
                });
                frame
            }
            10 => {
                let j = self.name("j");
                let bound = self.bound(array);
                scope.numbers.push(Number {
                    text: j.clone(),
                    kind,
                    low: 0,
                    high: count - 1,
                });
                Frame::of(expr(
                    format!("for ({t} {i} = 0, {j} = ({t})(@ - 1); {i} < {j}; {i}++, {j}--) {{"),
                    [bound],
                ))
            }
            11 => {
                let bound = self.bound(array);
                let mut frame = Frame::of("for (;;) {".into());
                frame.before.push(line(format!("{t} {i} = 0;"), []));
                frame
                    .first
                    .push(line(format!("if ({i} >= @) break;"), [bound]));
                frame.last.push(line(format!("{i}++;"), []));
                frame
            }
            12 if count > 1 && count < 60 => {
                low = 1;
                let bound = self.bound(array);
                let step = self
                    .choose
                    .pick(&["*= 2", "<<= 1", "+= i"])
                    .replace('i', &i);
                Frame::of(expr(
                    format!("for ({t} {i} = 1; {i} < @; {i} {step}) {{"),
                    [bound],
                ))
            }
            13 => {
                low = 0;
                high = count / 2;
                let length = self.length(array);
                let high_slip = expr("@ * 2", [length.clone()]);
                let start = self.slip(length, high_slip);
                let mut frame = Frame::of(expr(
                    format!("for ({t} {i} = ({t})(@); {i} > 0;) {{"),
                    [start],
                ));
                frame.first.push(line(format!("{i} /= 2;"), []));
                frame
            }
            _ => {
                // From a place in the middle, which a number says, to the end.
                let from = self.choose.between(0, count - 1);
                let start = self.hidden(from);
                let bound = self.bound(array);
                let wrong = expr("-@ - 1", [from.into()]);
                let start = match kind.signed && kind.size >= 4 && from == 0 {
                    true => self.slip(start, wrong),
                    false => start,
                };
                low = from;
                Frame::of(expr(
                    format!("for ({t} {i} = ({t})@; {i} < @; {i}++) {{"),
                    [start, bound],
                ))
            }
        };
        // A variable of its own, as wide as indexes are.
        let text = match self.choose.chance(15) {
            true => {
                let copy = self.name("k");
                frame.first.push(line(
                    format!("unsigned long {copy} = (unsigned long){i};"),
                    [],
                ));
                copy
            }
            false => i,
        };
        scope.numbers.push(Number {
            text,
            kind,
            low,
            high,
        });
        frame
    }

    /// A pointer runs over the elements.
    fn by_pointer(&mut self, scope: &mut Scope, array: &Array) -> Frame {
        let t = array.kind.name;
        let (p, e) = (self.name("p"), self.name("e"));
        let length = self.bound(array);
        let base = array.expr();
        let first = match array.low == 0 && !array.shared {
            true => self.slip(base.clone(), expr("@ - 1", [base.clone()])),
            false => base.clone(),
        };
        let frame = match self.choose.index(6) {
            0 => Frame::of(expr(
                format!("for ({t} *{p} = @, *{e} = @ + @; {p} < {e}; {p}++) {{"),
                [first, base, length],
            )),
            1 => Frame::of(expr(
                format!("for ({t} *{p} = @, *{e} = {p} + @; {p} != {e}; {p}++) {{"),
                [base, length],
            )),
            2 => Frame::of(expr(
                format!("for ({t} *{p} = @ + @; {p}-- > @;) {{"),
                [base, length, first],
            )),
            3 => {
                let mut frame = Frame::of(expr(
                    format!("for ({t} *{p} = @ + @; {p} != @;) {{"),
                    [base, length, first],
                ));
                frame.first.push(line(format!("{p}--;"), []));
                frame
            }
            4 => {
                let mut frame = Frame::of(expr(
                    format!("while ({p} - @ < (long)@) {{"),
                    [base.clone(), length],
                ));
                frame.before.push(line(format!("{t} *{p} = @;"), [base]));
                frame.last.push(line(format!("{p}++;"), []));
                frame
            }
            _ => {
                let n = self.name("n");
                let mut frame = Frame::of(expr(format!("while ({n}-- > 0) {{"), []));
                frame.before.push(line(format!("{t} *{p} = @;"), [base]));
                frame
                    .before
                    .push(line(format!("unsigned {n} = @;"), [length]));
                frame.last.push(line(format!("{p}++;"), []));
                frame
            }
        };
        scope.arrays.push(Array {
            roots: array.roots.clone(),
            ..plain(&p, array.kind, 1, vec![])
        });
        frame
    }
}
