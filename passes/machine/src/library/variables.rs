//! Variables that the library defines.

/// What a variable holds at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The address of the list of the environment.
    Environment,
    /// The address of a `FILE`.
    Stream,
    /// An `int`.
    Int(i32),
    /// A null pointer.
    Null,
    /// The address of the name that the program was called by, or of what stands behind its last slash.
    Program {
        /// Behind the last slash.
        short: bool,
    },
}

/// All variables.
const ALL: &[(&str, Variable)] = &[
    ("__dso_handle", Variable::Null),
    ("_nl_msg_cat_cntr", Variable::Int(0)),
    ("__libc_single_threaded", Variable::Int(0)),
    ("environ", Variable::Environment),
    ("error_message_count", Variable::Int(0)),
    ("error_one_per_line", Variable::Int(0)),
    ("error_print_progname", Variable::Null),
    ("obstack_alloc_failed_handler", Variable::Null),
    ("obstack_exit_failure", Variable::Int(1)),
    ("optarg", Variable::Null),
    ("opterr", Variable::Int(1)),
    ("optind", Variable::Int(1)),
    ("optopt", Variable::Int('?' as i32)),
    (
        "program_invocation_name",
        Variable::Program { short: false },
    ),
    (
        "program_invocation_short_name",
        Variable::Program { short: true },
    ),
    ("re_syntax_options", Variable::Null),
    ("signgam", Variable::Int(0)),
    ("stderr", Variable::Stream),
    ("stdin", Variable::Stream),
    ("stdout", Variable::Stream),
];

/// A variable that the library defines, if it does: the name that it has there, and what it holds.
pub fn variable(name: &str) -> Option<(&'static str, Variable)> {
    let name = match name {
        "__environ" | "_environ" => "environ",
        "__progname_full" => "program_invocation_name",
        "__progname" => "program_invocation_short_name",
        name => name,
    };
    ALL.iter().copied().find(|row| row.0 == name)
}
