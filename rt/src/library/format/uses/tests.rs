//! Formats with arguments in registers and on the stack.

use super::*;
use crate::platform::CallFrame;

const GENERAL: usize = CallFrame::GENERAL;
const DOUBLE: usize = CallFrame::OF_DOUBLE;

fn frame(step: usize, stack: &[usize]) -> CallFrame {
    CallFrame {
        general: core::array::from_fn(|number| number * step),
        stack: stack.as_ptr() as usize,
        ..CallFrame::default()
    }
}

/// Uses of a printf format whose arguments are 10, 20, ..., and the words that it takes from the stack.
fn printed(format: &str) -> (Vec<Use>, Option<usize>) {
    let stack: Vec<usize> = (GENERAL..20).map(|number| number * 10).collect();
    let frame = frame(10, &stack);
    let mut uses = Vec::new();
    let end = of_printf(format.as_bytes(), frame.further(1), |one| uses.push(one));
    (uses, end.map(|end| (end - stack.as_ptr() as usize) / 8))
}

const fn text(place: usize, most: Option<usize>) -> Use {
    Use::Text(place, Characters::Narrow, most)
}

#[test]
fn in_order() {
    let uses = vec![text(10, None), text(40, Some(30)), Use::Count(50, 4)];
    assert_eq!(printed("%s %*.*s %n"), (uses, Some(0)));
    let many = "%d".repeat(GENERAL - 1) + " %f %s";
    assert_eq!(
        printed(&many),
        (vec![text((GENERAL + DOUBLE) * 10, None)], Some(1 + DOUBLE))
    );
    assert_eq!(
        printed("%f %s%.3s"),
        (
            vec![
                text(10 + DOUBLE * 10, None),
                text(20 + DOUBLE * 10, Some(3))
            ],
            Some(0)
        )
    );
}

#[test]
fn by_number() {
    assert_eq!(printed("%2$s %1$d"), (vec![text(20, None)], Some(0)));
    assert_eq!(
        printed("%%%3$.*1$s%2$n"),
        (vec![text(30, Some(10)), Use::Count(20, 4)], Some(0))
    );
    assert_eq!(
        printed("%2$s"),
        (vec![], None),
        "the type of the first is unknown"
    );
    assert_eq!(printed("%1$s %s"), (vec![], None), "mixed");
    assert_eq!(printed("%1$d %999$s"), (vec![], None), "too many");
}

#[test]
fn uses_before_what_is_unknown_count() {
    assert_eq!(printed("%s %y %s"), (vec![text(10, None)], None));
}

#[test]
fn scanf_until_told_to_stop() {
    let mut frame = frame(1, &[]);
    frame.general.rotate_right(1);
    let mut seen = Vec::new();
    let mut scan = |format: &str, most: usize| {
        seen.clear();
        let end = of_scanf(
            format.as_bytes(),
            Dialect::Iso,
            frame.further(2),
            |place, target| {
                seen.push((place, target));
                seen.len() < most
            },
        );
        (seen.clone(), end.is_some())
    };
    let (int, char) = (scanf::Target::Value(4), scanf::Target::Value(1));
    assert_eq!(scan("%d %*d %hhd", 9), (vec![(1, int), (2, char)], true));
    assert_eq!(scan("%d %hhd", 1), (vec![(1, int)], false));
    assert_eq!(scan("%2$d %1$hhd", 9), (vec![(2, int), (1, char)], true));
}
