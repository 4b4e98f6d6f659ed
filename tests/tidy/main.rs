//! The rules of the house, as tests: layers, `unsafe`, names, headers, and that the pages name what exists.
//!
//! Each rule reads source text. A violation is reported as `path:line: what is wrong`, all of a rule at once.

mod layers;
mod names;
mod pages;
mod products;
mod replaced;
mod runtime_layers;
mod source;
mod unsafety;

fn assert_none(rule: &str, violations: &[String]) {
    assert!(violations.is_empty(), "{rule}:\n{}", violations.join("\n"));
}
