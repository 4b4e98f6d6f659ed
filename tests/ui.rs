//! Small programs in C and C++, compiled, run and judged: those under `tests/ui` and `tests/soundness` each make
//! one memory error, which must be reported on the annotated line; their twins under `tests/pass` make
//! none and must stay silent.
//!
//! One trial is one (program, optimisation level, revision). Filter them by name as with libtest:
//! `cargo test --test ui -- ui/heap`, `... -- 'redzone_jump.c -O2'`, `... -- --list`.
//!
//! `tests/README.md` says where what goes, and how to add a program.
//!
//! # A program
//! The line of the bad access ends in `//~ ERROR KIND`, with the kind as the report names it. It stands
//! exactly once in a program under `ui` and `soundness` (it may stand in one of its `aux` files) and
//! never under `pass`. `tests/ui/a/b.c` has its twin at `tests/pass/a/b.c`, `tests/soundness/RULE/b.c`
//! at `tests/pass/soundness/RULE/b.c`; programs in a folder named `aux` are parts of others.
//!
//! Directives stand in comment lines before the first line of code, and an unknown one is a failure:
//!
//! | directive | meaning |
//! | --- | --- |
//! | `//@ flags: -x ...` | more flags for compiling and linking |
//! | `//@ aux: FILE ...` | more sources, relative to this one, compiled separately and linked |
//! | `//@ levels: O0 O2` | optimisation levels; without it O0, O1 and O2, under `pass` O0 and O2 |
//! | `//@ revisions: N=1 N=2` | one trial for each, with that `-D` |
//! | `//@ options: NAME=VALUE ...` | options of the runtime |
//! | `//@ kills-mutants: RULE/CONDITION ...` | under `soundness`: conditions without which it fails, see `cargo xtask mutants` |
//! | `//@ contains: TEXT` | the report contains the text (may be repeated) |
//! | `//@ known-bug: WHY` | fails today; the trial fails when the program is judged right |
//! | `//@ asan: KIND WHY` | another compiler's AddressSanitizer gives it this kind |
//! | `//@ asan: silent WHY` | ... finds nothing |
//! | `//@ asan: any WHY` | ... may find it or not; the program is not run there |
//!
//! The last four hold for some levels only when these are named: `//@ known-bug(O1 O2): WHY`.
//!
//! Programs under `pass` are compiled with `-Wall -Werror`. Those under `soundness` run twice, by default
//! and with `-fsanecc-elide=none`: removing checks must not change the report. At `-O2` they, their twins and one in ten
//! of all other programs also run with `-fsanecc-audit`: no removal is unsound (`SANECC_AUDIT_ALL=1` for all of them).
//!
//! Programs in folders named `strict` have errors in what LLVM deletes: they run with `-fsanecc-strict`, and at `-O2` also without,
//! where they must stay silent. One in ten of all other programs runs strictly at `-O2`, too (`SANECC_STRICT_ALL=1` for all of them, at all levels).
//!
//! Programs under `ui` run once more at one level with `report_format=json`: the record says what the text does.
//!
//! # Library functions
//! `tests/effects` has programs of many cases each, one for each function: `cargo test --test ui -- effects/`.
//!
//! # Checking the programs themselves
//! `SANECC_TEST_CC='clang-19' cargo test --test ui` compiles the same programs with another compiler and
//! its `-fsanitize=address`, and holds that one's reports against the same annotations. Flags of sanecc's
//! own are left out there.

mod ui_harness;

use libtest_mimic::Arguments;
use std::process::ExitCode;
use ui_harness::{compiler::Compiler, corpus, effects, self_check, verdict};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let compiler = match Compiler::chosen() {
        Ok(compiler) => compiler,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = self_check::trials();
    trials.extend(effects::trials(compiler.clone()));
    trials.extend(corpus::trials(compiler, verdict::run));
    libtest_mimic::run(&arguments, trials).exit_code()
}
