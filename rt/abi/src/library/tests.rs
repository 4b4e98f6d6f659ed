//! The tables hold together.

use super::*;

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten()
}

#[test]
fn tables_are_sorted_and_no_name_is_in_two() {
    for rows in TABLES {
        for pair in rows.windows(2) {
            assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
        }
    }
    for row in rows() {
        let count = rows().filter(|other| other.name == row.name).count();
        assert_eq!((count, find(row.name)), (1, Some(row)), "{}", row.name);
        let number = number_of(row).expect("small tables");
        assert_eq!(row_at(number), Some(row));
        assert_eq!(row_at(number ^ 1 << 31), None, "the checksum is wrong");
    }
    assert_eq!(row_at(OWN_EFFECTS), None);
    assert_eq!(find("main"), None);
}

#[test]
fn prototypes_are_letters_that_mean_something() {
    for row in rows() {
        let Prototype { result, parameters } = row.prototype;
        assert!(b"vpilzqfdx".contains(&result), "{}", row.name);
        let fixed = parameters.strip_suffix('.').unwrap_or(parameters);
        assert!(fixed.bytes().all(|letter| b"pailzqfdx".contains(&letter)));
    }
}

#[test]
fn functions_with_one_entry_begin_alike() {
    for row in rows().filter(|row| row.effects.is_none()) {
        let Some(first) = rows().find(|other| other.entry() == row.entry()) else {
            unreachable!()
        };
        // An entry point is compiled for one target: there these three have one size.
        let sizes = |letters: &str| letters.replace(['z', 'q'], "l");
        let own = sizes(row.prototype.parameters);
        let other = sizes(first.prototype.parameters);
        let shorter = own.len().min(other.len());
        assert_eq!(
            own[..shorter],
            other[..shorter],
            "{} and {}",
            row.name,
            first.name
        );
    }
}
#[test]
fn results_that_are_looked_at_come_in_general_registers() {
    for row in rows().filter(|row| row.effects.is_some_and(|effects| effects.need_result)) {
        assert!(b"vpilzq".contains(&row.prototype.result), "{}", row.name);
        // What is passed on from the stack is in eight bytes each.
        assert!(!row.prototype.parameters.contains('x'), "{}", row.name);
    }
}

#[test]
fn variadic_functions_say_where_their_named_arguments_end() {
    use effects::Further;
    for row in rows() {
        let named = row.prototype.parameters.strip_suffix('.');
        for effect in row.effects.iter().flat_map(|effects| effects.list) {
            if let Effect::Prints(format, further, _) | Effect::Scans(format, further, _) = effect {
                let arguments = row.prototype.parameters.len();
                let expected = match named {
                    Some(named) => Further::Variadic(named.len() as u8),
                    None => Further::List(arguments as u8 - 1),
                };
                assert_eq!(*further, expected, "{}", row.name);
                assert!(usize::from(*format) < arguments - 1, "{}", row.name);
            }
        }
    }
}
