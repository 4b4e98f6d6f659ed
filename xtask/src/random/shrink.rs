//! Shrinks a failing program: removes parts as long as it still fails.

use super::program::{ErrorId, Expr, Form, Program, Statement};
use super::run::Request;

/// At most so many programs are tried.
const MOST_TRIES: usize = 300;

/// The smallest program found for which `fails` holds, and the request that it fails with.
pub fn shrink(
    program: &Program,
    request: Request,
    mut fails: impl FnMut(&Program, Request) -> bool,
) -> (Program, Request) {
    let mut best = (program.clone(), request);
    if let Some((case, error)) = request {
        let mut alone = program.clone();
        alone.cases = vec![alone.cases[case - 1].clone()];
        let request = Some((1, error));
        if fails(&alone, request) {
            best = (alone, request);
            let mut plain = best.0.clone();
            settle(&mut plain, error);
            if fails(&plain, request) {
                best.0 = plain;
            }
            let mut copy = best.0.clone();
            copy.cases[0].form = Form::Copies;
            if fails(&copy, request) {
                best.0 = copy;
            }
        }
    }
    let mut tries = 0;
    loop {
        let mut place = 0;
        let mut smaller = false;
        loop {
            let mut candidate = best.0.clone();
            if !Cut::at(place).program(&mut candidate) {
                break;
            }
            tries += 1;
            if tries > MOST_TRIES {
                return best;
            }
            if fails(&candidate, best.1) {
                best.0 = candidate;
                smaller = true;
            } else {
                place += 1;
            }
        }
        if !smaller {
            return best;
        }
    }
}

/// Takes all errors but one out of the program.
fn settle(program: &mut Program, error: ErrorId) {
    for case in &mut program.cases {
        for function in &mut case.functions {
            settle_all(&mut function.body, error);
        }
    }
}

fn settle_all(statements: &mut Vec<Statement>, error: ErrorId) {
    statements.retain(|statement| !matches!(statement, Statement::Error(id, _) if *id != error));
    for statement in statements {
        match statement {
            Statement::Line(text) => settle_expr(text, error),
            Statement::Block { head, body, tail } => {
                settle_expr(head, error);
                settle_all(body, error);
                settle_expr(tail, error);
            }
            Statement::Error(_, body) => settle_all(body, error),
        }
    }
}

fn settle_expr(expr: &mut Expr, error: ErrorId) {
    match expr {
        Expr::Text(_, operands) => operands.iter_mut().for_each(|one| settle_expr(one, error)),
        Expr::Error(id, right, _) if *id != error => {
            let mut right = right.as_ref().clone();
            settle_expr(&mut right, error);
            *expr = right;
        }
        Expr::Error(_, right, wrong) => {
            settle_expr(right, error);
            settle_expr(wrong, error);
        }
    }
}

/// One cut, at a place that is counted from the outside to the inside.
struct Cut {
    left: usize,
    done: bool,
}

impl Cut {
    fn at(place: usize) -> Self {
        Self {
            left: place,
            done: false,
        }
    }

    /// Whether this is the place.
    fn here(&mut self) -> bool {
        if self.done {
            return false;
        }
        self.done = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.done
    }

    /// Cuts; false if there is no such place.
    fn program(mut self, program: &mut Program) -> bool {
        for case in &mut program.cases {
            for index in (0..case.functions.len()).rev() {
                if self.here() {
                    case.functions.remove(index);
                    return true;
                }
            }
            self.statements(&mut case.globals);
            for function in case.functions.iter_mut().rev() {
                self.statements(&mut function.body);
            }
        }
        self.done
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let count = statements.len();
        if count >= 4 && self.here() {
            statements.drain(..count / 2);
            return;
        }
        if count >= 4 && self.here() {
            statements.drain(count / 2..);
            return;
        }
        for index in (0..count).rev() {
            if self.here() {
                statements.remove(index);
                return;
            }
            let inner = match &statements[index] {
                Statement::Block { body, .. } if self.here() => Some(body.clone()),
                _ => None,
            };
            if let Some(inner) = inner {
                statements.splice(index..=index, inner);
                return;
            }
        }
        for statement in statements {
            match statement {
                Statement::Line(text) => self.operands(text),
                Statement::Block { head, body, tail } => {
                    self.operands(head);
                    self.statements(body);
                    self.operands(tail);
                }
                Statement::Error(_, body) => self.statements(body),
            }
        }
    }

    /// The operands of a whole line, which itself is no value.
    fn operands(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Text(_, operands) => operands.iter_mut().for_each(|one| self.value(one)),
            Expr::Error(_, right, wrong) => {
                self.operands(right);
                self.operands(wrong);
            }
        }
    }

    fn value(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Text(text, operands) => {
                if text == "0" || text == "1" {
                    return;
                }
                let chosen = operands.iter().find(|_| self.here()).cloned();
                if let Some(operand) = chosen {
                    *expr = operand;
                    return;
                }
                for simple in ["0", "1"] {
                    if self.here() {
                        *expr = simple.into();
                        return;
                    }
                }
                operands.iter_mut().for_each(|one| self.value(one));
            }
            Expr::Error(_, right, wrong) => {
                let texts = [right.as_ref().clone(), wrong.as_ref().clone()];
                for text in texts {
                    if self.here() {
                        *expr = text;
                        return;
                    }
                }
                self.value(right);
                self.value(wrong);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::make::{self, Taste};
    use crate::random::write;

    #[test]
    fn what_the_failure_needs_is_kept_and_little_else() {
        let taste = Taste {
            cases: 2,
            errors: 30,
        };
        let program = make::program(5, taste, 8);
        let is_there = |program: &Program, _: Request| write::program(program).contains("for (");
        assert!(is_there(&program, None));
        let (small, _) = shrink(&program, None, is_there);
        let text = write::program(&small);
        assert!(text.contains("for ("));
        let statements = text.lines().filter(|line| line.starts_with("  ")).count();
        assert!(statements < 25, "{text}");
    }

    #[test]
    fn an_error_alone_has_its_case_to_itself() {
        let taste = Taste {
            cases: 3,
            errors: 60,
        };
        let program = make::program(11, taste, 8);
        let case = program
            .cases
            .iter()
            .position(|case| !case.errors().is_empty())
            .unwrap();
        let error = *program.cases[case].errors().last().unwrap();
        let has = |program: &Program, request: Request| {
            let (case, error) = request.unwrap();
            program.cases[case - 1].errors().contains(&error)
        };
        let (small, request) = shrink(&program, Some((case + 1, error)), has);
        assert_eq!(small.cases.len(), 1);
        assert_eq!(request, Some((1, error)));
        assert_eq!(small.cases[0].errors().len(), 1);
    }
}
