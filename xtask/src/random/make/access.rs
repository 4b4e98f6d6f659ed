//! Reads and writes of elements, of their width or wider.

use super::scope::{Array, Scope};
use super::{Expr, Maker, Statement, add, expr, line};

impl Maker {
    /// One of the arrays.
    pub fn some_array(&mut self, scope: &Scope) -> Option<Array> {
        (!scope.arrays.is_empty()).then(|| {
            let count = scope.arrays.len();
            let place = match self.choose.chance(40) {
                true => count - 1,
                false => self.choose.index(count),
            };
            scope.arrays[place].clone()
        })
    }

    /// An element, by any way of writing it.
    pub fn element(&mut self, array: &Array, index: Expr) -> Expr {
        match self.choose.index(8) {
            0 => expr("*(@ + (@))", [array.expr(), index]),
            1 => expr("*&@[@]", [array.expr(), index]),
            _ => expr("@[@]", [array.expr(), index]),
        }
    }

    /// Reads or writes elements.
    pub fn access(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        for _ in 0..self.choose.between(1, 2) {
            let Some(array) = self.some_array(scope) else {
                return;
            };
            let index = self.index(scope, &array);
            let element = self.element(&array, index.clone());
            let value = self.value(scope);
            let kind = array.kind.name;
            let statement = match self.choose.index(8) {
                0 | 1 => line(format!("@ = ({kind})(@);"), [element, value]),
                2 => {
                    let other = self.element(&array, index);
                    line(
                        format!("@ = ({kind})((unsigned long)@ * 5 + 1);"),
                        [element, other],
                    )
                }
                3 => {
                    let condition = self.condition(scope);
                    line("if (@) s += (unsigned long)@;", [condition, element])
                }
                4 => line("s ^= (unsigned long)@ << 3;", [element]),
                // A read-modify-write that wraps as unsigned numbers do.
                5 if array.kind.size < 4 || !array.kind.signed => line("@ += 3;", [element]),
                _ => add(element),
            };
            body.push(statement);
        }
    }

    /// An access of a byte, and a wider one at the same place.
    pub fn wide(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        let Some(array) = self.some_array(scope) else {
            return;
        };
        let bytes = array.count * array.kind.size;
        let width = self.choose.pick(&[2, 4, 8]);
        if bytes < width {
            return;
        }
        // The last place where the wide access fits is the most interesting one.
        let at = match self.choose.chance(60) {
            true => bytes - width,
            false => self.choose.between(0, bytes - width),
        };
        let at: Expr = match self.choose.chance(50) {
            true => at.into(),
            false => self.hidden(at),
        };
        let beyond = expr(
            format!("(@ + {})", self.choose.between(1, width - 1)),
            [at.clone()],
        );
        let at = self.slip(at, beyond);
        let name = self.name("w");
        body.push(line(
            format!("byte *{name} = (byte *)@ + @;"),
            [array.expr(), at],
        ));
        let first = line(format!("s += *{name};"), []);
        let second = match self.choose.index(3) {
            0 => line(
                format!("*(wide{width} *){name} = (unsigned long)(@);"),
                [self.value(scope)],
            ),
            1 => line(format!("s += *(wide{width} *){name};"), []),
            _ => line(
                format!("{{ wide{width} t; memcpy(&t, {name}, {width}); s += t; }}"),
                [],
            ),
        };
        match self.choose.chance(70) {
            true => body.extend([first, second]),
            false => body.extend([second, first]),
        }
    }
}
