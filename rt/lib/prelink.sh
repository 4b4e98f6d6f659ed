#!/bin/sh
# Links the static library that cargo made into one relocatable object with only the C entry points
# visible, and packs it as the archive that programs are linked with.
#
# usage: prelink.sh TARGET/rt/libsanecc_rt_lib.a OUT/libsanecc_rt.a
# LD, OBJCOPY and AR name other tools than binutils' own.
set -eu
input=$1
output=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -hv '^#' "$here/exports/strong.txt" "$here/exports/weak.txt" > "$work/all"
grep -v '^#' "$here/exports/weak.txt" > "$work/weak"
roots=$(sed 's/^/-u /' "$work/all")

# Every entry point is a root; what none of them needs is dropped.
# shellcheck disable=SC2086
"${LD:-ld}" -r --gc-sections -e __sanecc_abi_v1 $roots -o "$work/whole.o" "$input"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$work/all" --weaken-symbols="$work/weak" "$work/whole.o" "$work/sanecc_rt.o"
rm -f "$work/libsanecc_rt.a"
"${AR:-ar}" rcsD "$work/libsanecc_rt.a" "$work/sanecc_rt.o"
mv "$work/libsanecc_rt.a" "$output"
