//! `sanecc`, and under a name that ends in `++` the C++ driver.

fn main() -> std::process::ExitCode {
    sanecc::sanecc(std::env::args_os().collect())
}
