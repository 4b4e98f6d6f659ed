//! Random modules whose functions call each other are run, and what is said of parameters is held against what they are passed.

use proptest::prelude::*;
use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{Parameters, View, parameters_of_all};
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use std::fmt::Write;
use std::path::Path;

/// Bytes of the one object.
const SIZE: i64 = 16;
/// Calls of one run, and of one in the other.
const FUEL: u32 = 400;
const DEPTH: u32 = 60;

/// An argument, made of the caller's two numbers.
#[derive(Clone, Copy, Debug)]
enum Number {
    Constant(i64),
    Same(usize),
    Plus(usize, i64),
    Masked(usize, i64),
}

impl Number {
    fn value(self, numbers: [i64; 2]) -> i64 {
        match self {
            Number::Constant(n) => n,
            Number::Same(i) => numbers[i],
            Number::Plus(i, n) => numbers[i].wrapping_add(n),
            Number::Masked(i, n) => numbers[i] & n,
        }
    }

    /// Its instruction, if it takes one, and its name.
    fn text(self, name: &str) -> (String, String) {
        let named = |text: String| (format!("%{name} = {text}\n"), format!("%{name}"));
        match self {
            Number::Constant(n) => (String::new(), n.to_string()),
            Number::Same(i) => (String::new(), format!("%n{i}")),
            Number::Plus(i, n) => named(format!("add i64 %n{i}, {n}")),
            Number::Masked(i, n) => named(format!("and i64 %n{i}, {n}")),
        }
    }
}

/// A call that is made where a condition holds.
#[derive(Clone, Debug)]
struct Call {
    condition: (&'static str, Number, Number),
    callee: usize,
    numbers: [Number; 2],
    /// How far behind the caller's pointer that of the callee points.
    step: Number,
}

impl Call {
    fn holds(&self, numbers: [i64; 2]) -> bool {
        let (predicate, a, b) = self.condition;
        let (a, b) = (a.value(numbers), b.value(numbers));
        match predicate {
            "slt" => a < b,
            "ult" => (a as u64) < b as u64,
            "sge" => a >= b,
            "ne" => a != b,
            _ => unreachable!("{predicate}"),
        }
    }
}

fn number() -> impl Strategy<Value = Number> {
    let small = prop_oneof![Just(-1i64), Just(0), Just(1), Just(2), Just(8), Just(15)];
    prop_oneof![
        small.clone().prop_map(Number::Constant),
        (0..2usize).prop_map(Number::Same),
        (0..2usize, small.clone()).prop_map(|(i, n)| Number::Plus(i, n)),
        (0..2usize, prop_oneof![Just(1i64), Just(3), Just(7)])
            .prop_map(|(i, n)| Number::Masked(i, n)),
    ]
}

fn call(functions: usize) -> impl Strategy<Value = Call> {
    let predicate = prop_oneof![Just("slt"), Just("ult"), Just("sge"), Just("ne")];
    let step = prop_oneof![3 => Just(Number::Constant(0)), 1 => number()];
    let condition = (predicate, number(), number());
    let numbers = [number(), number()];
    (condition, 0..functions, numbers, step).prop_map(|(condition, callee, numbers, step)| Call {
        condition,
        callee,
        numbers,
        step,
    })
}

/// The bodies of the functions; the last one is the entry, which any input may reach.
fn bodies() -> impl Strategy<Value = Vec<Vec<Call>>> {
    (1..4usize).prop_flat_map(|functions| {
        prop::collection::vec(prop::collection::vec(call(functions), 0..4), functions + 1)
    })
}

fn text(bodies: &[Vec<Call>]) -> String {
    let mut text = format!(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
         target triple = \"x86_64-unknown-linux-gnu\"
         @object = internal global [{SIZE} x i8] zeroinitializer\n"
    );
    for (at, body) in bodies.iter().enumerate() {
        let is_entry = at + 1 == bodies.len();
        let head = match is_entry {
            true => "define void @entry(i64 %n0, i64 %n1)".to_owned(),
            false => format!("define internal void @f{at}(ptr %p, i64 %n0, i64 %n1)"),
        };
        let pointer = if is_entry { "@object" } else { "%p" };
        let _ = writeln!(
            text,
            "{head} sanitize_address noinline {{\nstore i8 0, ptr {pointer}"
        );
        for (i, call) in body.iter().enumerate() {
            let (predicate, a, b) = call.condition;
            let ((a, left), (b, right)) = (a.text(&format!("a{i}")), b.text(&format!("b{i}")));
            let [(x, first), (y, second)] =
                [0, 1].map(|n| call.numbers[n].text(&format!("x{i}.{n}")));
            let (s, step) = call.step.text(&format!("s{i}"));
            let _ = writeln!(
                text,
                "{a}{b}%c{i} = icmp {predicate} i64 {left}, {right}
                 br i1 %c{i}, label %then{i}, label %next{i}
                 then{i}:
                 {x}{y}{s}%p{i} = getelementptr inbounds i8, ptr {pointer}, i64 {step}
                 call void @f{}(ptr %p{i}, i64 {first}, i64 {second})
                 br label %next{i}
                 next{i}:",
                call.callee
            );
        }
        text.push_str("ret void\n}\n");
    }
    text
}

/// Runs the functions and holds what is known of each.
struct Run<'r> {
    bodies: &'r [Vec<Call>],
    known: Vec<Option<Parameters>>,
    fuel: u32,
}

impl Run<'_> {
    fn enter(&mut self, function: usize, offset: i64, numbers: [i64; 2], depth: u32) {
        if self.fuel == 0 || depth == DEPTH {
            return;
        }
        self.fuel -= 1;
        if let Some(known) = &self.known[function] {
            hold(known, offset, numbers);
        }
        let bodies = self.bodies;
        for call in bodies[function].iter().filter(|call| call.holds(numbers)) {
            let next = call.numbers.map(|number| number.value(numbers));
            let offset = offset.checked_add(call.step.value(numbers));
            // A pointer that leaves its object is poison.
            if let Some(offset) = offset.filter(|offset| (0..=SIZE).contains(offset)) {
                self.enter(call.callee, offset, next, depth + 1);
            }
        }
    }
}

fn read(n: i64, view: View) -> i128 {
    match view {
        View::Signed => n.into(),
        View::Unsigned => (n as u64).into(),
    }
}

fn hold(known: &Parameters, offset: i64, numbers: [i64; 2]) {
    let argument = |number: u32, view| read(numbers[number as usize - 1], view);
    for (number, intervals) in known.intervals.iter().enumerate().skip(1) {
        let Some(intervals) = intervals else { continue };
        for view in [View::Signed, View::Unsigned] {
            let (low, high) = intervals[view as usize];
            let n = argument(number as u32, view);
            assert!(
                low <= n && n <= high,
                "{n} is not in {low}..={high}, {view:?}"
            );
        }
    }
    for less in &known.less {
        let distance = argument(less.more, less.view) - argument(less.less, less.view);
        assert!(distance >= less.distance, "{less:?}: {distance}");
    }
    for room in &known.dereferenceable {
        let counted = room
            .count
            .map_or(0, |(number, view)| argument(number, view));
        let left = i128::from(SIZE - offset);
        assert!(
            room.scale * counted + room.rest <= left,
            "{room:?}: {left} left"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn what_is_said_of_parameters_holds_in_all_calls(
        bodies in bodies(),
        inputs in prop::collection::vec((any::<i64>(), -3..20i64), 4),
    ) {
        let context = Context::new();
        let text = text(&bodies);
        let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll"));
        let bitcode = bitcode.unwrap_or_else(|error| panic!("{error}\n{text}"));
        bitcode.verify("the test's text").unwrap();
        let module = import(&bitcode).0;
        let analyses: Vec<FunctionAnalyses<'_>> = module.functions.iter().map(|(_, f)| FunctionAnalyses::of(f)).collect();
        let index = |id: sanecc_ir::FuncId| sanecc_ir::Id::index(id);
        let parameters = parameters_of_all(&module, |id| Some(&analyses[index(id)]), &Default::default(), &|_, _| false);
        let mut known = vec![None; bodies.len()];
        for ((_, function), parameters) in module.functions.iter().zip(parameters) {
            if let Some(number) = function.name.strip_prefix('f') {
                known[number.parse::<usize>().unwrap()] = Some(parameters);
            }
        }
        let mut run = Run { bodies: bodies.as_slice(), known, fuel: 0 };
        for (a, b) in inputs {
            for numbers in [[a, b], [b, a], [b, b]] {
                run.fuel = FUEL;
                run.enter(bodies.len() - 1, 0, numbers, 0);
            }
        }
    }
}
