//! Functions that call functions: the bound of an index in one is known only in another.

use super::scope::Array;
use super::{Function, Maker, Statement, add, block, expr, line};

impl Maker {
    /// One function goes over the indexes, another reads at each, and a third in between passes them on.
    pub fn chain(&mut self, array: &Array, body: &mut Vec<Statement>) {
        let t = array.kind.name;
        let k = self.type_for(0, array.count + 3).name;
        let [reads, passes, walks] = [self.name("f"), self.name("f"), self.name("f")];
        let next = self.slip("i + 1 < n", "i < n");
        let head = self.head(&reads, &format!("{t} *p, {k} i, {k} n"));
        self.functions.push(Function {
            head,
            body: vec![
                line("unsigned long s = (unsigned long)p[i];", []),
                line("if (@) s += (unsigned long)p[i + 1] * 3;", [next]),
                line("return s;", []),
            ],
        });
        let head = self.head(&passes, &format!("{t} *p, {k} from, {k} n"));
        let first = self.slip("from < n", "from <= n");
        self.functions.push(Function {
            head,
            body: vec![
                line("unsigned long s = 0;", []),
                line(format!("if (@) s = {reads}(p, from, n);"), [first]),
                line(
                    format!("if (n > 1 && from > 0 && from < n) s += {reads}(p + 1, ({k})(from - 1), ({k})(n - 1));"),
                    [],
                ),
                line("return s;", []),
            ],
        });
        let head = self.head(&walks, &format!("{t} *p, {k} n"));
        self.functions.push(Function {
            head,
            body: vec![
                line("unsigned long s = 0;", []),
                block(
                    format!("for ({k} i = 0; i <= n; i++) {{"),
                    vec![line(format!("s = s * 3 + {passes}(p, i, n);"), [])],
                ),
                line("return s;", []),
            ],
        });
        let length = self.length(array);
        let wrong = expr("(@ + 1)", [length.clone()]);
        let length = self.slip(length, wrong);
        body.push(add(expr(
            format!("{walks}(@, ({k})(@))"),
            [array.expr(), length],
        )));
    }
}
