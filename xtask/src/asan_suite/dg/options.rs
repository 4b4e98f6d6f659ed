//! The optimisation levels that gcc runs each test at, and clang's equivalents of gcc's flags.

use super::target::glob;
use super::words::Word;

/// gcc's list for tests like these, without link-time optimisation.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Flags of gcc that say how it dumps or tunes, and nothing about what a program does.
const NEEDLESS: [&str; 16] = [
    "--param=asan-instrumentation-with-call-threshold=",
    "-fcompare-debug",
    "-fdump-",
    "-ffat-lto-objects",
    "-fno-ipa-modref",
    "-fno-section-anchors",
    "-fno-shrink-wrap",
    "-fno-tree-dce",
    "-fstack-check=",
    "-fpermissive",
    "-fsignaling-nans",
    "-lasan",
    "-mstringop-strategy=",
    "-mno-omit-leaf-frame-pointer",
    "-static-libasan",
    "-Wno-alloc-size-larger-than",
];

/// Flags that mean something which clang has not, and what a test with them is about.
const FOREIGN: [(&str, &str); 4] = [
    ("-fsanitize=kernel-address", "about checks for kernels"),
    ("--param=asan-", "about a parameter of gcc's passes"),
    ("-fasan-shadow-offset", "about checks for kernels"),
    ("-fsanitize-sections", "about a flag of gcc's own"),
];

/// `--param` and its value as one word each, needless flags gone, or why a test with these flags does not apply.
pub fn translated(flags: &[String]) -> Result<Vec<String>, String> {
    let mut result = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let flag = match &**flag {
            "--param" => format!("--param={}", flags.next().map_or("", String::as_str)),
            _ => flag.clone(),
        };
        if NEEDLESS.iter().any(|needless| flag.starts_with(needless)) {
            continue;
        }
        if let Some((_, why)) = FOREIGN
            .iter()
            .find(|(foreign, _)| flag.starts_with(foreign))
        {
            return Err((*why).to_owned());
        }
        result.push(flag);
    }
    Ok(result)
}

/// The levels of a test with these flags of its own that none of `skips` forbids. Each of them is the last two words of a
/// `dg-skip-if` whose target matches: patterns of which one must be among the flags, and of which none may.
pub fn levels(flags: &[String], skips: &[[Word; 2]]) -> Vec<String> {
    let own = flags.iter().rfind(|flag| flag.starts_with("-O"));
    let mut levels: Vec<String> = Vec::new();
    for level in LEVELS {
        // gcc adds `-g` to this one.
        let extra = if level == "-O3" { " -g" } else { "" };
        let line = format!(" {level}{extra} {} ", flags.join(" "));
        let among = |patterns: &Word| {
            patterns.words().iter().any(|pattern| {
                let pattern = pattern.text();
                pattern == "*" || !pattern.is_empty() && glob(&format!("* {pattern} *"), &line)
            })
        };
        let skipped = skips
            .iter()
            .any(|[with, without]| among(with) && !among(without));
        let level = own.map_or(level, String::as_str);
        if !skipped && !levels.iter().any(|known| known == level) {
            levels.push(level.to_owned());
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn skip(with: &str, without: &str) -> [Word; 2] {
        [with, without].map(|text| Word::List(vec![Word::Text(text.to_owned())]))
    }

    #[test]
    fn a_skip_leaves_the_levels_it_does_not_name() {
        assert_eq!(levels(&[], &[]), LEVELS);
        assert_eq!(levels(&[], &[skip("*", "-O2")]), ["-O2"]);
        assert_eq!(levels(&[], &[skip("-flto", "")]), LEVELS);
        assert_eq!(
            levels(&[], &[skip("-O0", "")]),
            ["-O1", "-O2", "-O3", "-Os"]
        );
        assert_eq!(levels(&flags("-Wx"), &[skip("*", "-O2 -Wx")]), ["-O2"]);
    }

    #[test]
    fn a_level_of_the_tests_own_is_the_only_one() {
        assert_eq!(levels(&flags("-O2 -g"), &[]), ["-O2"]);
    }

    #[test]
    fn flags_of_gcc_are_left_out_or_refused() {
        let line = flags("-g -fdump-tree-asan0 --param asan-instrumentation-with-call-threshold=1");
        assert_eq!(translated(&line), Ok(flags("-g")));
        assert!(translated(&flags("--param asan-stack=0")).is_err());
    }
}
