//! Normalises differences between two builds that come from the names of compilers and folders.

use super::side::Side;
use std::path::Path;

/// Texts to replace, longest first.
#[derive(Clone)]
pub struct Names {
    replacements: Vec<(String, &'static str)>,
}

impl Names {
    /// The compilers of both sides; either side's text may name the other's.
    pub fn of(sides: &[Side]) -> Self {
        let mut names = Self {
            replacements: Vec::new(),
        };
        for side in sides {
            let commands = [&side.cc, &side.cxx];
            let variables = [("CC", "@CC@", "CC=@CC@"), ("CXX", "@CXX@", "CXX=@CXX@")];
            let named = side.paths().into_iter().zip(variables);
            for ((path, (variable, name, assigned)), command) in named.zip(commands) {
                names.add(&path.to_string_lossy(), name);
                // Where the command has an argument, some files have both, and some the compiler alone.
                names.add(command, name);
                // Shells quote a command with an argument, and configure scripts some without.
                names.add(&format!("'{command}'"), name);
                // A script that keeps the arguments of `configure` quotes such an argument within quotes.
                names.add(&format!(r"'\''{variable}={command}'\''"), assigned);
                let (word, argument) = command.split_once(' ').unwrap_or((command, ""));
                names.add(word, name);
                names.add(&format!("'{word}'"), name);
                if !argument.is_empty() {
                    names.add(&format!("{} {argument}", path.display()), name);
                    names.add_argument(argument);
                }
            }
        }
        names
    }

    /// These names and the folder of one build.
    pub fn and_folder(mut self, folder: &Path) -> Self {
        self.add(&folder.to_string_lossy(), "@FOLDER@");
        self
    }

    /// An argument that only one side's compilers have, where it stands without them.
    fn add_argument(&mut self, argument: &str) {
        for language in ["C", "CXX"] {
            // CMake's cache.
            self.add(
                &format!(
                    "//Arguments to {language} compiler\nCMAKE_{language}_COMPILER_ARG1:STRING= {argument}\n\n"
                ),
                "",
            );
        }
        // Lists in JSON, and Python's.
        self.add(&format!(", \"{argument}\""), "");
        self.add(&format!(", '{argument}'"), "");
        // CMake puts two spaces in front of it.
        self.add(&format!("  {argument}"), "");
        self.add(&format!(" {argument}"), "");
    }

    fn add(&mut self, text: &str, name: &'static str) {
        self.replacements.push((text.to_owned(), name));
        self.replacements
            .sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    }

    /// `text` with all names replaced.
    pub fn replaced(&self, text: &str) -> String {
        self.replacements
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }

    #[cfg(test)]
    pub fn from_pairs(pairs: &[(&str, &'static str)]) -> Self {
        let mut names = Self {
            replacements: Vec::new(),
        };
        for (text, name) in pairs {
            names.add(text, name);
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_with_an_argument_is_one_without() {
        let sanecc = Path::new("/b/sanecc");
        let plain = Names::of(&[Side::sanecc(sanecc).unwrap()]);
        let more = Names::of(&[Side::sanecc(sanecc).unwrap().pointer_mode()]);
        let kept = r"ac_cs_config='--disable-shared '\''CC=sanecc -fsanecc-mode=pointer'\'''";
        assert_eq!(
            more.replaced(kept),
            plain.replaced("ac_cs_config='--disable-shared CC=sanecc'")
        );
        for (seen, same) in [
            ("'sanecc -fsanecc-mode=pointer' -c", "@CC@ -c"),
            ("/b/sanecc -fsanecc-mode=pointer -c", "@CC@ -c"),
            ("/b/sanecc  -fsanecc-mode=pointer $FLAGS", "@CC@ $FLAGS"),
            (
                "A\n\n//Arguments to C compiler\nCMAKE_C_COMPILER_ARG1:STRING= -fsanecc-mode=pointer\n\nB",
                "A\n\nB",
            ),
            ("ARG1 \" -fsanecc-mode=pointer\"", "ARG1 \"\""),
            ("[\"sanecc\", \"-fsanecc-mode=pointer\"]", "[\"@CC@\"]"),
            ("['sanecc', '-fsanecc-mode=pointer', '-c']", "[@CC@, '-c']"),
        ] {
            assert_eq!(more.replaced(seen), same);
        }
    }

    #[test]
    fn the_longest_name_is_replaced_first() {
        let names = Names::from_pairs(&[
            ("/b/sanecc", "@CC@"),
            ("sanecc", "@CC@"),
            ("sanecc++", "@CXX@"),
        ])
        .and_folder(Path::new("/t/sanecc"));
        assert_eq!(
            names.replaced("CC=sanecc CXX='sanecc++' /b/sanecc -I/t/sanecc/source"),
            "CC=@CC@ CXX='@CXX@' @CC@ -I@FOLDER@/source"
        );
    }
}
