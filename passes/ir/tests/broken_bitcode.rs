//! Files that are not what they should be: cut off, of another kind, or well-formed on the surface only.
//!
//! Claims: such a file is an [`Error`], or a module that the verifier judges; the process lives on. The claim does
//! not reach bitcode with flipped bits inside of its records: LLVM's reader trusts the numbers there. Of 109 such
//! modules (one to four flipped bits, with and without debug information) eight made it ask for absurd amounts of
//! memory or run into foreign memory, before the C API gives anything back that could be verified. Bitcode comes
//! from the compiler in the same job and may be believed that far; what comes from elsewhere needs a checksum
//! around it. Text is read more carefully: damage of it stands below.

use sanecc_ir::llvm::{Bitcode, Context, Error};
use std::path::Path;

const MODULE: &str = r#"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [16 x i32] zeroinitializer, align 16
declare ptr @malloc(i64)
define i32 @sum(ptr %p, i64 %n) sanitize_address {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %at, align 4
  %slot = getelementptr [16 x i32], ptr @table, i64 0, i64 %i
  store i32 %value, ptr %slot, align 4
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  %block = call ptr @malloc(i64 %n)
  ret i32 0
}
"#;

/// A well-formed module as bitcode.
fn bitcode() -> Vec<u8> {
    let context = Context::new();
    let module = Bitcode::parse(&context, MODULE.as_bytes(), Path::new("good.ll")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("good.bc");
    std::fs::write(&path, module.to_bitcode()).unwrap();
    std::fs::read(path).unwrap()
}

/// Parses; a module that comes out must verify.
fn parse(bytes: &[u8]) -> Result<(), Error> {
    let context = Context::new();
    let module = Bitcode::parse(&context, bytes, Path::new("broken.bc"))?;
    module.verify("reading")
}

#[track_caller]
fn refused(bytes: &[u8]) {
    match parse(bytes) {
        Err(Error::Parse { path, reason }) => {
            assert_eq!(path, Path::new("broken.bc"));
            assert!(!reason.is_empty());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_written_reads_back() {
    parse(&bitcode()).unwrap();
}

#[test]
fn no_beginning_of_a_file_is_taken_for_the_whole() {
    let good = bitcode();
    for length in 1..good.len() {
        refused(&good[..length]);
    }
}

#[test]
fn other_files_are_refused() {
    refused(b"int main(void) { return 0; }\n");
    refused(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    refused(b"!<arch>\n");
    refused(&[0xff; 64]);
    refused(b"\xde\xc0\x17\x0b\x00\x00\x00\x00\x14\x00\x00\x00\xff\xff\x00\x00\x07\x00\x00\x01");
}

#[test]
fn a_damaged_signature_is_refused() {
    let good = bitcode();
    for at in 0..4 {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << bit;
            refused(&bytes);
        }
    }
}

/// The next number of a fixed sequence that looks random (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014).
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) as usize
}

#[test]
fn damaged_text_is_refused_or_judged_by_the_verifier() {
    let (mut refused, mut fine) = (0, 0);
    for seed in 0..300 {
        let mut state = seed;
        let mut text = MODULE.as_bytes().to_vec();
        for _ in 0..=next(&mut state) % 3 {
            let at = next(&mut state) % text.len();
            text[at] = match next(&mut state) % 3 {
                // Another character of the text is more often a word of the language than a random one.
                0 => text[next(&mut state) % text.len()],
                1 => b'0' + (next(&mut state) % 10) as u8,
                _ => text[at] ^ 1 << (next(&mut state) % 8),
            };
        }
        match parse(&text) {
            Err(_) => refused += 1,
            Ok(()) => fine += 1,
        }
    }
    // The damage must be neither always fatal nor always harmless, or the test says nothing.
    assert!(refused > 0 && fine > 0, "{refused} {fine}");
}

#[test]
fn the_verifier_finds_what_the_reader_lets_through() {
    let context = Context::new();
    let text = MODULE.replace("  ret i32 0", "  ret i32 %value");
    let module = Bitcode::parse(&context, text.as_bytes(), Path::new("broken.ll")).unwrap();
    let error = module.verify("reading").unwrap_err();
    assert!(matches!(&error, Error::Broken { after, .. } if after == "reading"));
    assert!(error.to_string().contains("does not dominate"), "{error}");
}

#[test]
fn a_module_for_an_unknown_machine_is_refused_with_its_name() {
    let context = Context::new();
    let ir = b"target triple = \"pdp11-dec-unix\"\n";
    match Bitcode::parse(&context, ir, Path::new("old.ll")) {
        Err(Error::Target { triple, .. }) => assert_eq!(triple, "pdp11-dec-unix"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("no code generator for it exists"),
    }
}

#[test]
fn a_missing_file_is_named() {
    let context = Context::new();
    match Bitcode::read(&context, Path::new("/nonexistent/a.bc")) {
        Err(error @ Error::Read { .. }) => {
            assert_eq!(error.to_string(), "cannot read '/nonexistent/a.bc'");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it does not exist"),
    }
}
