//! The programs: what each shows, and with which flags it is tried.

/// A program below `programs`.
pub struct Case {
    pub program: &'static str,
    /// The error; `None` if there is none.
    pub kind: Option<&'static str>,
    /// What the report says of the access.
    pub access: &'static str,
    /// The line of the access.
    pub place: &'static str,
    /// Flags that are tried in turn.
    pub variants: &'static [&'static [&'static str]],
    /// It needs what only Cortex-M has.
    pub only_cortex_m: bool,
}

/// The levels, the scales and the forms of checks.
const ALL: &[&[&str]] = &[
    &["-Os"],
    &["-O0"],
    &["-O2", "-fsanecc-shadow-scale=16"],
    &["-Os", "-fsanecc-shadow-scale=32"],
    &["-Os", "-fno-sanitize-address-outline-instrumentation"],
];
const ONE: &[&[&str]] = &[&["-Os"]];

const fn case(
    program: &'static str,
    kind: &'static str,
    access: &'static str,
    place: &'static str,
) -> Case {
    Case {
        program,
        kind: Some(kind),
        access,
        place,
        variants: ALL,
        only_cortex_m: false,
    }
}

pub const CASES: &[Case] = &[
    case(
        "global.c",
        "global-buffer-overflow",
        "write of 4 bytes",
        "global.c:5",
    ),
    case(
        "stack.c",
        "stack-buffer-overflow",
        "write of 1 byte at",
        "stack.c:9",
    ),
    case(
        "jump.c",
        "stack-buffer-overflow",
        "write of 1 byte at",
        "jump.c:27",
    ),
    case(
        "heap.c",
        "heap-buffer-overflow",
        "write of 13 bytes",
        "heap.c:13",
    ),
    case(
        "freed.c",
        "heap-use-after-free",
        "read of 4 bytes",
        "freed.c:13",
    ),
    case("twice.c", "double-free", "free of", "twice.c:11"),
    case(
        "scope.c",
        "stack-use-after-scope",
        "read of 4 bytes",
        "scope.c:13",
    ),
    case("pool.c", "use-after-poison", "write of 1 byte", "pool.c:29"),
    Case {
        only_cortex_m: true,
        ..case(
            "interrupt.c",
            "global-buffer-overflow",
            "in the handler of interrupt 15 (SysTick)",
            "interrupt.c:13",
        )
    },
    Case {
        only_cortex_m: true,
        variants: ONE,
        ..case(
            "interrupted.c",
            "global-buffer-overflow",
            "write of 4 bytes",
            "interrupted.c:30",
        )
    },
    Case {
        kind: None,
        only_cortex_m: true,
        variants: ONE,
        ..case("device.c", "", "", "")
    },
    Case {
        kind: None,
        ..case("unchecked.c", "", "", "")
    },
];

/// The case of a program.
pub fn named(program: &str) -> &'static Case {
    let mut cases = CASES.iter();
    cases.find(|case| case.program == program).unwrap()
}
