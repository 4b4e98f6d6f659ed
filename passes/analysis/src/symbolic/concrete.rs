//! Random functions, run step by step, hold every claim of the analysis against the values that they really have.

use super::atoms::{Atom, Symbol, View};
use super::expression::Expr;
use super::parameters::Parameters;
use super::ranges::{PoisonFlags, Ranges};
use super::region::LOWEST_MAPPED;
use super::regions::Regions;
use crate::FunctionAnalyses;
use crate::differential::{self, Claims, Run, is_inside, read};
use proptest::prelude::*;
use sanecc_ir::{Access, AccessKind, BlockId, Extent, Function, Id, Module, Type, ValueId};

/// The number that an expression has now.
fn evaluate(run: &Run<'_>, ranges: &Ranges<'_>, expr: &Expr) -> i128 {
    let value = |symbol: Symbol| {
        let bits = run
            .get(symbol.value)
            .expect("a symbol in a fact is not poison");
        if let Some(distance) = distance(run, ranges, symbol.value) {
            let Some(candidates) = ranges.candidates.get(&symbol.value) else {
                return distance;
            };
            let gone = distance - evaluate(run, ranges, &candidates.walk.start);
            assert_eq!(gone % candidates.walk.step, 0, "{symbol:?}");
            return gone / candidates.walk.step;
        }
        read(bits, run.bits(symbol.value), symbol.view)
    };
    ranges.atoms.evaluate(expr, &value).expect("small numbers")
}

/// The bytes from its root to a pointer that has one.
fn distance(run: &Run<'_>, ranges: &Ranges<'_>, pointer: ValueId) -> Option<i128> {
    let root = ranges.regions().root(pointer)?;
    Some(i128::from(run.get(pointer)?) - i128::from(run.get(root)?))
}

/// Holds the claims about a pointer against where it is.
fn holds_of_pointer(run: &Run<'_>, ranges: &Ranges<'_>, pointer: ValueId) {
    let Some(forms) = ranges.forms(pointer).filter(|forms| !forms.wild) else {
        return;
    };
    let distance = distance(run, ranges, pointer);
    let distance = distance.unwrap_or_else(|| panic!("{pointer:?} is poison"));
    for claim in forms.exact.iter().chain(&forms.congruent) {
        assert_eq!(evaluate(run, ranges, claim), distance, "{pointer:?}");
    }
    let (root, block) = (
        ranges.regions().root(pointer).expect("it has forms"),
        ranges
            .analyses
            .block_of(pointer)
            .expect("it is an instruction"),
    );
    let start = i128::from(run.get(root).expect("no root is poison"));
    let is_null = start == 0;
    assert!(!is_null || ranges.regions().may_be_null(root));
    for dereferenceable_bytes in ranges.dereferenceable_bytes(root, block) {
        let dereferenceable_bytes = evaluate(run, ranges, &dereferenceable_bytes);
        assert!(
            is_null || is_inside(start, dereferenceable_bytes),
            "{dereferenceable_bytes} bytes behind {root:?}"
        );
    }
    let access = Access {
        instruction: pointer,
        pointer,
        extent: Extent::Bytes(2),
        align: 1,
        kind: AccessKind::Read,
        atomic: false,
        bulk: false,
        by_library: false,
    };
    let place = run.function.resolve(pointer);
    if let Ok(proof) = ranges.stays_within(&access, &place, block) {
        let caught = is_null && distance >= 0 && distance + 2 <= i128::from(LOWEST_MAPPED);
        assert!(
            caught || is_inside(start, distance + 2),
            "{pointer:?}: {proof}"
        );
    }
}

impl Claims for Ranges<'_> {
    fn hold_in(&mut self, run: &Run<'_>, block: BlockId) {
        for fact in self.scopes[block.index()].clone() {
            assert!(
                evaluate(run, self, &fact) >= 0,
                "in {block:?}: {}",
                self.atoms.show(&fact)
            );
        }
    }

    fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
        let ranges = self;
        if ranges.is_pointer(value) {
            return holds_of_pointer(run, ranges, value);
        }
        let Some(forms) = ranges.forms(value).cloned() else {
            return;
        };
        let bits = run.bits(value);
        if forms.wild {
            return;
        }
        let now = run
            .get(value)
            .unwrap_or_else(|| panic!("{value:?} is poison"));
        for view in [View::Signed, View::Unsigned] {
            let reading = read(now, bits, view);
            let claim = evaluate(run, ranges, &forms.exact[view as usize]);
            assert_eq!(claim, reading, "{value:?} {view:?}");
            let congruent = evaluate(run, ranges, &forms.congruent[view as usize]);
            assert_eq!(
                (congruent - reading).rem_euclid(1 << bits),
                0,
                "{value:?} {view:?}"
            );
            let atom = ranges.atoms.id(Atom::Symbol(Symbol { value, view }));
            if let Some(Some(known)) = ranges.known.get(atom.index()).cloned() {
                assert!(
                    known.low <= reading && reading <= known.high,
                    "{value:?} {reading} {known:?}"
                );
                for fact in &known.facts {
                    assert!(
                        evaluate(run, ranges, fact) >= 0,
                        "{}",
                        ranges.atoms.show(fact)
                    );
                }
            }
        }
    }
}

fn check(function: &Function, inputs: &[u64]) {
    let analyses = FunctionAnalyses::of(function);
    let integers = || {
        let all = function.values.ids();
        all.filter(|v| matches!(function.values[*v].ty, Type::Int(_) | Type::Pointer(_)))
    };
    let (module, load_forwarding) = (Module::default(), differential::load_forwarding(function));
    let regions = Regions::recalling(&module, &analyses, Parameters::default(), load_forwarding);
    for poison_flags in [PoisonFlags::Kept, PoisonFlags::Dropped] {
        if let Some(mut ranges) = Ranges::with(&analyses, regions.clone(), poison_flags, integers())
        {
            let mut edited = function.clone();
            for value in ranges.dropped_flags(integers()) {
                edited.poison_flags.remove(&value);
            }
            differential::run(&edited, inputs, &mut ranges);
        }
    }
}

/// A guess about a phi names another phi, which a later round finds to be perhaps poison.
#[test]
fn nothing_is_said_by_what_turns_out_to_be_poison() {
    let choices = [
        35181, 15633, 11257, 50860, 37906, 877, 1465, 2837, 784, 33654, 3482, 23086, 44013, 9776,
        15264, 12349, 228, 13030, 0, 0, 0, 0, 0, 0, 37963, 41, 15000, 97, 15879, 0, 0, 0, 0, 0,
        6660, 2877, 1584, 22545, 0, 0, 0, 0, 0, 0, 8915, 6109, 5490, 6682, 27815, 0, 0, 29707, 0,
        32304, 0, 55808, 0, 0, 0, 0, 0, 0, 829, 0, 6961, 0, 0, 0, 0, 0, 0, 1, 8038, 4915, 19474,
        20025,
    ];
    check(&differential::function(&choices, 5), &[0; 24]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(700))]

    #[test]
    fn every_claim_holds_in_every_step(
        choices in prop::collection::vec(any::<u16>(), 10..160),
        blocks in 1..7usize,
        inputs in prop::collection::vec(any::<u64>(), 24),
    ) {
        check(&differential::function(&choices, blocks), &inputs);
    }

    #[test]
    fn every_claim_about_a_pointer_holds_in_every_step(
        choices in prop::collection::vec(any::<u16>(), 10..240),
        blocks in 1..7usize,
        inputs in prop::collection::vec(any::<u64>(), 24),
    ) {
        check(&differential::function_of_pointers(&choices, blocks), &inputs);
    }
}
