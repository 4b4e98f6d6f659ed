//! The rules of the house, as tests: layers, `unsafe`, names, headers, and that the pages name what exists.
//!
//! Each rule reads source text. A violation is reported as `path:line: what is wrong`, all of a rule at once.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose Rust files are ours to keep to the rules; tests may contain anything that a test needs.
const CODE: [&str; 4] = ["passes", "src", "rt", "xtask"];

/// Names of files that say nothing of what is in them.
const EMPTY_NAMES: [&str; 7] = [
    "utils", "util", "helpers", "helper", "common", "misc", "shared",
];

/// Assembled, so that this file does not contain them.
const UNFINISHED: [&str; 4] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
];

/// The hosts of package registries: sources come through the ordinary clients, which know them.
const REGISTRIES: [&str; 5] = [
    concat!("crates", ".io"),
    concat!("npmjs", ".org"),
    concat!("pypi", ".org"),
    concat!("deb.debian", ".org"),
    concat!("pythonhosted", ".org"),
];

/// Names that were replaced, and what replaced them. Add a row when the last use of a name is gone.
const REPLACED: [(&str, &str); 27] = [
    ("doubted", "mutated"),
    ("is_doubted", "is_mutated"),
    ("unheld", "surviving"),
    ("SANECC_DOUBT", "SANECC_MUTANT"),
    ("SANECC_DOUBTS_ASKED", "SANECC_MUTANTS_REACHED"),
    ("own-block", "non-escaping"),
    ("across-calls", "interprocedural"),
    ("loop-range", "hoist-range"),
    ("loop-limit", "cached-bound"),
    ("late-frames", "shrink-wrap"),
    ("late_frames", "shrink_wrap"),
    ("LateFrames", "ShrinkWrap"),
    ("OwnBlocks", "NonEscapingAllocations"),
    ("OwnBlocksCursor", "NonEscapingCursor"),
    ("Endings", "Kills"),
    ("Covered", "RedundantChecks"),
    ("Across", "CheckSummaries"),
    ("Lasting", "CallerOwned"),
    ("Reloads", "LoadForwarding"),
    ("reloads", "load forwarding"),
    ("LoopLimit", "CachedBound"),
    ("LoopRange", "HoistedRange"),
    ("Wild", "MayBePoison"),
    ("MayBeDead", "TemporalFailure"),
    ("Course", "Recurrence"),
    ("sketch", "builder"),
    ("is_covered", "is_redundant"),
];

/// A source file, with its path below the root.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    fn is_rust(&self) -> bool {
        self.path
            .extension()
            .is_some_and(|extension| extension == "rs")
    }

    fn is_below(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// `path:line: what`.
    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), line + 1)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file of the repository, but for what is generated or is a licence.
fn all_files() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(root(), &mut sources);
    assert!(
        sources.len() > 50,
        "found only {} files: the walk is broken",
        sources.len()
    );
    sources
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            if !matches!(name.as_str(), "target" | ".git" | "bench-results") {
                collect(&path, sources);
            }
        } else if name != "Cargo.lock" && !name.starts_with("LICENSE") {
            // What is no text, a bitcode sample say, has no lines to check.
            if let Ok(text) = fs::read_to_string(&path) {
                sources.push(Source {
                    path: path.strip_prefix(root()).unwrap().to_owned(),
                    text,
                });
            }
        }
    }
}

/// Our Rust files.
fn code() -> Vec<Source> {
    let mut files = all_files();
    files.retain(|file| file.is_rust() && CODE.iter().any(|folder| file.is_below(folder)));
    files
}

/// The lines of a Rust file without comments and without what is between quotes, numbered from 0. Good enough to look
/// for words; raw strings over several lines are taken for code.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number, strip(line)))
}

fn strip(line: &str) -> String {
    let mut code = String::new();
    let mut characters = line.chars().peekable();
    let mut quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' if quoted => {
                characters.next();
            }
            '"' => quoted = !quoted,
            // A quote as a character literal opens no string.
            '\'' if !quoted && characters.peek() == Some(&'"') => {
                characters.next();
            }
            '/' if !quoted && characters.peek() == Some(&'/') => break,
            _ if !quoted => code.push(character),
            _ => {}
        }
    }
    code
}

/// Whether `word` stands in `code` by itself and not within a longer identifier.
fn has_word(code: &str, word: &str) -> bool {
    let in_identifier = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(start, _)| {
        !in_identifier(code[..start].chars().next_back())
            && !in_identifier(code[start + word.len()..].chars().next())
    })
}

fn assert_none(rule: &str, violations: &[String]) {
    assert!(violations.is_empty(), "{rule}:\n{}", violations.join("\n"));
}

#[test]
fn only_the_ir_crate_names_llvm() {
    let mut violations = Vec::new();
    for file in all_files() {
        let above = file.is_below("passes/analysis") || file.is_below("passes/instrument");
        let manifest = file.path.ends_with("Cargo.toml");
        if !above || !(file.is_rust() || manifest) {
            continue;
        }
        for (number, line) in code_lines(&file.text) {
            if ["inkwell", "llvm_sys", "llvm-sys"]
                .iter()
                .any(|name| has_word(&line, name))
            {
                violations.push(file.at(number, "this layer knows the mirror IR, not LLVM"));
            }
        }
    }
    assert_none(
        "analysis and instrument never name LLVM's crates",
        &violations,
    );
}

#[test]
fn only_the_tool_module_spawns_processes() {
    let mut violations = Vec::new();
    for file in code() {
        let exempt = file.is_below("src/tool")
            || file.path == Path::new("src/tool.rs")
            || file.is_below("xtask");
        if exempt {
            continue;
        }
        for (number, line) in code_lines(&file.text) {
            let spawns = has_word(&line, "duct")
                || line.contains("process::Command")
                || line.contains("Command::new");
            // `use std::process::{Command, ...}`
            if spawns || (line.contains("process::{") && has_word(&line, "Command")) {
                violations.push(file.at(number, "starts a process outside src/tool"));
            }
        }
    }
    assert_none("only src/tool spawns processes", &violations);
}

#[test]
fn the_runtime_names_its_platform_in_one_place() {
    const REGISTERS: [&str; 5] = ["rax", "rbp", "rsp", "rdi", "gregs"];
    // Not what every system has that is called POSIX.
    const LINUX: [&str; 7] = [
        "libc::MADV_",
        "libc::MAP_",
        "libc::PROT_",
        "libc::RLIMIT_",
        "libc::Elf64_",
        "dl_iterate_phdr",
        "getauxval",
    ];
    // In texts, too.
    const NAMES: [&str; 3] = ["/proc", "linux", "x86"];
    let mut violations = Vec::new();
    for file in code() {
        if !file.is_below("rt/src") || file.is_below("rt/src/platform") {
            continue;
        }
        let lines: Vec<_> = file.text.lines().collect();
        for (number, line) in code_lines(&file.text) {
            let calls = has_word(&line, "asm")
                || has_word(&line, "global_asm")
                || has_word(&line, "naked_asm")
                || has_word(&line, "syscall")
                || line.contains("SYS_")
                || line.contains("core::arch");
            let is_linux = LINUX.iter().any(|name| line.contains(name));
            let says = NAMES.iter().any(|name| lines[number].contains(name));
            if calls || is_linux || says || REGISTERS.iter().any(|name| has_word(&line, name)) {
                violations.push(file.at(
                    number,
                    "the processor or the kernel, not by rt/src/platform",
                ));
            }
        }
    }
    assert_none("rt/src/platform alone knows the target", &violations);
}

#[test]
fn unsafe_lives_in_two_places_and_says_why_it_is_safe() {
    let mut violations = Vec::new();
    for file in code() {
        let allowed = file.is_below("rt") || file.is_below("passes/ir/src/llvm");
        let lines: Vec<_> = file.text.lines().collect();
        for (number, code) in code_lines(&file.text) {
            if !has_word(&code, "unsafe") {
                continue;
            }
            if !allowed {
                violations.push(file.at(number, "`unsafe` outside rt and passes/ir/src/llvm"));
            } else if opens_unsafe(&code) && !is_justified(&lines, number) {
                violations.push(file.at(number, "`unsafe` without a SAFETY: comment above it"));
            }
        }
    }
    assert_none("unsafe is confined and explained", &violations);
}

/// A block or an implementation: what the compiler believes because we say so. Declarations only pass the duty on.
fn opens_unsafe(code: &str) -> bool {
    let squeezed = code.split_whitespace().collect::<Vec<_>>().join(" ");
    squeezed.contains("unsafe {") || squeezed.contains("unsafe impl")
}

/// Whether a SAFETY comment stands on the line or above the statement that the line belongs to. One comment may serve a
/// run of lines, but not across an empty line.
fn is_justified(lines: &[&str], number: usize) -> bool {
    lines[..=number]
        .iter()
        .rev()
        .take(20)
        .take_while(|line| !line.trim().is_empty())
        .any(|line| line.contains("SAFETY:"))
}

#[test]
fn file_names_say_what_is_inside() {
    let mut violations = Vec::new();
    for file in all_files().into_iter().filter(Source::is_rust) {
        let named = file.path.components().any(|part| {
            let name = Path::new(part.as_os_str()).file_stem().unwrap_or_default();
            EMPTY_NAMES
                .iter()
                .any(|empty| name.eq_ignore_ascii_case(empty))
        });
        if named {
            violations.push(format!(
                "{}: call it after what it does",
                file.path.display()
            ));
        }
    }
    assert_none("no file or folder is a drawer for everything", &violations);
}

#[test]
fn every_file_opens_with_its_purpose() {
    let mut violations = Vec::new();
    for file in code() {
        let first = file
            .text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let purpose = first.strip_prefix("//!").unwrap_or_default().trim();
        if purpose.len() < 10 {
            violations.push(file.at(
                0,
                "starts without a `//!` line that says what the file is for",
            ));
        }
    }
    assert_none("every file starts with its documentation", &violations);
}

#[test]
fn nothing_is_left_unfinished_and_no_registry_is_named() {
    let mut violations = Vec::new();
    for file in all_files() {
        for (number, line) in file.text.lines().enumerate() {
            for word in UNFINISHED
                .iter()
                .chain(&REGISTRIES)
                .filter(|word| line.contains(**word))
            {
                violations.push(file.at(number, &format!("contains {word}")));
            }
        }
    }
    assert_none(
        "the work is finished, and packages come through their clients",
        &violations,
    );
}

/// README, ARCHITECTURE and the pages of `docs`.
fn pages() -> Vec<Source> {
    let mut pages = all_files();
    let is_page = |path: &Path| {
        path.extension().is_some_and(|end| end == "md")
            && (path.starts_with("docs") || path.components().count() == 1)
    };
    pages.retain(|file| is_page(&file.path));
    assert!(pages.len() > 10, "found only {} pages", pages.len());
    pages
}

#[test]
fn the_pages_name_what_exists() {
    let mut violations = Vec::new();
    let mut checked = 0;
    for page in pages() {
        let beside = page.path.parent().unwrap_or(Path::new(""));
        for (number, line) in page.text.lines().enumerate() {
            // Below the root, and as links: below the page.
            let paths = line.split('`').skip(1).step_by(2);
            let is_ours = |name: &&str| {
                let folder = name.split('/').next().unwrap_or_default();
                is_path(name) && (CODE.contains(&folder) || ["tests", "docs"].contains(&folder))
            };
            let paths = paths.filter(is_ours).map(PathBuf::from);
            let links = line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next());
            let links = links.filter_map(|link| link.split('#').next());
            let links = links
                .filter(|link| !link.is_empty())
                .map(|l| beside.join(l));
            for name in paths.chain(links) {
                checked += 1;
                if !root().join(&name).exists() {
                    let what = format!("there is no {}", name.display());
                    violations.push(page.at(number, &what));
                }
            }
        }
    }
    assert!(checked >= 100, "the pages name only {checked} paths");
    assert_none("pages name files and folders that exist", &violations);
}

#[test]
fn the_pages_are_short_and_complete() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    assert!(
        read("README.md").lines().count() <= 250,
        "README.md is too long"
    );
    assert!(
        read("ARCHITECTURE.md").len() <= 10_000,
        "ARCHITECTURE.md is too long"
    );
    let mut violations = Vec::new();
    let rules = read("docs/rules.md");
    let table = read("passes/instrument/src/plan/budget.rs");
    let table = table.split("#[cfg(test)]").next().unwrap_or_default();
    for name in table.split('"').skip(1).step_by(2) {
        if !rules.contains(&format!("\n## {name}\n")) {
            violations.push(format!("docs/rules.md: no section for {name}"));
        }
    }
    let usage = read("docs/usage.md");
    for flag in sanecc::args::own::FLAGS {
        if !usage.contains(&format!("`-fsanecc-{}", flag.name)) {
            violations.push(format!("docs/usage.md: no -fsanecc-{}", flag.name));
        }
    }
    let tests: String = all_files().iter().map(|file| &*file.text).collect();
    for line in read("docs/compat.md").lines() {
        let row = line
            .strip_prefix("| ")
            .and_then(|line| line.split(' ').next());
        if let Some(row) = row.and_then(|row| row.parse::<u32>().ok())
            && !tests.contains(&format!("fn row_{row:02}_"))
            && !tests.contains(&format!("row {row}: "))
        {
            violations.push(format!("docs/compat.md: row {row} has no test"));
        }
    }
    // Assembled, so that this file does not contain it.
    let vague = concat!("the pa", "per");
    for file in all_files() {
        let is_checked = file.is_rust() || file.path.extension().is_some_and(|end| end == "md");
        for (number, line) in file.text.lines().enumerate().filter(|_| is_checked) {
            if has_word(&line.to_lowercase(), vague) {
                violations.push(file.at(number, "cite it by name, year and section"));
            }
        }
    }
    assert_none("the pages are complete", &violations);
}

/// Whether a quoted word of the page is a path in the repository, and not a command, a flag, code or a product of the
/// build.
fn is_path(name: &str) -> bool {
    let plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let like_a_path = name.contains('/')
        || [".rs", ".toml", ".md", ".sh"]
            .iter()
            .any(|end| name.ends_with(end));
    plain && like_a_path && !name.starts_with(['-', '/', '.']) && !name.starts_with("target/")
}

#[test]
fn replaced_names_do_not_come_back() {
    let mut violations = Vec::new();
    for file in all_files() {
        if file.path == Path::new("tests/tidy.rs") {
            continue;
        }
        for (old, new) in REPLACED {
            if !file.text.contains(old) {
                continue;
            }
            let lines = file.text.lines().enumerate();
            let old_lines = lines.filter(|(_, line)| has_word(line, old));
            violations.extend(
                old_lines.map(|(number, _)| file.at(number, &format!("`{old}` is now `{new}`"))),
            );
        }
    }
    assert_none("one thing has one name", &violations);
}

/// The rules themselves, on lines that they must and must not catch.
mod rules {
    use super::{has_word, is_justified, is_path, opens_unsafe, strip};

    #[test]
    fn comments_and_strings_are_no_code() {
        assert_eq!(strip(r#"call("unsafe \" // x"); // unsafe"#), "call(); ");
        assert_eq!(
            strip(r#"if c == '"' { unsafe_thing() }"#),
            "if c == ' { unsafe_thing() }"
        );
    }

    #[test]
    fn a_word_is_not_part_of_an_identifier() {
        assert!(has_word("unsafe { x }", "unsafe"));
        assert!(!has_word("#![forbid(unsafe_code)]", "unsafe"));
        assert!(!has_word("product::new()", "duct"));
    }

    #[test]
    fn blocks_and_implementations_need_a_reason_above_them() {
        assert!(opens_unsafe("let x = unsafe  { *p };"));
        assert!(!opens_unsafe("pub unsafe fn f() {"));
        assert!(!opens_unsafe("#[unsafe(no_mangle)]"));
        assert!(is_justified(
            &["// SAFETY: p is valid", "let x =", "    unsafe { *p };"],
            2
        ));
        assert!(!is_justified(
            &["// SAFETY: p is valid", "", "let x = unsafe { *p };"],
            2
        ));
    }

    #[test]
    fn paths_differ_from_flags_and_code() {
        assert!(is_path("passes/ir/src") && is_path("Cargo.toml"));
        assert!(
            !is_path("--prefix")
                && !is_path("ir::llvm")
                && !is_path("cargo xtask")
                && !is_path("target/release")
        );
    }
}
