//! Terminators and the edges between blocks.

use crate::{check, function, module};
use expect_test::expect;
use sanecc_ir::{BlockId, Id};

#[test]
fn branches_and_phis() {
    check(
        "
        define i32 @f(i1 %c, i32 %n) {
        entry:
          br i1 %c, label %loop, label %out
        loop:
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %n
          br i1 %more, label %loop, label %out
        out:
          %result = phi i32 [ -1, %entry ], [ %i, %loop ]
          ret i32 %result
        }",
        expect![[r#"
            f0 @f unchecked
            b0: -> [b1, b2]
              v2 = branch v0
            b1: -> [b1, b2]
              v3 = phi 0, v4
              v4 = Add v3 1
              v5 = compare ULt v4, v1
              v6 = branch v5
            b2: -> []
              v7 = phi -1, v3
              v8 = return v7
        "#]],
    );
}

#[test]
fn switches_have_an_edge_for_each_case() {
    check(
        "
        define void @f(i32 %n) {
          switch i32 %n, label %other [ i32 1, label %one  i32 2, label %one  i32 -3, label %three ]
        one:
          ret void
        three:
          br label %one
        other:
          unreachable
        }",
        expect![[r#"
            f0 @f unchecked
            b0: -> [b3, b1, b1, b2]
              v1 = branch v0, 1, 2, -3
            b1: -> []
              v2 = return
            b2: -> [b1]
              v3 = branch
            b3: -> []
              v4 = unreachable
        "#]],
    );
}

#[test]
fn computed_gotos() {
    check(
        "
        @targets = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
        define void @f(i64 %i, ptr %out) {
          store ptr blockaddress(@f, %b), ptr %out
          %slot = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %i
          %target = load ptr, ptr %slot
          indirectbr ptr %target, [label %a, label %b]
        a:
          br label %b
        b:
          ret void
        }",
        expect![[r#"
            g0 @targets : 16 bytes Exact
            f0 @f unchecked
            b0: -> [b1, b2]
              v2 = store v1, constant
                a0 Write 8 bytes at v1 align 8
              v3 = address g0 + v0*8
              v4 = load v3
                a1 Read 8 bytes at v3 align 8
              v5 = branch v4
            b1: -> [b2]
              v6 = branch
            b2: -> []
              v7 = return
        "#]],
    );
}

#[test]
fn assembly_may_jump() {
    check(
        "
        define i32 @f(ptr %p) {
          %a = call i32 asm sideeffect \"mov $1, $0\", \"=r,*m\"(ptr elementtype(i32) %p)
          callbr void asm sideeffect \"jmp ${0:l}\", \"!i\"() to label %through [label %away]
        through:
          %b = callbr i32 asm \"# $0 $1\", \"=r,r,!i\"(i32 %a) to label %done [label %away]
        done:
          ret i32 %b
        away:
          ret i32 -1
        }",
        expect![[r#"
            f0 @f unchecked
            b0: -> [b1, b3]
              v1 = call v0
              v2 = call
            b1: -> [b2, b3]
              v3 = call v1
            b2: -> []
              v4 = return v3
            b3: -> []
              v5 = return -1
        "#]],
    );
}

#[test]
fn exceptions_unwind_to_their_landing_pad() {
    check(
        "
        declare void @may_throw(ptr)
        declare i32 @__gxx_personality_v0(...)
        define void @f(ptr %p) personality ptr @__gxx_personality_v0 {
          %x = alloca i32
          invoke void @may_throw(ptr %x) to label %fine unwind label %caught
        fine:
          invoke void %p() to label %done unwind label %caught
        done:
          ret void
        caught:
          %pad = landingpad { ptr, i32 } cleanup catch ptr null
          %exception = extractvalue { ptr, i32 } %pad, 0
          resume { ptr, i32 } %pad
        }",
        expect![[r#"
            f2 @f unchecked
            b0: -> [b1, b3]
              v1 "x" = alloca 4 bytes
              v2 = call f0(v1)
            b1: -> [b2, b3]
              v3 = call v0
            b2: -> []
              v4 = return
            b3: -> []
              v5 = landing_pad null
              v6 = element v5
              v7 = resume v5
        "#]],
    );
}

#[test]
fn blocks_that_cannot_be_reached_are_mirrored_too() {
    check(
        "
        define void @f(i32 %a) {
          ret void
        lost:
          %x = phi i32 [ %y, %lost ]
          %y = add i32 %x, %a
          br label %lost
        }",
        expect![[r#"
            f0 @f unchecked
            b0: -> []
              v1 = return
            b1: -> [b1]
              v2 = phi v3
              v3 = Add v2 v0
              v4 = branch
        "#]],
    );
}

#[test]
fn predecessors_mirror_successors() {
    let module = module(
        "
        define void @f(i1 %c) {
        entry:
          br i1 %c, label %join, label %join
        join:
          ret void
        }",
    );
    let f = function(&module, "f");
    let [entry, join] = [0, 1].map(BlockId::from_index);
    assert_eq!(f.blocks[entry].successors, [join, join]);
    assert_eq!(f.blocks[join].predecessors, [entry, entry]);
}
