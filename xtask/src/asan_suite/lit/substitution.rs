//! lit's substitutions, as its configuration for AddressSanitizer on x86-64 Linux has them.

use super::condition;
use crate::asan_suite::side::Side;
use std::path::Path;

/// Flags of every build with checks, as LLVM's configuration has them.
const CHECKED: &str = "-fsanitize=address -mno-omit-leaf-frame-pointer -fno-omit-frame-pointer \
                       -fno-optimize-sibling-calls -gline-tables-only -m64";

/// Macros often stand in the value of others.
const DEPTH: usize = 10;

/// What is put in place of what.
pub struct Substitutions {
    /// Longest first, so that `%clang_asan` is not taken for `%clang`.
    rows: Vec<(String, String)>,
}

impl Substitutions {
    /// Those of the test at `source`, which works in `folder`.
    pub fn of(
        side: &Side,
        compiler_rt: &Path,
        source: &Path,
        folder: &Path,
        defines: &[(String, String)],
    ) -> Self {
        let show = |path: &Path| path.display().to_string();
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        let here = show(folder);
        let (cc, cxx, plain) = (show(&side.cc), show(&side.cxx), show(&side.plain));
        let checked = [&[CHECKED], side.flags].concat().join(" ");
        let script = |path: &str| format!("python3 {}/{path}", show(compiler_rt));
        let parent = source.parent().map_or_else(String::new, show);
        let library = format!("{name}.tmp.dynamic");
        let mut rows: Vec<(String, String)> = [
            ("%clang_asan ", format!("{cc} {checked} ")),
            ("%clangxx_asan ", format!("{cxx} {checked} ")),
            ("%clang ", format!("{plain} -m64 ")),
            ("%clangxx ", format!("{plain} --driver-mode=g++ -m64 ")),
            (
                "%env_asan_opts=",
                format!("env ASAN_OPTIONS={}", side.options("")),
            ),
            ("%env ", "env ".to_owned()),
            ("%run ", String::new()),
            ("%expect_crash ", "not --crash ".to_owned()),
            ("%device_rm", "echo".to_owned()),
            ("%push_to_device", "echo".to_owned()),
            ("%adb_shell", "echo".to_owned()),
            ("%s", show(source)),
            ("%S", parent.clone()),
            ("%p", parent),
            ("%t", format!("{here}/{name}.tmp")),
            ("%T", here.clone()),
            ("%basename_t", format!("{name}.tmp")),
            ("%libdl", "-ldl".to_owned()),
            ("%libatomic", "-latomic".to_owned()),
            ("%fPIC", "-fPIC".to_owned()),
            ("%fPIE", "-fPIE".to_owned()),
            ("%pie", "-pie".to_owned()),
            ("%os", "Linux".to_owned()),
            ("%kernel_bits", "kernel-64-bits".to_owned()),
            ("%arch", "x86_64".to_owned()),
            ("%crt_src", show(compiler_rt)),
            ("%shared_libasan", show(&side.shared_runtime)),
            (
                "%sancov ",
                script("lib/sanitizer_common/scripts/sancov.py "),
            ),
            (
                "%asan_symbolize",
                script("lib/asan/scripts/asan_symbolize.py"),
            ),
        ]
        .map(|(from, to)| (from.to_owned(), to))
        .into();
        for number in ["", "1", "2"] {
            let library = format!("{library}{number}");
            rows.extend([
                (format!("%xdynamiclib_namespec{number}"), library.clone()),
                (
                    format!("%xdynamiclib_filename{number}"),
                    format!("lib{library}.so"),
                ),
                (
                    format!("%dynamiclib{number}"),
                    format!("{here}/lib{library}.so"),
                ),
                (
                    format!("%ld_flags_rpath_exe{number}"),
                    format!(r"-Wl,-rpath,\$ORIGIN -L{here} -l{library}"),
                ),
                (format!("%ld_flags_rpath_so{number}"), String::new()),
            ]);
        }
        rows.extend(defines.iter().cloned());
        rows.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        Self { rows }
    }

    /// The command for the shell.
    pub fn apply(&self, command: &str, features: &[&str]) -> Result<String, String> {
        let mut text = command.to_owned();
        for _ in 0..DEPTH {
            text = choose(&text, features)?;
            let next = self.once(&text);
            if next == text {
                return Ok(text);
            }
            text = next;
        }
        Err(format!("`{command}` has no end of substitutions"))
    }

    fn once(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('%') {
            result.push_str(&rest[..at]);
            rest = &rest[at..];
            let row = self.rows.iter().find(|(from, _)| rest.starts_with(from));
            let (length, put) = row.map_or((1, "%"), |(from, to)| (from.len(), to));
            result.push_str(put);
            rest = &rest[length..];
        }
        result + rest
    }
}

/// Takes one side of each `%if CONDITION %{ ... %} %else %{ ... %}`.
fn choose(text: &str, features: &[&str]) -> Result<String, String> {
    let Some((before, rest)) = text.split_once("%if") else {
        return Ok(text.to_owned());
    };
    let bad = || format!("cannot read `%if{rest}`");
    let (condition, rest) = rest.split_once("%{").ok_or_else(bad)?;
    let (then, mut rest) = block(rest).ok_or_else(bad)?;
    let mut otherwise = "";
    if let Some(behind) = rest.trim_start().strip_prefix("%else") {
        let behind = behind.trim_start().strip_prefix("%{").ok_or_else(bad)?;
        (otherwise, rest) = block(behind).ok_or_else(bad)?;
    }
    let taken = match condition::holds(condition, features)? {
        true => then,
        false => otherwise,
    };
    choose(&format!("{before}{taken}{rest}"), features)
}

/// Splits behind the `%}` that closes a block whose `%{` has been read.
fn block(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    let mut from = 0;
    while let Some(found) = text[from..].find('%') {
        let at = from + found;
        match text[at..].chars().nth(1) {
            Some('{') => depth += 1,
            Some('}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + 2..]));
        }
        from = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_wins_and_values_are_looked_at_again() {
        let rows = [("%clang_asan ", "cc "), ("%t", "/t"), ("%lib", "%t.so")];
        let rows = rows.map(|(from, to)| (from.to_owned(), to.to_owned()));
        let mut substitutions = Substitutions { rows: rows.into() };
        assert_eq!(
            substitutions.apply("%clang_asan -o %lib %d", &[]).unwrap(),
            "cc -o /t.so %d"
        );
        substitutions
            .rows
            .push(("%a".to_owned(), "%a%a".to_owned()));
        assert!(substitutions.apply("%a", &[]).is_err());
    }

    #[test]
    fn one_side_of_a_condition_is_taken() {
        let text = "a %if x %{ b %if y %{ c %} %} %else %{ d %} e";
        let words = |features: &[&str]| {
            let text = choose(text, features).unwrap();
            text.split_whitespace().collect::<String>()
        };
        assert_eq!(words(&["x"]), "abe");
        assert_eq!(words(&["x", "y"]), "abce");
        assert_eq!(words(&["y"]), "ade");
        assert!(choose("%if x %{ a", &[]).is_err());
    }
}
