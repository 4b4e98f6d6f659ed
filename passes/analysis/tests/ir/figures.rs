//! GreenArrays' running example (figures 1, 6 and 13) and figure 7: the ranges and regions that its text states, each bound the best
//! there is.

use crate::text;
use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{Expr, Ranges, Regions, View, roots_of_access};
use sanecc_ir::Module;

/// A function, the values that are asked about, and the place where: a point of GreenArrays' E-SSA form, where live ranges are split.
struct Asked<'t> {
    text: &'t str,
    module: Module,
}

impl Asked<'_> {
    /// Whether `low <= value - base <= high`, as numbers with sign, are proved at the instruction `at`, and no number in between is a bound,
    /// too. A base that is none is 0; a bound that is none is infinite.
    #[track_caller]
    fn range(
        &self,
        value: &str,
        at: &str,
        base: Option<&str>,
        low: Option<i128>,
        high: Option<i128>,
    ) {
        let (id, at) = text::value(self.text, &self.module, "f", at);
        let function = &self.module.functions[id];
        let named = |name: &str| text::value(self.text, &self.module, "f", name).1;
        let analyses = FunctionAnalyses::of(function);
        let regions = Regions::of(&self.module, &analyses);
        let accesses = function.accesses.iter();
        let mut roots: Vec<_> = accesses
            .flat_map(|(_, access)| roots_of_access(access, &function.resolve(access.pointer)))
            .collect();
        roots.extend([Some(value), base].into_iter().flatten().map(named));
        let ranges = Ranges::of(&analyses, regions, roots).unwrap();
        let block = text::block_of(function, at);
        let of = |name| ranges.at(named(name), View::Signed, block).unwrap();
        let mut difference = of(value);
        if let Some(base) = base {
            difference = difference.sub(&of(base)).unwrap();
        }
        let holds = |expr: Option<Expr>| ranges.proof(&expr.unwrap(), block).is_some();
        let at_least = |n: i128| holds(difference.add_constant(-n));
        let at_most = |n: i128| holds(difference.scale(-1).and_then(|e| e.add_constant(n)));
        match low {
            Some(low) => assert_eq!((at_least(low), at_least(low + 1)), (true, false), "lower"),
            None => assert!(!at_least(-1_000_000), "no lower bound"),
        }
        match high {
            Some(high) => assert_eq!((at_most(high), at_most(high - 1)), (true, false), "upper"),
            None => assert!(!at_most(1_000_000), "no upper bound"),
        }
    }
}

/// Figure 1: `p = malloc(N); i = 0; m = 0; j = N - 1; while (i < j) { p[i] = -1; p[j] = 1; p[m] = 0; m++; i++; j--; }`.
const EXAMPLE: &str = "
    define void @f(i16 %size) {
      %n = zext i16 %size to i64
      %p = call ptr @malloc(i64 %n)
      %j0 = add nsw i64 %n, -1
      br label %head
    head:
      %i = phi i64 [ 0, %0 ], [ %i2, %body ]
      %j = phi i64 [ %j0, %0 ], [ %j2, %body ]
      %m = phi i64 [ 0, %0 ], [ %m2, %body ]
      %in = icmp slt i64 %i, %j
      br i1 %in, label %body, label %end
    body:
      %pi = getelementptr i8, ptr %p, i64 %i
      store i8 -1, ptr %pi
      %pj = getelementptr i8, ptr %p, i64 %j
      store i8 1, ptr %pj
      %pm = getelementptr i8, ptr %p, i64 %m
      store i8 0, ptr %pm
      %m2 = add i64 %m, 1
      %i2 = add nsw i64 %i, 1
      %j2 = add nsw i64 %j, -1
      br label %head
    end:
      ret void
    }";

const PRELUDE: &str = "declare ptr @malloc(i64)";

fn asked(text: &str) -> Asked<'_> {
    Asked {
        text,
        module: text::module(PRELUDE, text),
    }
}

/// Figure 13, last column: `R(j1) = [-1, N-1]`, `R(it) = [0, N-2]`, `R(jt) = [1, N-1]`, `R(i2) = [1, N-1]`, `R(j2) = [0, N-2]`,
/// `R(m1) = [0, +oo]`. (That m has no upper bound takes arithmetic that does not wrap; here it may, so it has no lower one either.)
#[test]
fn figure_13_symbolic_ranges() {
    let asked = asked(EXAMPLE);
    for (value, at, low, high) in [
        ("j", "in", -1, -1),
        ("i", "pi", 0, -2),
        ("j", "pj", 1, -1),
        ("i2", "i2", 1, -1),
        ("j2", "j2", 0, -2),
    ] {
        asked.range(value, at, None, Some(low), Some(0xffff + high));
        asked.range(value, at, Some("n"), Some(low - 0xffff), Some(high));
    }
    asked.range("m", "pm", None, None, None);
}

/// Example 1 of section 4.4: `W(pi) = [0, 1]`, `W(pj) = [-1, 0]`, `W(pm)` is empty: the accesses at lines 18 and 20 need no checks, and `pi + 1`
/// and `pj - 1` are valid, too, but not beyond.
#[test]
fn figure_6_regions_around_the_pointers() {
    let module = |at: &str, distance: i64| {
        let old = format!(
            "store i8 {}, ptr %{at}",
            if at == "pi" { -1 } else { i8::from(at == "pj") }
        );
        assert!(EXAMPLE.contains(&old));
        let new =
            format!("%moved = getelementptr i8, ptr %{at}, i64 {distance}\nstore i8 7, ptr %moved");
        EXAMPLE.replace(&old, &new)
    };
    let valid = |at: &str, distance: i64| {
        let text = module(at, distance);
        let module = text::module(PRELUDE, &text);
        let (id, moved) = text::value(&text, &module, "f", "moved");
        let function = &module.functions[id];
        let analyses = FunctionAnalyses::of(function);
        let mut accesses = function.accesses.iter().map(|(_, access)| access);
        let access = accesses.find(|access| access.pointer == moved).unwrap();
        let place = function.resolve(access.pointer);
        let regions = Regions::of(&module, &analyses);
        let ranges = Ranges::of(&analyses, regions, roots_of_access(access, &place)).unwrap();
        let block = text::block_of(function, access.instruction);
        ranges.stays_within(access, &place, block).is_ok()
    };
    let around = |at: &str| [-1, 0, 1].map(|distance| valid(at, distance));
    assert_eq!(around("pi"), [false, true, true]);
    assert_eq!(around("pj"), [true, true, false]);
    assert_eq!(around("pm"), [false, false, false]);
    assert!(!valid("pi", 2) && !valid("pj", -2));
}

/// Figure 7: with `R(x) = [0, 15]`, what is computed from `x` before a test of `x` is bounded by it behind, and the other way round.
#[test]
fn figure_7_transitive_splitting() {
    let text = "
    define void @f(i8 %in) {
      %some = and i8 %in, 15
      %x = zext i8 %some to i64
      %v = add nsw i64 %x, 1
      %test = icmp slt i64 %x, 8
      br i1 %test, label %then, label %else
    then:
      %a = add i64 %v, 0
      %far = icmp sgt i64 %v, 5
      br i1 %far, label %both, label %end
    both:
      %b = add i64 %x, 0
      br label %end
    else:
      %c = add i64 %v, 0
      br label %end
    end:
      ret void
    }";
    let asked = asked(text);
    asked.range("v", "v", None, Some(1), Some(16));
    asked.range("v", "a", None, Some(1), Some(8));
    asked.range("v", "c", None, Some(9), Some(16));
    asked.range("x", "b", None, Some(5), Some(7));
}
