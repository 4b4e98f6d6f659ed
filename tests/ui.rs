//! Small programs in C and C++, compiled, run and judged. Those under `tests/ui` and `tests/soundness` have two revisions: `bad` makes
//! one memory error, which must be reported on the annotated line; `fixed`, compiled with `-DFIXED`, makes none and must stay
//! silent. Those under `tests/pass` make none either, and have no revisions.
//!
//! One trial is one (program, optimisation level, revision, macro definition). Filter them by name as with libtest:
//! `cargo test --test ui -- ui/heap`, `... -- 'redzone_jump.c -O2'`, `... -- --list`.
//!
//! `tests/README.md` says where what goes, how to add a program, and what directives there are. An unknown directive is a failure.
//! Programs in a folder named `aux` are parts of others; the annotation may stand in one of them.
//!
//! Correct programs are compiled with `-Wall -Werror`. From `-O1` on, checks come before optimisation, but with `-fno-sanecc-strict`. Further ways at `-O2`:
//! - Correct programs under `soundness` run with `-fsanecc-audit` (no removal is unsound), one in four without it, too. One in four of
//!   those with an error and one in ten of all other programs are audited as well.
//! - Errors under `soundness` and one in ten of all other programs run with `-fno-sanecc-strict`.
//! - One in eight of the errors under `soundness` runs with `-fsanecc-elide=none`: removing checks must not change the report.
//!
//! `SANECC_TEST_ALL=1` runs all of them in all these ways.
//!
//! Programs in folders named `strict` have errors in what LLVM deletes: with that flag they must stay silent. At `-O0` these also run with `-fsanecc-strict`.
//!
//! Programs under `ui` run once more at one level with `report_format=json`: the record says what the text does.
//!
//! # Library functions
//! `tests/effects` has programs of many cases each, one for each function: `cargo test --test ui -- effects/`.
//!
//! # Debuggers
//! GDB shows the stack of each kind of error: `cargo test --test ui -- debugger/`.
//!
//! # The machine
//! `sane run` judges the same programs: `cargo test --test ui -- run/`. It asserts there what the compiler claims of removed checks: `-- audit/`.
//!
//! # Other targets
//! `SANECC_TEST_TARGET=aarch64-linux-gnu` compiles for that target and runs the programs in its emulator; `cargo xtask targets` does so for all, and writes
//! `docs/targets.md`. Targets without an operating system have emulated boards. `SANECC_TEST_SAMPLE=10` runs one trial in ten there, and
//! `SANECC_TEST_TRIALS` takes names, one in a line.
//!
//! # Checking the programs themselves
//! `SANECC_TEST_TOOLS=target/release` tries the `sanecc` and `sane` of that folder, as `cargo xtask test` does.
//! `SANECC_TEST_CC='clang-19' cargo test --test ui` compiles the same programs with another compiler and
//! its `-fsanitize=address`, and holds that one's reports against the same annotations. Flags of sanecc's
//! own are left out there.

mod ui_harness;

use libtest_mimic::Arguments;
use std::process::ExitCode;
use ui_harness::{
    compiler::Compiler, corpus, debugger, effects, machine, machine_audit, self_check, verdict,
};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let compiler = match Compiler::chosen() {
        Ok(compiler) => compiler,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let is_foreign = !matches!(ui_harness::compiler::target(), Ok(None));
    if is_foreign {
        let trials = match corpus::sample(corpus::trials(compiler, verdict::run)) {
            Ok(trials) => trials,
            Err(reason) => {
                eprintln!("error: {reason}");
                return ExitCode::FAILURE;
            }
        };
        return libtest_mimic::run(&arguments, trials).exit_code();
    }
    let mut trials = self_check::trials();
    trials.extend(effects::trials(compiler.clone()));
    trials.extend(debugger::trials(&compiler));
    if compiler.removes_checks() {
        trials.extend(machine::trials());
        trials.extend(machine_audit::trials());
    }
    trials.extend(corpus::trials(compiler, verdict::run));
    libtest_mimic::run(&arguments, trials).exit_code()
}
