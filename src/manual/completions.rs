//! Completions for bash, zsh and fish.
//!
//! A shell gets sanecc's own words from the table of flags, each with its values. Clang's own words come from clang
//! itself (`--autocomplete=`), as in the completions that clang ships.

use super::NAMES;
use crate::args::own::FLAGS;
use clap_complete::Shell;
use std::fmt::Write;
use std::path::PathBuf;

/// Where a shell looks for the completions of a command.
fn place(shell: Shell, command: &str) -> PathBuf {
    PathBuf::from(match shell {
        Shell::Bash => format!("share/bash-completion/completions/{command}"),
        Shell::Zsh => format!("share/zsh/site-functions/_{command}"),
        _ => format!("share/fish/vendor_completions.d/{command}.fish"),
    })
}

/// Completions of a declared command.
pub fn of(command: &clap::Command) -> Vec<(PathBuf, Vec<u8>)> {
    [Shell::Bash, Shell::Zsh, Shell::Fish]
        .map(|shell| {
            let mut text = Vec::new();
            let name = command.get_name().to_owned();
            clap_complete::generate(shell, &mut command.clone(), &name, &mut text);
            (place(shell, &name), text)
        })
        .into()
}

/// Completions of the compiler.
pub fn sanecc() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = vec![(place(Shell::Zsh, NAMES[0]), zsh().into_bytes())];
    for name in NAMES {
        files.push((place(Shell::Bash, name), bash().into_bytes()));
        files.push((place(Shell::Fish, name), fish(name).into_bytes()));
    }
    files
}

/// Each word with the help of its flag.
fn words() -> impl Iterator<Item = (String, &'static str)> {
    FLAGS.iter().flat_map(|flag| {
        let words = flag.words().into_iter();
        words.map(|word| (word, flag.doc))
    })
}

fn bash() -> String {
    let words: Vec<_> = words().map(|(word, _)| word).collect();
    // Bash splits words at '=' for completion, so the word is read from the line, and what stands before the last
    // '=' is there already.
    format!(
        r#"# bash completion for sanecc
_sanecc() {{
    local own="{}"
    local line=${{COMP_LINE:0:COMP_POINT}} word theirs
    word=${{line##*[[:space:]]}}
    COMPREPLY=()
    [[ $word == -* ]] || return 0
    theirs=$("$1" --autocomplete="$word" 2>/dev/null | cut -f1)
    COMPREPLY=($(compgen -W "$own $theirs" -- "$word"))
    if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${{COMPREPLY[@]#"${{word%"${{word##*=}}"}}"}}")
    fi
    [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace
    return 0
}}
complete -o bashdefault -o default -F _sanecc {}
"#,
        words.join(" "),
        NAMES.join(" ")
    )
}

fn zsh() -> String {
    let mut text = format!("#compdef {}\n\nlocal -a own\nown=(\n", NAMES.join(" "));
    for (word, doc) in words() {
        let entry = format!("{word}:{doc}");
        let _ = writeln!(text, "    {}", quoted(&entry, r"'\''"));
    }
    text.push_str(
        r#")
if [[ $PREFIX == -* ]]; then
    local -a theirs
    theirs=(${${(f)"$($words[1] --autocomplete=$PREFIX 2>/dev/null)"}/$'\t'/:})
    _describe -o 'flag of sanecc' own -S '' -- theirs -S ''
else
    _files
fi
"#,
    );
    text
}

fn fish(name: &str) -> String {
    let function = format!("__{}_flags", identifier(name));
    let mut text = format!(
        "# fish completion for {name}
function {function}
    set -l word (commandline -ct)
    string match -q -- '-*' $word; or return
    printf '%s\\t%s\\n'"
    );
    let quoted = |text: &str| quoted(text, r"\'");
    for (word, doc) in words() {
        let _ = write!(text, " \\\n        {} {}", quoted(&word), quoted(doc));
    }
    let _ = writeln!(
        text,
        "\n    {name} --autocomplete=$word 2>/dev/null\nend\ncomplete -c {name} -a '({function})'"
    );
    // What follows '=' is an argument to fish, for which it asks no function.
    for (word, doc) in words() {
        if let Some((flag, value)) = word[1..]
            .split_once('=')
            .filter(|(_, value)| !value.is_empty())
        {
            let _ = writeln!(
                text,
                "complete -c {name} -o {flag} -x -a {value} -d {}",
                quoted(doc)
            );
        }
    }
    text
}

/// A name without what a function's name may not have.
fn identifier(name: &str) -> String {
    name.replace('+', "x")
}

/// In single quotes, with `quote` for a quote inside.
fn quoted(text: &str, quote: &str) -> String {
    format!("'{}'", text.replace('\'', quote))
}
