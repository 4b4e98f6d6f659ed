//! The plan of a command line is what clang would do for it.

use crate::clang::{Chain, Jobs, Made, jobs};
use crate::process;
use crate::rounds::check;
use crate::words::{folder, likely_line};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sanecc::args::{self, FlagClass, response};
use sanecc::codegen;
use sanecc::plan::language::{self, Kind};
use sanecc::plan::{self, Build, Plan, Product};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

#[test]
fn plans_are_what_clang_would_do() {
    check(60, likely_line(), agrees);
}

/// Lines on which plan and clang once differed.
#[test]
fn plans_that_were_wrong_stay_right() {
    for line in WRONG_ONCE {
        // Two blanks stand around an empty word.
        let words = line.split(' ').map(OsString::from).collect();
        if let Err(error) = agrees(words) {
            panic!("{line}: {error}");
        }
    }
}

const WRONG_ONCE: &[&str] = &[
    "-cc1 -emit-obj a.c -o out",
    "a.c -c --language nothing",
    "--emit-static-lib a.c",
    "-fprofile-sample-use= -c t.s a.c",
    "-ccc-arcmt-check -c -emit-llvm a.c",
    "-MD a.c  a.c",
    "-S a.c t.s -o out",
    "-msve-vector-bits= -c a.c b.c",
    "-fvirtual-function-elimination -c a.c",
    "-mhtm a.c",
    "--mhwdiv x a.c",
];

fn agrees(line: Vec<OsString>) -> Result<(), TestCaseError> {
    let folder = folder();
    let Ok(expanded) = response::expand(line.clone()) else {
        return Ok(());
    };
    let Ok(read) = args::parse(expanded.clone()) else {
        return Ok(());
    };
    let kept: Vec<_> = read.iter().filter(|a| !a.class().is_own()).collect();
    let theirs = args::print(kept.iter().copied());
    let clang = jobs(&theirs, folder);
    let ours = match plan::plan(line.clone(), false, false) {
        Ok(Plan::Warned(_, plan)) => {
            prop_assert!(
                clang.code != 0 || checked(&clang).next().is_some(),
                "nothing to check: {:?}",
                clang
            );
            Ok(*plan)
        }
        other => other,
    };
    match ours {
        Err(_) | Ok(Plan::Help | Plan::Version(_) | Plan::File(..)) => Ok(()),
        Ok(Plan::Clang(_)) if clang.code != 0 => Ok(()),
        // Wrong in some way that the plan need not know: the steps fail as clang does.
        Ok(Plan::Build(_) | Plan::Link(_)) if clang.code != 0 => process::both_fail(&theirs),
        Ok(Plan::Clang(_)) => clang_alone(&clang, &read, &expanded),
        Ok(Plan::Warned(..)) => {
            prop_assert!(false, "warned twice");
            Ok(())
        }
        Ok(Plan::Link(build)) => {
            prop_assert!(build.link && clang.linked.is_some(), "{:?}", clang);
            prop_assert!(
                !build.settings.address || checked(&clang).next().is_none(),
                "{:?}",
                clang
            );
            linked(&build, &clang)
        }
        Ok(Plan::Build(build)) => builds(&build, &clang),
    }
}

/// The inputs that checks belong into.
fn checked(clang: &Jobs) -> impl Iterator<Item = &Chain> {
    clang.chains.iter().filter(|chain| {
        chain.made != Made::Other && language::of_name(OsStr::new(&chain.language)) == Kind::Checked
    })
}

/// Leaving a command to clang needs a reason if it makes code from what could be checked.
fn clang_alone(
    clang: &Jobs,
    read: &[args::Argument],
    expanded: &[OsString],
) -> Result<(), TestCaseError> {
    let args::Settings {
        address,
        foreign_driver,
        query,
        target,
        ..
    } = args::Settings::read(read).expect("a plan was made");
    let off = expanded.iter().any(|word| word == "-fsanecc-mode=none");
    if address && !foreign_driver && !query && !off && target.is_supported() {
        prop_assert!(checked(clang).next().is_none(), "unchecked: {:?}", clang);
    }
    Ok(())
}

fn builds(build: &Build, clang: &Jobs) -> Result<(), TestCaseError> {
    prop_assert_eq!(build.link, clang.linked.is_some(), "{:?}", clang);
    linked(build, clang)?;
    // Of what is not checked clang makes what it will, also nothing.
    let units: Vec<_> = build.units.iter().filter(|unit| unit.checked).collect();
    let names: Vec<_> = units.iter().map(|unit| unit.file.as_bytes()).collect();
    let chains: Vec<_> = checked(clang).collect();
    let inputs: Vec<_> = chains.iter().map(|chain| chain.input.as_slice()).collect();
    prop_assert_eq!(names, inputs, "{:?}", clang);
    // Link-time optimisation makes bitcode of objects.
    let lto = build.arguments.iter().any(|a| a.class() == FlagClass::Lto);
    for (unit, chain) in units.into_iter().zip(chains) {
        prop_assert_eq!(&unit.language, OsStr::new(&chain.language), "{:?}", clang);
        if lto {
            continue;
        }
        prop_assert_eq!(made(build.product), chain.made, "{:?}", clang);
        if !build.link {
            let output = codegen::output(build, unit);
            prop_assert_eq!(output.as_os_str().as_bytes(), &chain.output, "{:?}", clang);
        }
    }
    Ok(())
}

fn linked(build: &Build, clang: &Jobs) -> Result<(), TestCaseError> {
    if let Some(linked) = clang.linked.as_ref().filter(|name| !name.is_empty()) {
        let output = build
            .settings
            .output
            .as_deref()
            .unwrap_or(OsStr::new("a.out"));
        prop_assert_eq!(output.as_bytes(), linked, "{:?}", clang);
    }
    Ok(())
}

fn made(product: Product) -> Made {
    match product {
        Product::Object => Made::Object,
        Product::Assembly => Made::Assembly,
        Product::Bitcode => Made::Bitcode,
        Product::Ir => Made::Ir,
    }
}
