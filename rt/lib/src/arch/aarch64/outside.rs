//! AArch64: stubs through which code without checks reaches library functions, as assembly.

/// Bytes of a stub: two instructions.
pub(crate) const STUB_DISTANCE: usize = 8;

/// `{count}` stubs: each jumps to what stands at `{entry}` in its record, of `{size}` bytes, among `{records}`.
macro_rules! outside_stubs {
    () => {
        ".cfi_startproc
         3:
         .rept {count}
         adr x16, .
         b 2f
         .endr
         2:
         adr x17, 3b
         sub x16, x16, x17
         lsr x16, x16, 3
         mov x17, {size}
         mul x16, x16, x17
         adrp x17, {records}
         add x17, x17, :lo12:{records}
         add x16, x16, x17
         ldr x17, [x16, {entry}]
         br x17
         .cfi_endproc"
    };
}

/// Asks `{before}` with `{number}` and the first argument where to go, and goes there with both.
macro_rules! numbered_stub {
    () => {
        $crate::arch::ask_stub!(
            "mov x1, x0
             mov w0, {number}
             bl {before}",
            ""
        )
    };
}

/// Returns what `{known}` knows of both arguments; where that is nothing, goes to the real function of the record.
macro_rules! lookup_stub {
    () => {
        ".cfi_startproc
         stp x29, x30, [sp, -48]!
         .cfi_def_cfa_offset 48
         .cfi_offset x29, -48
         .cfi_offset x30, -40
         stp x0, x1, [sp, 16]
         str x16, [sp, 32]
         mov x29, sp
         bl {known}
         mov x17, x0
         ldp x0, x1, [sp, 16]
         ldr x16, [sp, 32]
         ldp x29, x30, [sp], 48
         .cfi_restore x29
         .cfi_restore x30
         .cfi_def_cfa_offset 0
         cbnz x17, 2f
         ldrsw x17, [x16]
         ldr x17, [x16, x17]
         br x17
         2:
         mov x0, x17
         ret
         .cfi_endproc"
    };
}

pub(crate) use {lookup_stub, numbered_stub, outside_stubs};
