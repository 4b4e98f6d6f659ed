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
    ("basics", &["arena", "hash", "lock", "output"]),
    ("shadow", &["shadow"]),
    (
        "objects",
        &[
            "fake",
            "globals",
            "heap",
            "origin",
            "provenance",
            "stack",
            "thread",
        ],
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
            "malloc_hooks",
            "no_return",
            "pairs",
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

/// The path of the module that a file of `rt/src` is; empty for the root of the crate.
fn module_of(path: &Path) -> Option<Vec<String>> {
    let below = path.strip_prefix("rt/src").ok()?.with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    Some(
        names
            .filter(|name| name != "mod" && name != "lib")
            .collect(),
    )
}

/// What is wrong with a file of `rt/src`: each line and what it says.
fn violations_in(module: &[String], text: &str) -> Vec<(usize, String)> {
    let [first, ..] = module else {
        return Vec::new();
    };
    let Some(layer) = layer_of(first) else {
        return vec![(0, format!("the table of layers does not name `{first}`"))];
    };
    let imports = imports(module.len(), text).into_iter();
    imports
        .filter_map(|(line, imported)| match layer_of(&imported) {
            Some(other) if other <= layer => None,
            Some(_) => Some((line, format!("`{first}` is below `{imported}`"))),
            None => Some((line, format!("`{imported}` has no layer"))),
        })
        .collect()
}

/// The modules of the root that a text names by paths of `crate` and `super`, with their lines. Its own module is so deep below the root.
fn imports(depth: usize, text: &str) -> Vec<(usize, String)> {
    let (mut code, mut depths) = (String::new(), Vec::new());
    // The indentation of the inline modules around a line, as rustfmt writes them.
    let mut inline = Vec::new();
    for (_, line) in code_lines(text) {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if trimmed == "}" && inline.last() == Some(&indent) {
            inline.pop();
        }
        depths.push(depth + inline.len());
        let item = trimmed.trim_start_matches("pub(crate) ");
        if item.trim_start_matches("pub ").starts_with("mod ") && item.ends_with('{') {
            inline.push(indent);
        }
        code += &line;
        code.push('\n');
    }
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || "_$:".contains(c)) {
                continue;
            }
            let line = code[..at].matches('\n').count();
            let names = from_root(&code[at..], depths[line]);
            found.extend(names.into_iter().map(|name| (line, name)));
        }
    }
    found
}

/// The modules of the root that a path or a group of paths names, in a module that is so deep below the root.
fn from_root(path: &str, depth: usize) -> Vec<String> {
    let path = path.trim_start();
    if let Some(rest) = path.strip_prefix("crate::") {
        from_root(rest, 0)
    } else if let Some(rest) = path.strip_prefix("super::") {
        from_root(rest, depth.saturating_sub(1))
    } else if let Some(group) = path.strip_prefix('{') {
        let paths = items(group).into_iter();
        paths.flat_map(|path| from_root(path, depth)).collect()
    } else {
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
        let name: String = path.chars().take_while(is_part).collect();
        let is_module = depth == 0 && !matches!(name.as_str(), "" | "self");
        is_module.then_some(name).into_iter().collect()
    }
}

/// The paths of a group, whose opening brace is left out.
fn items(group: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in group.char_indices() {
        match (character, depth) {
            ('{', _) => depth += 1,
            (',' | '}', 0) => {
                items.push(&group[start..at]);
                start = at + 1;
            }
            ('}', _) => depth -= 1,
            _ => {}
        }
        if character == '}' && start == at + 1 {
            break;
        }
    }
    items
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
    let module = |path: &str| module_of(Path::new(path)).unwrap();
    let heap = module("rt/src/heap/mod.rs");
    let fast = module("rt/src/heap/fast.rs");
    let upward = [
        "use crate::report;",
        "    crate::report::print();",
        "use crate::{\n    platform::{self, PAGE},\n    report::Finding,\n};",
        "use crate::{platform, report};",
        "use super::report;",
        "use super::{platform, report};",
    ];
    for text in upward {
        assert_eq!(violations_in(&heap, text).len(), 1, "{text}");
    }
    let upward_two_levels = [
        "use super::super::report;",
        "use super::super::{report::Finding, shadow};",
        "use super::{super::report, free_list};",
        "mod inner {\n    use super::super::super::report;\n}",
        "mod inner {\n}\nuse super::super::report;",
    ];
    for text in upward_two_levels {
        assert_eq!(violations_in(&fast, text).len(), 1, "{text}");
    }
    let allowed = [
        "// crate::report",
        "use crate::shadow;",
        "use crate::{shadow, stack::{self, depot}}; fn report() {}",
        "use super::{self as root};",
    ];
    for text in allowed {
        assert_eq!(violations_in(&heap, text), [], "{text}");
    }
    let allowed_two_levels = [
        "use super::report;",
        "use super::super::shadow;",
        "pub mod inner {\n    use super::super::report;\n}",
    ];
    for text in allowed_two_levels {
        assert_eq!(violations_in(&fast, text), [], "{text}");
    }
    assert_eq!(violations_in(&heap, "use crate::unheard_of;").len(), 1);
    assert_eq!(violations_in(&module("rt/src/unheard_of.rs"), "").len(), 1);
    assert!(module("rt/src/lib.rs").is_empty());
    assert_eq!(fast, ["heap", "fast"]);
}
