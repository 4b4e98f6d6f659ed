//! Analyses of modules that stand here as textual IR.

mod chains;
mod figures;
mod guards;
mod ranges;
mod slices;
mod text;
