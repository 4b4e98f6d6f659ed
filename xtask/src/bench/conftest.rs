//! Small files like those of `./configure` scripts: most test for a function, a header or the size of a type, and many
//! are meant to fail.

use std::fmt::Write;

/// What is asked of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// `-E`.
    Preprocess,
    /// `-c`.
    Compile,
    /// Compile and link.
    Link,
}

impl Action {
    /// All of them, in the order of the table.
    pub const ALL: [Action; 3] = [Action::Preprocess, Action::Compile, Action::Link];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Action::Preprocess => "preprocess",
            Action::Compile => "compile",
            Action::Link => "compile and link",
        }
    }

    /// The words after the flags.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Action::Preprocess => &["-E", "conftest.c"],
            Action::Compile => &["-c", "conftest.c"],
            Action::Link => &["-o", "conftest", "conftest.c"],
        }
    }
}

/// One file and what is done with it.
pub struct Conftest {
    /// What is asked.
    pub action: Action,
    /// What `conftest.c` holds.
    pub text: String,
}

const HEADERS: &str = "alloca arpa/inet assert complex ctype dirent dlfcn errno fcntl float iconv inttypes langinfo libintl \
    limits locale malloc math memory netdb netinet/in poll pthread pwd regex sched semaphore signal stdarg \
    stdatomic stdbool stddef stdint stdio stdlib string sys/mman sys/time sys/no_such_header no_such_header";

const FUNCTIONS: &str = "accept4 alarm aligned_alloc atexit bcopy calloc clock_gettime dup2 endgrent execvp explicit_bzero fchdir \
    fdopen fork free fseeko ftello getaddrinfo getcwd getenv getopt getpagesize getrandom gettimeofday \
    getuid gmtime_r iconv inet_ntop isatty kill localeconv localtime_r lstat malloc mblen memchr memcpy \
    memmem memmove memset mkdir mkstemp mktime mmap mremap munmap nanosleep nl_langinfo open pipe2 poll \
    posix_memalign pread putenv qsort readlink realloc regcomp select setenv setlocale sigaction snprintf \
    socket stpcpy strcasecmp strchr strdup strerror_r strndup strtoull sysconf uname usleep vsnprintf \
    no_such_function strlcpy_no arc4random_no pledge kqueue";

const TYPES: &str = "char, short, int, long, long long, float, double, long double, void *, size_t, ssize_t, off_t, time_t, \
    wchar_t, pid_t, mode_t, intmax_t, uintptr_t, int64_t, no_such_type";

/// What configure has found so far stands at the top of every file.
fn definitions() -> String {
    let mut text = String::from("/* confdefs.h */\n#define PACKAGE_NAME \"package\"\n");
    for name in [
        "STDIO", "STDLIB", "STRING", "INTTYPES", "STDINT", "STRINGS", "SYS_STAT", "UNISTD",
    ] {
        let _ = writeln!(text, "#define HAVE_{name}_H 1");
    }
    text + "/* end confdefs.h. */\n"
}

const INCLUDES: &str = "#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                        #include <inttypes.h>\n#include <stdint.h>\n#include <sys/types.h>\n#include <unistd.h>\n";

fn function(name: &str) -> String {
    format!(
        "#define {name} innocuous_{name}\n#include <limits.h>\n#undef {name}\n\
         char {name} ();\nint\nmain (void)\n{{\nreturn {name} ();\n  ;\n  return 0;\n}}\n"
    )
}

fn size(of: &str, least: usize) -> String {
    format!(
        "{INCLUDES}int\nmain (void)\n{{\n\
         static int test_array [1 - 2 * !(((long int) (sizeof ({of}))) <= {least})];\n\
         test_array [0] = 0;\nreturn test_array [0];\n\n  ;\n  return 0;\n}}\n"
    )
}

/// All files: 200.
pub fn all() -> Vec<Conftest> {
    let mut files = Vec::new();
    let mut add = |action, text: String| {
        files.push(Conftest {
            action,
            text: definitions() + &text,
        });
    };
    for header in HEADERS.split(' ') {
        add(Action::Preprocess, format!("#include <{header}.h>\n"));
        add(
            Action::Compile,
            format!("{INCLUDES}#include <{header}.h>\n"),
        );
    }
    for name in FUNCTIONS.split(' ') {
        add(Action::Link, function(name));
    }
    for of in TYPES.split(", ") {
        add(Action::Compile, size(of, 4));
        add(Action::Compile, size(of, 8));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_hundred_different_files() {
        let mut texts: Vec<_> = all()
            .into_iter()
            .map(|file| (file.action, file.text))
            .collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 200);
    }
}
