#!/bin/sh
# Links the static library that cargo made into one relocatable object with only the C entry points
# visible, packs it as the archive that programs are linked with, and links it as the shared object that stands in
# for the archive where the program is not sanecc's to link.
#
# usage: prelink.sh TARGET/rt/libsanecc_rt_lib.a OUT/libsanecc_rt.a OUT/libsanecc_rt.so
# LD, NM, OBJCOPY, AR and CC name other tools than binutils' own and cc, ARCH another processor than x86_64. UNWIND_LD names a linker for the one
# object, where LD spoils its unwind tables: for RISC-V, that of binutils leaves relocations where they were before other tables went.
set -eu
input=$1
archive=$2
shared=$3
version=$(grep -h '^__sanecc_runtime_' "$(dirname "$0")/exports/strong.txt")
here=$(cd "$(dirname "$0")" && pwd)
arch=${ARCH:-x86_64}
case $arch in
    x86_64) jump() { echo "jmp $1@PLT"; } ;;
    riscv64) jump() { echo "tail $1"; } ;;
    *) jump() { echo "b $1"; } ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "prelink.sh: error: $input: $1" >&2
    echo "prelink.sh: note: the runtime was not made. Where rt was changed, look for what needs code of Rust's own libraries, such as a" \
        "division of 128 bits; otherwise remove $input and build again." >&2
    exit 1
}

# The entry points of library calls are many, and named by a table that the passes read (rt/abi/src/library).
"${NM:-nm}" --defined-only --extern-only "$input" 2> "$work/nm" | sed -n 's/^.* T \(__sanecc_lib_.*\)$/\1/p' > "$work/library"
# In the names of operators of C++ stands the type that size_t is: unsigned long, or unsigned int. On 32-bit Arm _Unwind_SetIP is a macro.
case $arch in
    arm) words='s/^\(_Zn[wa]\)m/\1j/; s/^\(_Zd[la]Pv\)m/\1j/; s/^_Unwind_SetIP$/_Unwind_VRS_Set/' ;;
    *) words='' ;;
esac
grep -v '^#' "$here/exports/weak.txt" | sed "$words" > "$work/weak"
grep -hv '^#' "$here/exports/strong.txt" "$here/exports/$arch.txt" "$work/weak" "$work/library" > "$work/all"
roots=$(sed 's/^/-u /' "$work/all")

# The program may have functions of these names, for its own memory. Rust's own libraries come with bitcode, which plug-ins of the tools below stumble over.
"${OBJCOPY:-objcopy}" --remove-section .llvmbc --remove-section .llvmcmd --redefine-sym memcpy=__sanecc_own_memcpy --redefine-sym memmove=__sanecc_own_memmove \
    --redefine-sym memset=__sanecc_own_memset --redefine-sym memcmp=__sanecc_own_memcmp --redefine-sym bcmp=__sanecc_own_bcmp \
    "$input" "$work/renamed.a" || fail "it cannot be read"

# Every entry point is a root; what none of them needs is dropped. So are debug information, which only Rust's own libraries
# have, and the names of what is local, but for the runtime's own functions, which profilers and debuggers show.
# UNWIND_LD keeps all that has unwind tables, and so the hooks of system calls below, which then have to lead somewhere.
entry=${UNWIND_LD:+--defsym=__sanecc_syscall_entry=__sanecc_lib_effects}
# shellcheck disable=SC2086
"${UNWIND_LD:-${LD:-ld}}" -r --gc-sections $entry -e "$version" $roots -T "$here/sections.ld" -o "$work/whole.o" "$work/renamed.a" ||
    fail "it cannot be linked"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$work/all" --weaken-symbols="$work/weak" "$work/whole.o" "$work/local.o"
"${OBJCOPY:-objcopy}" --wildcard --strip-debug --discard-all --keep-symbol='_ZN*sanecc_rt*' --keep-symbol='__sanecc_*' "$work/local.o" "$work/sanecc_rt.o"

# A linker that is asked for a name which is nowhere says nothing, and without entry points all else is dropped.
"${NM:-nm}" --defined-only "$work/sanecc_rt.o" 2> "$work/nm" | sed 's/^.* //' | LC_ALL=C sort -u > "$work/defined"
LC_ALL=C sort -u "$work/all" | LC_ALL=C comm -23 - "$work/defined" > "$work/missing"
[ -s "$work/library" ] || echo '__sanecc_lib_*' >> "$work/missing"
[ ! -s "$work/missing" ] || fail "what was linked of it lacks entry points: $(head -n 3 "$work/missing" | tr '\n' ' ')and so on"

for name in $(grep -v '^#' "$here/exports/dynamic.txt"); do
    echo ".section .text.$name,\"ax\",%progbits"
    echo ".weak $name; .type $name, %function; $name: .cfi_startproc; $(jump "__sanecc_$name"); .cfi_endproc; .size $name, . - $name"
done > "$work/dynamic.s"
echo '.section .note.GNU-stack,"",%progbits' >> "$work/dynamic.s"
"${CC:-cc}" -c "$work/dynamic.s" -o "$work/sanecc_dynamic.o"
"${AR:-ar}" rcsD "$work/libsanecc_rt.a" "$work/sanecc_rt.o" "$work/sanecc_dynamic.o"

# The hooks of system calls are an archive of their own, for programs that name one: they refer to the runtime's entry point by a name
# that nothing here has, so nothing else comes with them, once the loader's first call leads nowhere.
"${NM:-nm}" --defined-only --extern-only "$input" 2> "$work/nm" | sed -n 's/^.* T \(__sanitizer_syscall_.*_impl_.*\)$/\1/p' > "$work/syscalls"
hooks=$work/sanecc_syscalls.o
"${OBJCOPY:-objcopy}" --remove-relocations .preinit_array "$work/renamed.a" "$work/uncalled.a"
# shellcheck disable=SC2046
"${LD:-ld}" -r --gc-sections -e "$(head -n 1 "$work/syscalls")" $(sed 's/^/-u /' "$work/syscalls") -T "$here/sections.ld" -o "$work/hooks.o" "$work/uncalled.a"
# They put nothing on the stack, so unwinders need no tables where those would be spoilt.
[ -z "${UNWIND_LD:-}" ] || "${OBJCOPY:-objcopy}" --remove-section .eh_frame "$work/hooks.o"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$work/syscalls" --strip-unneeded --remove-section .preinit_array \
    --redefine-sym __sanecc_syscall_entry=__sanecc_lib_effects "$work/hooks.o" "$hooks"
# shellcheck disable=SC2086
"${AR:-ar}" rcsD "$work/libclang_rt.sanecc_syscalls.a" $hooks

# Only an executable may have a .preinit_array. The shared object comes first by its mark instead, and is never
# unloaded: the C library keeps pointers to its handlers. Its functions call each other, whatever the program defines.
"${OBJCOPY:-objcopy}" --rename-section .preinit_array=.init_array "$work/sanecc_rt.o" "$work/shared.o"
# shellcheck disable=SC2086
"${CC:-cc}" -shared -o "$work/libsanecc_rt.so" "$work/shared.o" "$work/sanecc_dynamic.o" $hooks -Wl,-soname,libsanecc_rt.so,--gc-sections \
    -Wl,-Bsymbolic-functions,-z,initfirst,-z,nodelete,-z,now,-z,relro,-z,defs,-z,noexecstack
mv "$work/libsanecc_rt.so" "$shared"
mv "$work/libclang_rt.sanecc_syscalls.a" "$(dirname "$archive")"
mv "$work/libsanecc_rt.a" "$archive"
