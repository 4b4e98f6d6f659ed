//! Reads names of functions and variables, one a line, and prints those that the C library of the machine has: `cargo xtask coverage --library`
//! asks it about those that installed programs use.

use sanecc_machine::library;
use std::io::BufRead;

fn main() -> std::io::Result<()> {
    for name in std::io::stdin().lock().lines() {
        let name = name?;
        if library::find(&name).is_some() || library::variable(&name).is_some() {
            println!("{name}");
        }
    }
    Ok(())
}
