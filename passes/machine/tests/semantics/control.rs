//! Branches, switches, labels, calls, jumps out of functions.

use crate::{run, status};
use sanecc_machine::Outcome;

#[test]
fn phis_are_given_all_at_once() {
    let body = "br label %loop
    loop:
        %a = phi i32 [ 0, %0 ], [ %b, %loop ]
        %b = phi i32 [ 1, %0 ], [ %c, %loop ]
        %i = phi i32 [ 0, %0 ], [ %next, %loop ]
        %c = add i32 %a, %b
        %next = add i32 %i, 1
        %done = icmp eq i32 %next, 10
        br i1 %done, label %end, label %loop
    end:
        ret i32 %b";
    assert_eq!(status(body), 55);
}

#[test]
fn jumps_to_jumps_and_shared_ends() {
    let body = "%i = alloca i32
        store i32 0, ptr %i
        br label %a
    a:
        br label %b
    c:
        %n = load i32, ptr %i
        %next = add i32 %n, 1
        store i32 %next, ptr %i
        br label %a
    b:
        %m = load i32, ptr %i
        %more = icmp ult i32 %m, 5
        br i1 %more, label %c, label %d
    d:
        br label %end
    end:
        %x = phi i32 [ %m, %d ]
        br label %last
    last:
        ret i32 %x";
    assert_eq!(status(body), 5);
}

#[test]
fn switches_and_labels() {
    let text = "define i32 @pick(i32 %n) {
        switch i32 %n, label %other [ i32 -1, label %minus
                                      i32 7, label %seven ]
    minus: ret i32 1
    seven: ret i32 2
    other:
        %to = select i1 true, ptr blockaddress(@pick, %here), ptr blockaddress(@pick, %seven)
        indirectbr ptr %to, [label %here, label %seven]
    here: ret i32 4
    }
    define i32 @main() {
        %a = call i32 @pick(i32 -1)
        %b = call i32 @pick(i32 7)
        %c = call i32 @pick(i32 0)
        %d = add i32 %a, %b
        %r = add i32 %c, %d
        ret i32 %r
    }";
    assert_eq!(run(text), Outcome::Exited(7));
}

#[test]
fn a_longjmp_comes_back_to_its_setjmp() {
    let text = "@buffer = global [200 x i8] zeroinitializer
        declare i32 @_setjmp(ptr) returns_twice
        declare void @longjmp(ptr, i32)
        define void @deep(i32 %n) {
            %p = alloca i32
            store i32 %n, ptr %p
            %c = icmp eq i32 %n, 0
            br i1 %c, label %jump, label %more
        jump:
            call void @longjmp(ptr @buffer, i32 42)
            unreachable
        more:
            %m = sub i32 %n, 1
            call void @deep(i32 %m)
            ret void
        }
        define i32 @main() {
            %again = call i32 @_setjmp(ptr @buffer)
            %c = icmp eq i32 %again, 0
            br i1 %c, label %first, label %second
        first:
            call void @deep(i32 5)
            ret i32 1
        second:
            ret i32 %again
        }";
    assert_eq!(run(text), Outcome::Exited(42));
}

#[test]
fn constructors_and_functions_of_the_end_run() {
    let text = "@n = global i32 1
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @before, ptr null }]
        declare i32 @atexit(ptr)
        define void @before() { store i32 20, ptr @n
            ret void }
        define void @after() { %v = load i32, ptr @n
            %w = add i32 %v, 1
            call void @exit(i32 %w)
            ret void }
        define i32 @main() {
            %r = call i32 @atexit(ptr @after)
            ret i32 0
        }";
    assert_eq!(run(text), Outcome::Exited(21));
}
