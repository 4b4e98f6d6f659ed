//! The algebra of expressions against evaluation.

use super::atoms::{Atoms, Symbol, View};
use super::expression::{Expr, MAX_COEFFICIENT, MAX_TERMS};
use proptest::prelude::*;
use sanecc_ir::{Id, ValueId};

/// How to build an expression.
#[derive(Clone, Debug)]
enum Recipe {
    Constant(i8),
    Symbol(u8),
    Add(Box<Recipe>, Box<Recipe>),
    Sub(Box<Recipe>, Box<Recipe>),
    Mul(Box<Recipe>, Box<Recipe>),
    Min(Box<Recipe>, Box<Recipe>),
    Max(Box<Recipe>, Box<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        any::<i8>().prop_map(Recipe::Constant),
        (0..3u8).prop_map(Recipe::Symbol)
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let pair = || {
            (
                inner.clone().prop_map(Box::new),
                inner.clone().prop_map(Box::new),
            )
        };
        prop_oneof![
            pair().prop_map(|(a, b)| Recipe::Add(a, b)),
            pair().prop_map(|(a, b)| Recipe::Sub(a, b)),
            pair().prop_map(|(a, b)| Recipe::Mul(a, b)),
            pair().prop_map(|(a, b)| Recipe::Min(a, b)),
            pair().prop_map(|(a, b)| Recipe::Max(a, b)),
        ]
    })
}

fn symbol(number: u8) -> Symbol {
    let value = ValueId::from_index(usize::from(number));
    Symbol {
        value,
        view: View::Signed,
    }
}

impl Recipe {
    fn build(&self, atoms: &mut Atoms) -> Option<Expr> {
        let mut both = |a: &Recipe, b: &Recipe| Some((a.build(atoms)?, b.build(atoms)?));
        match self {
            Recipe::Constant(n) => Some(Expr::constant(i128::from(*n))),
            Recipe::Symbol(n) => Some(atoms.symbol(symbol(*n))),
            Recipe::Add(a, b) => both(a, b).and_then(|(a, b)| a.add(&b)),
            Recipe::Sub(a, b) => both(a, b).and_then(|(a, b)| a.sub(&b)),
            Recipe::Mul(a, b) => both(a, b).and_then(|(a, b)| a.mul(&b)),
            Recipe::Min(a, b) => {
                let (a, b) = both(a, b)?;
                atoms.min(&a, &b)
            }
            Recipe::Max(a, b) => {
                let (a, b) = both(a, b)?;
                atoms.max(&a, &b)
            }
        }
    }

    fn value(&self, values: &[i8; 3]) -> i128 {
        match self {
            Recipe::Constant(n) => i128::from(*n),
            Recipe::Symbol(n) => i128::from(values[usize::from(*n)]),
            Recipe::Add(a, b) => a.value(values) + b.value(values),
            Recipe::Sub(a, b) => a.value(values) - b.value(values),
            Recipe::Mul(a, b) => a.value(values) * b.value(values),
            Recipe::Min(a, b) => a.value(values).min(b.value(values)),
            Recipe::Max(a, b) => a.value(values).max(b.value(values)),
        }
    }
}

fn evaluate(atoms: &Atoms, expr: &Expr, values: &[i8; 3]) -> i128 {
    let value = |symbol: Symbol| i128::from(values[symbol.value.index()]);
    atoms.evaluate(expr, &value).unwrap()
}

proptest! {
    #[test]
    fn expressions_mean_what_they_were_built_from(recipe in recipe(), values: [i8; 3]) {
        let mut atoms = Atoms::default();
        if let Some(expr) = recipe.build(&mut atoms) {
            prop_assert_eq!(evaluate(&atoms, &expr, &values), recipe.value(&values));
            let reduced = evaluate(&atoms, &expr.clone().reduced(), &values);
            prop_assert_eq!(reduced >= 0, recipe.value(&values) >= 0);
        }
    }

    /// The form is canonical: the order of the operands does not matter, and what cancels is gone.
    #[test]
    fn equal_sums_and_products_are_equal_values(a in recipe(), b in recipe()) {
        let mut atoms = Atoms::default();
        if let (Some(a), Some(b)) = (a.build(&mut atoms), b.build(&mut atoms)) {
            prop_assert_eq!(a.add(&b), b.add(&a));
            if let (Some(product), Some(other)) = (a.mul(&b), b.mul(&a)) {
                prop_assert_eq!(product, other);
            }
            prop_assert_eq!(atoms.min(&a, &b), atoms.min(&b, &a));
            prop_assert_eq!(a.sub(&a), Some(Expr::default()));
        }
    }
}

#[test]
fn what_is_too_large_is_not_made() {
    let mut atoms = Atoms::default();
    let all: Vec<Expr> = (0..=MAX_TERMS as u8)
        .map(|n| atoms.symbol(symbol(n)))
        .collect();
    let sum = |n: usize| {
        all[..n]
            .iter()
            .try_fold(Expr::default(), |sum, e| sum.add(e))
    };
    assert!(sum(MAX_TERMS).is_some());
    assert!(sum(MAX_TERMS + 1).is_none());
    let square = all[0].mul(&all[0]).unwrap();
    assert!(square.mul(&all[0]).is_some());
    assert!(square.mul(&square).is_none());
    assert!(Expr::constant(MAX_COEFFICIENT).scale(2).is_none());
}

#[test]
fn choices_that_are_never_made_are_gone() {
    let mut atoms = Atoms::default();
    let n = atoms.symbol(symbol(0));
    let less = n.add_constant(-1).unwrap();
    assert_eq!(atoms.max(&n, &less), Some(n.clone()));
    assert_eq!(atoms.min(&n, &less), Some(less.clone()));
    let zero = Expr::default();
    let both = atoms.max(&zero, &less).unwrap();
    assert_eq!(atoms.show(&both), "max(0, v0 - 1)");
    assert_eq!(
        atoms.max(&both, &n).map(|e| atoms.show(&e)),
        Some("max(0, v0)".into())
    );
}
