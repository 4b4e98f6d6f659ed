//! The help texts, generated from the table of commands.

use super::{COMMANDS, Command, Opt};
use std::fmt::Write;

/// What `cargo xtask --help` prints.
pub fn overview() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND [OPTIONS]\n\ncommands:\n");
    for command in COMMANDS {
        let _ = writeln!(text, "  {:10} {}", command.name, command.about);
    }
    text.push_str("\n`cargo xtask COMMAND --help` lists the options of a command.\n");
    text
}

/// What `cargo xtask COMMAND --help` prints.
pub fn of(command: &Command) -> String {
    let mut text = format!("usage: cargo xtask {}", command.name);
    for option in command.options {
        let _ = write!(text, " [{}]", spelling(option));
    }
    let _ = writeln!(text, "\n\n{}\n", command.about);
    for option in command.options {
        let _ = writeln!(text, "  {:16} {}", spelling(option), option.about);
    }
    text
}

fn spelling(option: &Opt) -> String {
    match option.value {
        Some(value) => format!("--{} {value}", option.name),
        None => format!("--{}", option.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overview_names_every_command_once() {
        let text = overview();
        for command in COMMANDS {
            assert_eq!(
                text.matches(&format!("\n  {} ", command.name)).count(),
                1,
                "{}",
                command.name
            );
        }
    }

    #[test]
    fn a_command_shows_its_options_and_their_values() {
        let bench = COMMANDS
            .iter()
            .find(|command| command.name == "bench")
            .unwrap();
        assert!(of(bench).contains("--runs N"));
    }
}
