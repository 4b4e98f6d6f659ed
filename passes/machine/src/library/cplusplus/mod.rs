//! What compiled C++ calls that is not C++ itself: memory, exceptions, initialisation. Classes of the standard library that live in its
//! binary are in `support.cpp`, which runs as the program's own code does.

pub(super) mod exceptions;
pub(super) mod initialization;
pub(crate) mod memory;
pub(super) mod terminate;

/// What units in C++ read first: what the standard library has in its binary of its templates is instantiated in the unit.
pub const PRELUDE: &str = "#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
";

/// Code that is linked to programs in C++.
pub const SUPPORT: &str = include_str!("support.cpp");
