//! The figures of firmware as tables, and whether the aims of the project are met.

use super::Firmware;
use super::form::{Form, LEVELS};
use super::sizes::Sizes;
use crate::table::{Table, ratio};

/// The figures of one target.
struct OfTarget<'f> {
    target: &'static str,
    figures: Vec<&'f Firmware>,
}

impl OfTarget<'_> {
    fn get(&self, form: Form, level: &str) -> Option<Sizes> {
        let mut figures = self.figures.iter();
        let found = figures.find(|figure| figure.form == form && figure.level == level);
        found.map(|figure| figure.sizes)
    }

    /// At the level at which all forms are measured.
    fn small(&self, form: Form) -> Option<Sizes> {
        self.get(form, LEVELS[0])
    }

    /// Code of the firmware, compared with unchecked code.
    fn growth(&self, form: Form, level: &str) -> Option<f64> {
        let unchecked = self.get(Form::Unchecked, level)?;
        Some(self.get(form, level)?.own.code as f64 / unchecked.own.code as f64)
    }

    /// Flash for what checks know of objects and places, beyond the firmware's own constants.
    fn records(&self, form: Form, level: &str) -> Option<u64> {
        let unchecked = self.get(Form::Unchecked, level)?;
        let constants = self.get(form, level)?.own.constants;
        Some(constants.saturating_sub(unchecked.own.constants))
    }

    /// RAM for the redzones of variables.
    fn redzones(&self, form: Form) -> Option<u64> {
        let unchecked = self.small(Form::Unchecked)?.own.ram();
        Some(self.small(form)?.own.ram().saturating_sub(unchecked))
    }
}

/// By target, in the order of the figures.
fn by_target(figures: &[Firmware]) -> Vec<OfTarget<'_>> {
    let mut targets: Vec<OfTarget<'_>> = Vec::new();
    for figure in figures {
        match targets.last_mut() {
            Some(last) if last.target == figure.target => last.figures.push(figure),
            _ => targets.push(OfTarget {
                target: figure.target,
                figures: vec![figure],
            }),
        }
    }
    targets
}

/// A table with the text that says what it shows.
pub type Explained = (&'static str, Table);

/// All tables.
pub fn tables(figures: &[Firmware]) -> Vec<Explained> {
    let targets = by_target(figures);
    vec![
        (
            "Flash of the runtime in bytes: without a heap (`-fsanecc-heap=none`), with FreeRTOS's, and with every function that it has. RAM beside the shadow: the record of a report, and state.",
            runtime(&targets),
        ),
        (
            "Flash of the firmware in bytes: its code, the ratio to unchecked code, and the records of globals, frames and places.",
            code(&targets),
        ),
        (
            "RAM in bytes at `-Os`: the firmware's variables (with its stacks and its heap), their redzones, and the shadow, at each scale.",
            memory(&targets),
        ),
    ]
}

fn runtime(targets: &[OfTarget<'_>]) -> Table {
    let mut table = Table::new([
        "target",
        "flash: no heap",
        "FreeRTOS's heap",
        "everything",
        "RAM: no heap",
        "everything",
    ]);
    for target in targets {
        let of = |form| target.small(form).map(|sizes| sizes.runtime);
        let flash = |form| bytes(of(form).map(|room| room.flash()));
        let ram = |form| bytes(of(form).map(|room| room.ram()));
        table.row([
            target.target.to_owned(),
            flash(Form::NoHeap),
            flash(Form::Calls),
            flash(Form::Everything),
            ram(Form::NoHeap),
            ram(Form::Everything),
        ]);
    }
    table
}

fn code(targets: &[OfTarget<'_>]) -> Table {
    let mut header = vec!["target".to_owned(), "form".to_owned()];
    for level in LEVELS {
        header.extend([
            format!("{}: code", &level[1..]),
            "ratio".into(),
            "records".into(),
        ]);
    }
    let mut table = Table::new(header);
    for target in targets {
        for form in Form::OF_CODE {
            let mut cells = vec![target.target.to_owned(), form.title().to_owned()];
            for level in LEVELS {
                let own = target.get(form, level).map(|sizes| sizes.own.code);
                cells.push(bytes(own));
                cells.push(ratio(target.growth(form, level)));
                cells.push(bytes(target.records(form, level)));
            }
            table.row(cells);
        }
    }
    table
}

fn memory(targets: &[OfTarget<'_>]) -> Table {
    let mut table = Table::new([
        "target",
        "variables",
        "redzones: 8",
        "16",
        "32",
        "shadow: 8",
        "16",
        "32",
    ]);
    let scales = [Form::Calls, Form::Scale16, Form::Scale32];
    for target in targets {
        let variables = target.small(Form::Unchecked).map(|sizes| sizes.own.ram());
        let mut cells = vec![target.target.to_owned(), bytes(variables)];
        cells.extend(scales.map(|form| bytes(target.redzones(form))));
        cells.extend(scales.map(|form| bytes(target.small(form).map(|sizes| sizes.shadow))));
        table.row(cells);
    }
    table
}

fn bytes(figure: Option<u64>) -> String {
    figure.map_or("-".to_owned(), |figure| figure.to_string())
}

/// Most bytes of flash that the runtime shall take without a heap.
const SMALLEST: u64 = 8 << 10;
/// The same with all of it.
const LARGEST: u64 = 20 << 10;
/// Most that code shall grow with calls.
const GROWTH: f64 = 1.5;

/// For each aim of the project the figure of the target that is worst, and whether it is met.
pub fn aims(figures: &[Firmware]) -> Table {
    let targets = by_target(figures);
    let mut table = Table::new(["aim", "worst", "on", "verdict"]);
    let mut row = |aim: String,
                   limit: f64,
                   shown: fn(f64) -> String,
                   of: &dyn Fn(&OfTarget<'_>) -> Option<f64>| {
        let all = targets
            .iter()
            .filter_map(|target| Some((of(target)?, target.target)));
        if let Some((figure, target)) = all.max_by(|one, other| one.0.total_cmp(&other.0)) {
            let verdict = if figure <= limit { "met" } else { "missed" };
            table.row([aim, shown(figure), target.to_owned(), verdict.to_owned()]);
        }
    };
    let flash = |form: Form| {
        move |target: &OfTarget<'_>| target.small(form).map(|sizes| sizes.runtime.flash() as f64)
    };
    let whole = |figure: f64| format!("{figure:.0}");
    for (what, form, limit) in [
        ("without a heap", Form::NoHeap, SMALLEST),
        ("with everything", Form::Everything, LARGEST),
    ] {
        let aim = format!("flash of the runtime {what}: at most {limit}");
        row(aim, limit as f64, whole, &flash(form));
    }
    for level in LEVELS {
        let aim = format!("code with calls at `{level}`, ratio to unchecked: at most {GROWTH}");
        let two_digits = |figure| ratio(Some(figure));
        row(aim, GROWTH, two_digits, &|target| {
            target.growth(Form::Calls, level)
        });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::sizes::Room;
    use super::*;

    /// Code of the firmware, its constants, its variables, and flash of the runtime.
    fn figure(form: Form, [code, constants, zeroed, runtime]: [u64; 4]) -> Firmware {
        let own = Room {
            code,
            constants,
            zeroed,
            data: 0,
        };
        Firmware {
            target: "thumbv7m-none-eabi",
            form,
            level: "-Os",
            sizes: Sizes {
                own,
                runtime: Room {
                    code: runtime,
                    ..Room::default()
                },
                shadow: 8192,
                ..Sizes::default()
            },
        }
    }

    fn example() -> Vec<Firmware> {
        vec![
            figure(Form::Unchecked, [1000, 16, 500, 0]),
            figure(Form::Calls, [1510, 116, 700, 6000]),
            figure(Form::NoHeap, [1510, 116, 700, 8192]),
        ]
    }

    #[test]
    fn figures_are_compared_with_unchecked_firmware() {
        let tables = tables(&example());
        let texts: Vec<String> = tables.iter().map(|(_, table)| table.markdown()).collect();
        assert!(
            texts[0]
                .contains("| thumbv7m-none-eabi |           8192 |            6000 |          - |"),
            "{}",
            texts[0]
        );
        assert!(
            texts[1].contains("| calls (default)     |     1510 |  1.51 |     100 |        - |"),
            "{}",
            texts[1]
        );
        assert!(
            texts[2]
                .contains("| thumbv7m-none-eabi |       500 |         200 |  - |  - |      8192 |"),
            "{}",
            texts[2]
        );
    }

    #[test]
    fn an_aim_is_met_at_its_limit_and_missed_beyond() {
        let text = aims(&example()).markdown();
        let verdict = |aim: &str| {
            let line = text.lines().find(|line| line.contains(aim));
            let cells: Vec<&str> = line.unwrap().split('|').map(str::trim).collect();
            (cells[2].to_owned(), cells[4].to_owned())
        };
        let found = |figure: &str, verdict: &str| (figure.to_owned(), verdict.to_owned());
        assert_eq!(verdict("without a heap"), found("8192", "met"));
        assert_eq!(verdict("code with calls at `-Os`"), found("1.51", "missed"));
        assert!(!text.contains("with everything"), "{text}");
    }
}
