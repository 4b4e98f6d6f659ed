//! The driver of `sanecc` and `sane`: takes the command line of a C compiler and runs clang with checks added.
//!
//! [`plan`] decides from the arguments alone what to do. A command that makes no checked code is passed to
//! clang unchanged. A compilation is [`frontend`], [`instrument`], [`codegen`]; [`link`] adds the
//! runtime. Only [`tool`] starts processes.

pub mod args;
pub mod build;
pub mod codegen;
pub mod compiler;
pub mod decode;
pub mod diagnostics;
pub mod doctor;
pub mod explain;
pub mod findings;
pub mod frontend;
pub mod identity;
pub mod install;
pub mod instrument;
pub mod job;
pub mod link;
pub mod manual;
pub mod measure;
pub mod plan;
pub mod records;
pub mod remarks;
pub mod report;
pub mod run;
pub mod sarif;
pub mod show;
pub mod side;
pub mod stopwatch;
pub mod symbolize;
pub mod temporary;
pub mod times;
pub mod tool;
pub mod unused;
pub mod whole;

use compiler::Compiler;
use diagnostics::DriverError;
use plan::Plan;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Runs `sanecc` with the words of its command line, the program's name first.
pub fn sanecc(words: Vec<OsString>) -> ExitCode {
    match drive(words) {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

fn drive(mut words: Vec<OsString>) -> Result<i32, DriverError> {
    let name = if words.is_empty() {
        OsString::new()
    } else {
        words.remove(0)
    };
    let cplusplus = Path::new(&name)
        .file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with("++"));
    let logged = build::log::begin(&name, &words, switched_off(), cplusplus)?;
    let plan = plan::plan(words, switched_off(), cplusplus)?;
    listen(plan.is_timed());
    let ended = carry_out(plan, cplusplus);
    if let Some(logged) = logged {
        logged.end(*ended.as_ref().unwrap_or(&1))?;
    }
    ended
}

fn carry_out(plan: Plan, cplusplus: bool) -> Result<i32, DriverError> {
    match plan {
        Plan::Help => {
            print!("{}", args::own::help());
            Ok(0)
        }
        Plan::Version(words) => version(words, &Compiler::find(cplusplus)?),
        Plan::File(target, name) => {
            let file = install::file(&target, name)?;
            println!("{}", file.display());
            Ok(0)
        }
        Plan::Clang(words) => Err(Compiler::find(cplusplus)?.exec(words)),
        Plan::Warned(warnings, plan) => {
            warnings.iter().for_each(diagnostics::Warning::print);
            carry_out(*plan, cplusplus)
        }
        Plan::Link(build) => job::link_only(&build, &Compiler::find(cplusplus)?),
        Plan::Build(build) => {
            diagnostics::crash::watch()?;
            job::run(&build, &Compiler::find(cplusplus)?)
        }
    }
}

/// Clang's answer to `--version`, and a line of ours below it: build systems take the compiler's name and version from
/// the first line.
fn version(words: Vec<OsString>, compiler: &Compiler) -> Result<i32, DriverError> {
    tool::watch()?;
    let Ok(folder) = temporary::Folder::new() else {
        return Err(compiler.exec(words));
    };
    let code = compiler.run(words, tool::Stderr::Inherited, &folder)?.code;
    if code == 0 {
        println!("sanecc version {}", env!("CARGO_PKG_VERSION"));
    }
    Ok(code)
}

/// Whether the environment selects plain clang.
fn switched_off() -> bool {
    std::env::var_os("SANECC_OFF").is_some_and(|value| value == "1")
}

/// Logs to stderr if `SANECC_LOG` asks for it, and takes the time of phases if `timed`.
pub fn listen(timed: bool) {
    let logged = std::env::var_os("SANECC_LOG").is_some();
    if !logged && !timed {
        return;
    }
    let log = logged.then(|| {
        tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_filter(tracing_subscriber::EnvFilter::from_env("SANECC_LOG"))
    });
    tracing_subscriber::registry()
        .with(log)
        .with(timed.then_some(stopwatch::Stopwatch))
        .init();
}
