//! Nothing: this package exists for its list of dependencies.
