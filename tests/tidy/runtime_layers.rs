//! The layers of `rt/src`: a module imports modules of its own layer and of those below, and no others.
//!
//! The table is also the one of ARCHITECTURE.md. Code of tests is held to it, too.

use crate::assert_none;
use crate::source::{code, code_lines, root};
use std::fs;
use std::path::Path;

/// The modules of each layer, lowest layer first.
const LAYERS: [(&str, &[&str]); 8] = [
    ("platform", &["platform"]),
    ("basics", &["arena", "hook", "lock", "output"]),
    ("shadow", &["shadow"]),
    (
        "objects",
        &["fake", "globals", "heap", "origin", "stack", "thread"],
    ),
    ("options", &["options"]),
    (
        "reports",
        &["counts", "coverage", "leak", "report", "signal", "suppress"],
    ),
    (
        "entry points",
        &[
            "entry",
            "fork",
            "library",
            "limited",
            "no_return",
            "pairs",
            "watch",
        ],
    ),
    ("start", &["init"]),
];

/// The number of a module's layer, 0 for the lowest.
fn layer_of(module: &str) -> Option<usize> {
    LAYERS
        .iter()
        .position(|(_, modules)| modules.contains(&module))
}

/// The module of `rt/src` that a file is or belongs to; `None` for the root of the crate.
fn module_of(path: &Path) -> Option<String> {
    let below = path.strip_prefix("rt/src").ok()?;
    let first = below.iter().next()?.to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (name != "lib").then(|| name.to_owned())
}

/// What is wrong with a file of `rt/src`: each line and what it says.
fn violations_in(module: &str, text: &str) -> Vec<(usize, String)> {
    let Some(layer) = layer_of(module) else {
        return vec![(0, format!("the table of layers does not name `{module}`"))];
    };
    let imports = imports(text).into_iter();
    imports
        .filter_map(|(line, imported)| match layer_of(&imported) {
            Some(other) if other <= layer => None,
            Some(_) => Some((line, format!("`{module}` is below `{imported}`"))),
            None => Some((line, format!("`{imported}` has no layer"))),
        })
        .collect()
}

/// The modules that a text names by `crate::NAME` and `crate::{NAME, ...}`, with their lines.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut code = String::new();
    for (_, line) in code_lines(text) {
        code += &line;
        code.push('\n');
    }
    for (at, path) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let line = code[..at].matches('\n').count();
        let rest = &code[at + path.len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => heads(group),
            None => vec![first_word(rest)],
        };
        found.extend(names.into_iter().map(|name| (line, name)));
    }
    found
}

/// The first name of each path in a group, whose opening brace is left out.
fn heads(group: &str) -> Vec<String> {
    let (mut heads, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in group.char_indices() {
        match (character, depth) {
            ('{', _) => depth += 1,
            (',' | '}', 0) => {
                heads.push(first_word(&group[start..at]));
                start = at + 1;
            }
            ('}', _) => depth -= 1,
            _ => {}
        }
        if character == '}' && start == at + 1 {
            break;
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn first_word(path: &str) -> String {
    let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
    path.trim_start().chars().take_while(is_part).collect()
}

#[test]
fn runtime_modules_import_no_higher_layer() {
    let (mut violations, mut modules) = (Vec::new(), 0);
    for file in code() {
        let Some(module) = module_of(&file.path) else {
            continue;
        };
        modules += 1;
        let of_file = violations_in(&module, &file.text).into_iter();
        violations.extend(of_file.map(|(line, what)| file.at(line, &what)));
    }
    assert!(modules > 100, "found only {modules} files of the runtime");
    assert_none("each layer of rt/src knows those below it", &violations);
}

#[test]
fn each_runtime_module_of_the_table_exists() {
    for (_, modules) in LAYERS {
        for module in modules {
            let path = root().join("rt/src").join(module);
            assert!(
                path.is_dir() || path.with_extension("rs").is_file(),
                "there is no module {module}"
            );
        }
    }
}

#[test]
fn the_architecture_page_has_the_runtime_layers() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut rest = page.as_str();
    for (layer, modules) in LAYERS {
        let row = format!("\n| {layer} | `{}` |", modules.join("`, `"));
        let Some(at) = rest.find(&row) else {
            panic!("ARCHITECTURE.md lacks this row, or has it in another place: {row}");
        };
        rest = &rest[at + row.len()..];
    }
}

#[test]
fn upward_imports_are_found() {
    let upward = [
        "use crate::report;",
        "    crate::report::print();",
        "use crate::{\n    platform::{self, PAGE},\n    report::Finding,\n};",
        "use crate::{platform, report};",
    ];
    for text in upward {
        assert_eq!(violations_in("heap", text).len(), 1, "{text}");
    }
    let allowed = [
        "// crate::report",
        "use crate::shadow;",
        "use crate::{shadow, stack::{self, depot}}; fn report() {}",
        "use super::report;",
    ];
    for text in allowed {
        assert_eq!(violations_in("heap", text), [], "{text}");
    }
    assert_eq!(violations_in("shadow", "use crate::unheard_of;").len(), 1);
    assert_eq!(violations_in("unheard_of", "").len(), 1);
    assert_eq!(module_of(Path::new("rt/src/lib.rs")), None);
    assert_eq!(
        module_of(Path::new("rt/src/heap/fast.rs")).as_deref(),
        Some("heap")
    );
}
