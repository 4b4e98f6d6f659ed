//! The command line of `sanecc` against that of the clang it drives.
//!
//! Names begin with the number of the row of `docs/compat.md` that they check.

mod build;
mod cache;
mod compile;
mod complaints;
mod confined;
mod corners;
mod defect;
mod dependency;
mod doctor;
mod embedded;
mod explain;
mod faults;
mod fuzzing;
mod identity;
mod leaks;
mod library;
mod linking;
mod make;
mod manual;
mod measure;
mod mismatch;
mod narrow;
mod object_code;
mod optimise;
mod other_targets;
mod own_flags;
mod pointer_mode;
mod preprocess;
mod preprocessed;
mod process;
mod profile;
mod remarks;
mod repeatable;
mod report;
mod rules_page;
mod run;
mod show;
#[path = "../ui_harness/stacks.rs"]
mod stacks;
mod suppressed;
mod surroundings;
mod twin;
mod unwritable;
mod whole;
