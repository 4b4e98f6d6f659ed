//! Makes random programs that are correct by construction except for errors inserted on purpose.
//!
//! The generator knows the bounds of every number and the length of every array; the
//! compiler often does not. So each access is in bounds by one of the idioms of
//! C. An error changes one place: a bound, an index, a size, a lifetime. It stays within a few bytes of the object, so
//! that the size of redzones does not decide whether it is detected.

mod access;
mod arrays;
mod blocks;
mod calls;
mod cells;
mod chains;
mod guards;
mod lives;
mod loops;
mod misses;
mod near;
mod numbers;
mod others;
mod results;
mod scope;
mod structs;
mod twice;

use super::choose::Choices;
use super::program::{
    Case, ErrorId, Expr, Form, Function, Program, Statement, Trigger, block, expr, line,
};
use scope::{Scope, Type};

/// How programs are made.
#[derive(Clone, Copy, clap::Args)]
pub struct Taste {
    /// Cases in a program
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub cases: usize,
    /// How many of the places that may hold an error do
    #[arg(long, value_name = "PERCENT", default_value_t = 25)]
    pub errors: u8,
}

/// At most so many errors in a case, and about so many statements.
const CONDITIONS: (ErrorId, usize) = (14, 26);
/// Fewer of them where each needs a copy of the case.
const COPIES: (ErrorId, usize) = (5, 12);
/// Blocks in blocks, at most.
const DEPTH: usize = 4;

/// The program of this seed, for a target whose `long` has so many bytes.
pub fn program(seed: u64, taste: Taste, long: i64) -> Program {
    let mut choices = Choices::of(seed);
    let trigger = choices.weighted(&[
        (3, Trigger::Static),
        (2, Trigger::Extern),
        (1, Trigger::Volatile),
    ]);
    let cases = (0..taste.cases).map(|_| case(choices.seed(), taste, long));
    Program {
        seed,
        trigger,
        cases: cases.collect(),
    }
}

fn case(seed: u64, taste: Taste, long: i64) -> Case {
    let mut choose = Choices::of(seed);
    let form = choose.weighted(&[(2, Form::Conditions), (1, Form::Copies)]);
    let (most, left) = match form {
        Form::Conditions => CONDITIONS,
        Form::Copies => COPIES,
    };
    let mut maker = Maker {
        choose,
        taste,
        long,
        most,
        errors: 0,
        names: 0,
        left,
        functions: Vec::new(),
        globals: Vec::new(),
        product: 1,
    };
    let mut body = vec![line("unsigned long s = 1;", [])];
    let mut scope = Scope::default();
    while maker.left > 0 {
        let more = maker.block(&mut scope, 0);
        body.extend(more);
    }
    body.push(line("return s;", []));
    maker.functions.push(Function {
        head: Case::ENTRY.to_owned(),
        body,
    });
    Case {
        form,
        globals: maker.globals,
        functions: maker.functions,
    }
}

/// Makes one case.
struct Maker {
    choose: Choices,
    taste: Taste,
    /// Bytes of a `long`.
    long: i64,
    /// At most so many errors.
    most: ErrorId,
    /// Errors so far.
    errors: ErrorId,
    /// Names given so far.
    names: u32,
    /// Statements that may still be made.
    left: usize,
    functions: Vec<Function>,
    globals: Vec<Statement>,
    /// How often the place that is being written runs, at most.
    product: i64,
}

impl Maker {
    /// The types of numbers and elements.
    fn types(&self) -> [Type; 8] {
        scope::types(self.long)
    }

    /// A name that nothing else in the case has.
    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("${start}{}", self.names)
    }

    /// The number of a new error, if there is to be one here.
    fn error(&mut self) -> Option<ErrorId> {
        if self.errors >= self.most || !self.choose.chance(self.taste.errors) {
            return None;
        }
        self.errors += 1;
        Some(self.errors)
    }

    /// `right`, or now and then an error whose text is `wrong`.
    fn slip(&mut self, right: impl Into<Expr>, wrong: impl Into<Expr>) -> Expr {
        let right = right.into();
        match self.error() {
            Some(id) => Expr::Error(id, right.into(), Box::new(wrong.into())),
            None => right,
        }
    }

    /// Statements that only an error has, if there is to be one here.
    fn mishap(&mut self, body: impl FnOnce(&mut Self) -> Vec<Statement>) -> Vec<Statement> {
        match self.error() {
            Some(id) => vec![Statement::Error(id, body(self))],
            None => Vec::new(),
        }
    }

    /// A few statements with what they declare. What they declare is gone from `scope` afterwards.
    fn block(&mut self, scope: &mut Scope, depth: usize) -> Vec<Statement> {
        let mut inner = scope.clone();
        let mut body = Vec::new();
        let mut end = Vec::new();
        if inner.arrays.is_empty() || self.choose.chance(30) {
            self.declare(&mut inner, &mut body, &mut end);
        }
        for _ in 0..self.choose.between(1, 4) {
            self.left = self.left.saturating_sub(1);
            self.statement(&mut inner, &mut body, &mut end, depth);
        }
        body.extend(end.into_iter().rev());
        match depth {
            0 => {
                body.insert(0, line("/* a block */", []));
                vec![block("{", body)]
            }
            _ => body,
        }
    }

    fn statement(
        &mut self,
        scope: &mut Scope,
        body: &mut Vec<Statement>,
        end: &mut Vec<Statement>,
        depth: usize,
    ) {
        #[derive(Clone, Copy)]
        enum Kind {
            Declare,
            Number,
            Access,
            Wide,
            Loop,
            Guard,
            Wrap,
            Call,
            Life,
            Library,
            Other,
            Near,
            Block,
            Twice,
            ScopeOver,
            Result,
            Cell,
        }
        let deep = depth >= DEPTH || self.left == 0 || self.product > 2000;
        let nested = if deep { 0 } else { 1 };
        let apart = if depth > 2 || deep { 0 } else { 1 };
        let kind = self.choose.weighted(&[
            (2, Kind::Declare),
            (2, Kind::Number),
            (6, Kind::Access),
            (1, Kind::Wide),
            (7 * nested, Kind::Loop),
            (3 * nested, Kind::Guard),
            (1, Kind::Wrap),
            (4 * apart, Kind::Call),
            (3 * apart, Kind::Life),
            (2, Kind::Library),
            (2 * apart, Kind::Other),
            (6 * apart, Kind::Near),
            (3 * apart, Kind::Block),
            (2 * apart, Kind::Twice),
            (apart, Kind::ScopeOver),
            (2 * apart, Kind::Result),
            (2 * apart, Kind::Cell),
        ]);
        match kind {
            Kind::Declare => self.declare(scope, body, end),
            Kind::Number => self.number(scope, body),
            Kind::Access => self.access(scope, body),
            Kind::Wide => self.wide(scope, body),
            Kind::Loop => self.a_loop(scope, body, depth),
            Kind::Guard => self.guarded(scope, body, depth),
            Kind::Wrap => self.wraps(scope, body),
            Kind::Call => self.call(scope, body, depth),
            Kind::Life => self.life(scope, body, end),
            Kind::Library => self.library(scope, body),
            Kind::Other => self.other(scope, body, depth),
            Kind::Near => self.near(body),
            Kind::Block => self.own_block(body),
            Kind::Twice => self.twice(body),
            Kind::ScopeOver => self.scope_over(body),
            Kind::Result => self.result(body),
            Kind::Cell => self.cell(body),
        }
    }
}

/// Right text, or wrong text if there is this error.
fn faulty(error: Option<ErrorId>, right: Expr, wrong: Expr) -> Expr {
    match error {
        Some(id) => Expr::Error(id, right.into(), wrong.into()),
        None => right,
    }
}

/// `s` takes in a value.
fn add(value: Expr) -> Statement {
    line("s = s * 31 + (unsigned long)(@);", [value])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::write;

    #[test]
    fn a_seed_makes_one_program() {
        let taste = Taste {
            cases: 3,
            errors: 30,
        };
        let text = |seed| write::program(&program(seed, taste, 8));
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }

    #[test]
    fn errors_are_where_they_are_asked_for() {
        let errors = |percent| {
            let taste = Taste {
                cases: 20,
                errors: percent,
            };
            let program = program(3, taste, 8);
            program
                .cases
                .iter()
                .map(|case| case.errors().len())
                .sum::<usize>()
        };
        assert_eq!(errors(0), 0);
        assert!(errors(40) > 40);
    }

    #[test]
    fn an_operand_is_asked_for_by_a_sign() {
        let text = expr("@ + @", [1.into(), "x".into()]);
        let Expr::Text(text, operands) = text else {
            panic!("no text");
        };
        assert_eq!((text.as_str(), operands.len()), ("@ + @", 2));
    }
}
