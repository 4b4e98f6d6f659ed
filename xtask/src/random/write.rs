//! Writes the abstract program as C.

use super::program::{Case, ErrorId, Expr, Form, Function, Program, Statement, Trigger};
use std::fmt::Write;

/// What every program begins with.
const PRELUDE: &str = include_str!("prelude.h");

/// The program as one file. It takes the number of a case and of an error, or several such pairs, each of which it runs in a process of
/// its own; without arguments it runs all cases as they should be.
pub fn program(program: &Program) -> String {
    let mut text = format!("// seed {}\n{PRELUDE}", program.seed);
    text.push_str(match program.trigger {
        Trigger::Static => "static int trigger;\n",
        Trigger::Extern => "int trigger;\n",
        Trigger::Volatile => "static volatile int trigger;\n",
    });
    let mut calls = String::new();
    for (index, case) in program.cases.iter().enumerate() {
        let number = index + 1;
        let mut copies = vec![0];
        if case.form == Form::Copies {
            copies.extend(case.errors());
        }
        for error in copies {
            let prefix = format!("c{number}_{error}_");
            let writer = Writer {
                form: case.form,
                error,
                prefix: &prefix,
            };
            writer.case(&mut text, case);
            let condition = match case.form {
                Form::Conditions => format!("which == {number}"),
                Form::Copies => format!("which == {number} && error == {error}"),
            };
            let _ = writeln!(calls, "  if ({condition}) return {prefix}entry();");
        }
    }
    let count = program.cases.len();
    let _ = write!(
        text,
        "\nstatic unsigned long run(int which, int error) {{\n{calls}  return 0;\n}}\n
int main(int count, char **words) {{
  begin();
  for (int i = 1; i + 1 < count; i += 2) {{
    if (count > 3 && !apart()) continue;
    trigger = atoi(words[i + 1]);
    printf(\"%lx\\n\", run(atoi(words[i]), trigger));
    return 0;
  }}
  if (count > 1) return 0;
  for (int i = 1; i <= {count}; i++) {{
    printf(\"%lx\\n\", run(i, 0));
    fflush(stdout);
  }}
  return 0;
}}\n"
    );
    text
}

struct Writer<'a> {
    form: Form,
    /// The error of this copy.
    error: ErrorId,
    prefix: &'a str,
}

impl Writer<'_> {
    fn case(&self, text: &mut String, case: &Case) {
        text.push('\n');
        self.statements(text, &case.globals, 0);
        for Function { head, body } in &case.functions {
            let _ = writeln!(text, "{} {{", self.named(head));
            self.statements(text, body, 1);
            text.push_str("}\n");
        }
    }

    fn statements(&self, text: &mut String, statements: &[Statement], depth: usize) {
        let indent = "  ".repeat(depth);
        for statement in statements {
            match statement {
                Statement::Line(line) => {
                    let _ = writeln!(text, "{indent}{}", self.expr(line));
                }
                Statement::Block { head, body, tail } => {
                    let _ = writeln!(text, "{indent}{}", self.expr(head));
                    self.statements(text, body, depth + 1);
                    let _ = writeln!(text, "{indent}{}", self.expr(tail));
                }
                Statement::Error(id, body) => match self.form {
                    Form::Conditions => {
                        let _ = writeln!(text, "{indent}if (trigger == {id}) {{");
                        self.statements(text, body, depth + 1);
                        let _ = writeln!(text, "{indent}}}");
                    }
                    Form::Copies if self.error == *id => self.statements(text, body, depth),
                    Form::Copies => {}
                },
            }
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Text(text, operands) => {
                let mut operands = operands.iter();
                let mut whole = String::new();
                for (at, piece) in text.split('@').enumerate() {
                    if at > 0 {
                        let operand = operands.next().expect("an operand for each @");
                        whole.push_str(&self.expr(operand));
                    }
                    whole.push_str(&self.named(piece));
                }
                whole
            }
            Expr::Error(id, right, wrong) => match self.form {
                Form::Conditions => format!(
                    "(trigger == {id} ? {} : {})",
                    self.expr(wrong),
                    self.expr(right)
                ),
                Form::Copies if self.error == *id => self.expr(wrong),
                Form::Copies => self.expr(right),
            },
        }
    }

    fn named(&self, text: &str) -> String {
        text.replace('$', self.prefix)
    }
}
