//! The version of the loaded LLVM.

/// Major, minor and patch version of the LLVM library in this process.
pub fn version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}
