//! Library functions, lists, strings, and walks that end at a value.

use super::scope::{Array, Scope};
use super::{Expr, Maker, Statement, add, block, expr, line};

impl Maker {
    /// Functions of the library that read and write arrays.
    pub fn library(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        let Some(array) = self.some_array(scope).filter(|array| array.count > 1) else {
            return;
        };
        let size = array.kind.size;
        let from = self.choose.between(0, array.count - 1);
        let room = (array.count - from) * size;
        let bytes: Expr = match self.choose.index(3) {
            0 => room.into(),
            1 if from == 0 => expr(format!("@ * {size}"), [self.length(&array)]),
            _ => self.hidden(room),
        };
        let wrong = expr("(@ + 1)", [bytes.clone()]);
        let bytes = self.slip(bytes, wrong);
        let start = expr(format!("@ + {from}"), [array.expr()]);
        // What is in the way of a second object must not be larger than it.
        let own = self.name("a");
        match self.choose.index(4) {
            0 => body.push(line("memset(@, 1, @);", [start, bytes])),
            1 => {
                body.push(line(format!("unsigned char {own}[{}];", room + 1), []));
                body.push(line(format!("memset({own}, 2, sizeof {own});"), []));
                body.push(line(format!("memcpy(@, {own}, @);"), [start, bytes]));
            }
            2 => {
                body.push(line(
                    format!("unsigned char {own}[{}] = {{0}};", room + 1),
                    [],
                ));
                body.push(line(format!("memcpy({own}, @, @);"), [start, bytes]));
                body.push(add(format!("{own}[{}]", room - 1).into()));
            }
            _ => {
                body.push(line(format!("unsigned char {own}[{room}];"), []));
                body.push(line(format!("memset({own}, 4, {room});"), []));
                body.push(line(format!("memmove({own}, @, @);"), [start, bytes]));
                body.push(add(format!("{own}[s % {room}]").into()));
            }
        }
        let after = self.index(scope, &array);
        body.push(add(expr("@[@]", [array.expr(), after])));
    }

    /// Whole small programs in a few lines.
    pub fn other(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, depth: usize) {
        match self.choose.index(5) {
            0 => self.list(body),
            1 => self.string(body),
            2 => self.sentinel(scope, body),
            3 => self.pointers(body),
            _ => self.nested(scope, body, depth),
        }
    }

    fn list(&mut self, body: &mut Vec<Statement>) {
        let (tag, head, n) = (self.name("t"), self.name("p"), self.choose.between(1, 6));
        let item = self.name("q");
        self.globals.push(line(
            format!("struct {tag} {{ struct {tag} *next; int v[2]; }};"),
            [],
        ));
        body.push(line(format!("struct {tag} *{head} = 0;"), []));
        let at = self.slip("1", "2");
        body.push(block(
            format!("for (int i = 0; i < {n}; i++) {{"),
            vec![
                line(
                    format!("struct {tag} *{item} = calloc(1, sizeof *{item});"),
                    [],
                ),
                line(format!("{item}->next = {head}; {item}->v[@] = i;"), [at]),
                line(format!("{head} = {item};"), []),
            ],
        ));
        let early = self.mishap(|_| vec![line(format!("free({item});"), [])]);
        let mut walk = vec![add(format!("{item}->v[1]").into())];
        walk.extend(early);
        body.push(block(
            format!("for (struct {tag} *{item} = {head}; {item}; {item} = {item}->next) {{"),
            walk,
        ));
        let next = self.name("q");
        let keep = self.slip(next.as_str(), expr(format!("{head}->next"), []));
        body.push(block(
            format!("while ({head}) {{"),
            vec![
                line(format!("struct {tag} *{next} = {head}->next;"), []),
                line(format!("free({head});"), []),
                line(format!("{head} = @;"), [keep]),
            ],
        ));
    }

    fn string(&mut self, body: &mut Vec<Statement>) {
        let texts = ["", "a", "seven..", "eight...", "a longer text"];
        let text = self.choose.pick(&texts);
        let length = text.len() as i64;
        let (source, copy) = (self.name("p"), self.name("a"));
        body.push(line(
            format!("const char *{source} = same(\"{text}\");"),
            [],
        ));
        let size = expr(format!("strlen({source}) + 1"), []);
        let short = expr(format!("strlen({source})"), []);
        let size = self.slip(size, short);
        body.push(line(format!("char *{copy} = malloc(@);"), [size]));
        body.push(match self.choose.index(3) {
            0 => line(format!("strcpy({copy}, {source});"), []),
            1 => line(format!("memcpy({copy}, {source}, {});", length + 1), []),
            _ => line(
                format!("for (int i = 0; ; i++) if (!({copy}[i] = {source}[i])) break;"),
                [],
            ),
        });
        let end = self.slip(
            format!("i < strlen({copy})"),
            format!("i <= {}", length + 1),
        );
        body.push(block(
            expr("for (unsigned long i = 0; @; i++) {", [end]),
            vec![add(format!("{copy}[i]").into())],
        ));
        let after = self.slip(length, length + 1);
        body.push(add(expr(format!("{copy}[@]"), [after])));
        body.push(line(format!("free({copy});"), []));
    }

    /// A walk that ends at a value.
    fn sentinel(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        let fitting: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|a| a.count > 1)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return;
        }
        let array = self.choose.pick(&fitting);
        let (a, i) = (array.text.as_str(), self.name("i"));
        let at = self.choose.between(0, array.last());
        body.push(block(
            format!("for (int {i} = 0; {i} < {}; {i}++) {{", array.count),
            vec![line(format!("{a}[{i}] = 1;"), [])],
        ));
        let end = self.slip(0i64, 1i64);
        body.push(line(format!("{a}[{at}] = @;"), [end]));
        body.push(match self.choose.index(2) {
            0 => line(
                format!("{{ long {i} = 0; while ({a}[{i}]) {i}++; s += (unsigned long){i}; }}"),
                [],
            ),
            _ => line(
                format!(
                    "{{ {} *walk = {a}; while (*walk++); s += (unsigned long)(walk - {a}); }}",
                    array.kind.name
                ),
                [],
            ),
        });
    }

    /// An array of pointers to blocks.
    fn pointers(&mut self, body: &mut Vec<Statement>) {
        let (rows, width) = (self.choose.between(2, 4), self.choose.between(1, 5));
        let name = self.name("a");
        let size = self.slip(width, width - 1);
        body.push(line(format!("long *{name}[{rows}];"), []));
        body.push(block(
            format!("for (int i = 0; i < {rows}; i++) {{"),
            vec![
                line(format!("{name}[i] = malloc(sizeof(long) * @);"), [size]),
                line(
                    format!("for (int j = 0; j < {width}; j++) {name}[i][j] = i * j;"),
                    [],
                ),
            ],
        ));
        let row = self.choose.between(0, rows - 1);
        body.extend(self.mishap(|_| vec![line(format!("free({name}[{row}]);"), [])]));
        let bound = self.slip(rows, rows + 1);
        let inner = self.slip(width, width + 1);
        body.push(block(
            expr("for (int i = 0; i < @; i++) {", [bound]),
            vec![line(
                format!("for (int j = 0; j < @; j++) s = s * 3 + (unsigned long){name}[i][j];"),
                [inner],
            )],
        ));
        body.push(line(
            format!("for (int i = {rows}; i-- > 0;) free({name}[i]);"),
            [],
        ));
    }

    /// Two loops, of which the inner depends on the outer.
    fn nested(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, depth: usize) {
        let fitting: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|a| a.count > 2)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return;
        }
        let array = self.choose.pick(&fitting);
        let (i, j) = (self.name("i"), self.name("j"));
        let kind = self.type_for(0, array.count + 2);
        let t = kind.name;
        let (first, second) = (self.bound(&array), self.bound(&array));
        let (head, index) = match self.choose.index(4) {
            0 => (
                expr(format!("for ({t} {j} = {i}; {j} < @; {j}++) {{"), [second]),
                expr(j.as_str(), []),
            ),
            1 => (
                expr(format!("for ({t} {j} = 0; {j} <= {i}; {j}++) {{"), []),
                expr(j.as_str(), []),
            ),
            2 => (
                expr(
                    format!("for ({t} {j} = 0; {j} + {i} < @; {j}++) {{"),
                    [second],
                ),
                expr(format!("{i} + {j}"), []),
            ),
            _ => (
                expr(format!("for ({t} {j} = 0; {j} < {i}; {j}++) {{"), []),
                expr(format!("{i} - {j} - 1"), []),
            ),
        };
        let element = expr("@[@]", [array.expr(), index]);
        body.push(block(
            expr(format!("for ({t} {i} = 0; {i} < @; {i}++) {{"), [first]),
            vec![block(head, vec![add(element)])],
        ));
        let _ = depth;
    }
}
