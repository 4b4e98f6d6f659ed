#!/bin/sh
# Compares a runtime archive's names with exports/, runs errors.c in every form of link against it and against the shared
# object beside it, and compares the reports.
#
# usage: run.sh libsanecc_rt.a      (CC names another compiler than clang-19)
set -u
archive=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect PROGRAM CASE TEXT...: ends with status 1, and every text is in the report
expect() {
    program=$1 case=$2
    shift 2
    "$program" "$case" > "$work/out" 2>&1
    status=$?
    [ $status = 1 ] || fail "$program $case: status $status"
    for text in "$@"; do
        grep -qF -- "$text" "$work/out" || { fail "$program $case: no '$text' in"; cat "$work/out"; }
    done
}

all_cases() {
    [ "$("$1" nothing)" = fine ] || fail "$1 nothing"
    expect "$1" after 'heap-buffer-overflow on' 'WRITE of size 8' 'victim dir/x.c:43:9' 'is 0 bytes after 40-byte region' 'allocated by thread T0' 'in main'
    expect "$1" before 'heap-buffer-overflow on' 'is 1 bytes before 40-byte region'
    expect "$1" empty 'heap-buffer-overflow on' 'after 0-byte region'
    expect "$1" large 'heap-buffer-overflow on' 'of which the first 300000 bytes are addressable' 'is 0 bytes after 300000-byte region'
    expect "$1" freed 'heap-use-after-free on' 'is 3 bytes inside of 40-byte region' 'freed by thread T0' 'previously allocated'
    expect "$1" double 'attempting double-free on' 'SUMMARY: sanecc: double-free'
    expect "$1" inner 'attempting free on address which was not malloc()-ed' 'is 8 bytes inside of 40-byte region'
    expect "$1" local 'attempting free on' 'in the stack of thread T0'
    expect "$1" wild 'attempting free on' 'is a wild pointer'
    expect "$1" overflow 'stack-buffer-overflow on' "[32, 42) 'buf' (line 41) <== the access at offset 42 overflows"
    expect "$1" underflow 'stack-buffer-underflow on' 'the access at offset 28 partially underflows'
    expect "$1" alloca 'dynamic-stack-buffer-overflow on'
    expect "$1" global 'global-buffer-overflow on' "is 0 bytes after global variable 'buf' defined in dir/x.c:5"
    expect "$1" object 'stack-buffer-overflow on' "is 2 bytes after local variable 'buf'"
    expect "$1" null 'SEGV on unknown address 0x8' 'WRITE memory access' 'null pointer'
    expect "$1" deep 'stack-overflow on address'
}

# The archive defines exactly the names of exports/, weak ones weak, and the entry points of library calls, which a table names.
nm --defined-only "$archive" | awk 'NF == 3 && $2 ~ /[A-Z]/ { print ($2 == "W" || $2 == "V" ? "weak" : "strong"), $3 }' |
    grep -v '^strong __sanecc_lib_' | sort > "$work/defined"
for names in strong "$(uname -m)" weak dynamic; do
    binding=strong
    case $names in weak | dynamic) binding=weak ;; esac
    grep -v '^#' "../exports/$names.txt" | sed "s/^/$binding /"
done | sort > "$work/listed"
diff "$work/listed" "$work/defined" || fail "the archive's names differ from exports/"

for form in -pie -no-pie -static -static-pie -rdynamic; do
    program=$work/errors$form
    "${CC:-clang-19}" -g -O1 -fno-omit-frame-pointer -w $form errors.c "$archive" -o "$program" || fail "link $form"
    all_cases "$program"
done

"${CC:-clang-19}" -g -O1 -fno-omit-frame-pointer -w errors.c "${archive%.a}.so" "-Wl,-rpath,${archive%/*}" -o "$work/errors-shared" || fail "link with the shared object"
all_cases "$work/errors-shared"

# With little address space the shadow is mapped on demand.
(ulimit -v 4000000; all_cases "$work/errors-pie"; exit $failures) || failures=$((failures + $?))

[ $failures = 0 ] && echo "all reports as expected"
exit $((failures > 0))
