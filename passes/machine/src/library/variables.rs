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
}

/// All variables.
const ALL: &[(&str, Variable)] = &[
    ("__dso_handle", Variable::Null),
    ("__libc_single_threaded", Variable::Int(0)),
    ("environ", Variable::Environment),
    ("optarg", Variable::Null),
    ("opterr", Variable::Int(1)),
    ("optind", Variable::Int(1)),
    ("optopt", Variable::Int('?' as i32)),
    ("signgam", Variable::Int(0)),
    ("stderr", Variable::Stream),
    ("stdin", Variable::Stream),
    ("stdout", Variable::Stream),
];

/// A variable that the library defines, if it does: the name that it has there, and what it holds.
pub fn variable(name: &str) -> Option<(&'static str, Variable)> {
    let name = match name {
        "__environ" | "_environ" => "environ",
        name => name,
    };
    ALL.iter().copied().find(|row| row.0 == name)
}
