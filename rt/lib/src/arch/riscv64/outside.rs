//! RISC-V: stubs through which code without checks reaches library functions, as assembly.

/// Bytes of a stub: two instructions.
pub(crate) const STUB_DISTANCE: usize = 8;

/// `{count}` stubs: each jumps to what stands at `{entry}` in its record, of `{size}` bytes, among `{records}`.
macro_rules! outside_stubs {
    () => {
        ".cfi_startproc
         .option push
         .option norvc
         .option norelax
         3:
         .rept {count}
         auipc t1, 0
         j 2f
         .endr
         2:
         lla t0, 3b
         .option pop
         sub t1, t1, t0
         srli t1, t1, 3
         li t0, {size}
         mul t1, t1, t0
         lla t0, {records}
         add t1, t1, t0
         ld t0, {entry}(t1)
         jr t0
         .cfi_endproc"
    };
}

/// Asks `{before}` with `{number}` and the first argument where to go, and goes there with both.
macro_rules! numbered_stub {
    () => {
        $crate::arch::ask_stub!(
            "mv a1, a0
             li a0, {number}
             call {before}",
            ""
        )
    };
}

/// Returns what `{known}` knows of both arguments; where that is nothing, goes to the real function of the record.
macro_rules! lookup_stub {
    () => {
        ".cfi_startproc
         addi sp, sp, -32
         .cfi_def_cfa_offset 32
         sd ra, 24(sp)
         .cfi_offset ra, -8
         sd a0, 0(sp)
         sd a1, 8(sp)
         sd t1, 16(sp)
         call {known}
         mv t0, a0
         ld a0, 0(sp)
         ld a1, 8(sp)
         ld t1, 16(sp)
         ld ra, 24(sp)
         .cfi_restore ra
         addi sp, sp, 32
         .cfi_def_cfa_offset 0
         bnez t0, 2f
         lw t0, 0(t1)
         add t0, t0, t1
         ld t0, 0(t0)
         jr t0
         2:
         mv a0, t0
         ret
         .cfi_endproc"
    };
}

pub(crate) use {lookup_stub, numbered_stub, outside_stubs};
