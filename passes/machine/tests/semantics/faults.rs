//! Each step that is not defined is found where it happens.

use crate::{fault, fault_of, run};
use sanecc_machine::Outcome;
use sanecc_machine::fault::{Access, Fault, Use};

#[test]
fn accesses_beside_their_objects() {
    let beyond = fault(
        "%p = call ptr @malloc(i64 8)\n%q = getelementptr i8, ptr %p, i64 5\n%v = load i32, ptr %q\nret i32 0",
    );
    assert!(matches!(
        beyond,
        Fault::OutOfBounds {
            access: Access::Read,
            bytes: 4,
            ..
        }
    ));
    // Into another living object.
    let neighbour = fault(
        "%a = alloca i32
        %b = alloca i32
        %x = ptrtoint ptr %a to i64
        %y = ptrtoint ptr %b to i64
        %d = sub i64 %y, %x
        %q = getelementptr i8, ptr %a, i64 %d
        store i32 1, ptr %q
        ret i32 0",
    );
    assert!(matches!(
        neighbour,
        Fault::OutOfBounds {
            access: Access::Write,
            ..
        }
    ));
    assert!(matches!(
        fault("%v = load i8, ptr null\nret i32 0"),
        Fault::Nowhere { .. }
    ));
    let constant = fault_of(
        "@s = constant [2 x i8] c\"a\\00\"\ndefine i32 @main() {\nstore i8 1, ptr @s\nret i32 0\n}",
    );
    assert!(matches!(constant, Fault::Constant { .. }));
}

#[test]
fn accesses_after_the_end_of_their_objects() {
    let freed = fault(
        "%p = call ptr @malloc(i64 8)\ncall void @free(ptr %p)\n%q = call ptr @malloc(i64 8)\nstore i8 1, ptr %p\nret i32 0",
    );
    assert!(matches!(
        freed,
        Fault::Dead {
            access: Access::Write,
            ..
        }
    ));
    let returned = fault_of(
        "define ptr @f() {
            %p = alloca i32
            %slot = alloca ptr
            store ptr %p, ptr %slot
            %q = load ptr, ptr %slot
            ret ptr %q
        }
        define i32 @main() {
            %p = call ptr @f()
            %q = call ptr @f()
            %v = load i32, ptr %p
            ret i32 %v
        }",
    );
    assert!(matches!(returned, Fault::Dead { .. }));
    let scope = fault_of(
        "declare void @llvm.lifetime.start.p0(i64, ptr)
        declare void @llvm.lifetime.end.p0(i64, ptr)
        define i32 @main() {
            %p = alloca i32
            %slot = alloca ptr
            call void @llvm.lifetime.start.p0(i64 4, ptr %p)
            store i32 1, ptr %p
            store ptr %p, ptr %slot
            call void @llvm.lifetime.end.p0(i64 4, ptr %p)
            %q = load ptr, ptr %slot
            %v = load i32, ptr %q
            ret i32 %v
        }",
    );
    assert!(matches!(scope, Fault::Dead { .. }));
}

#[test]
fn frees_of_what_is_no_allocation() {
    let twice = fault(
        "%p = call ptr @malloc(i64 8)\ncall void @free(ptr %p)\ncall void @free(ptr %p)\nret i32 0",
    );
    assert!(matches!(twice, Fault::DoubleFree { .. }));
    let inside = fault(
        "%p = call ptr @malloc(i64 8)\n%q = getelementptr i8, ptr %p, i64 4\ncall void @free(ptr %q)\nret i32 0",
    );
    assert!(matches!(inside, Fault::BadFree { .. }));
    assert!(matches!(
        fault("%p = alloca i32\ncall void @free(ptr %p)\nret i32 0"),
        Fault::BadFree { .. }
    ));
}

#[test]
fn uses_of_what_has_no_value() {
    let used = |body: &str| match fault(body) {
        Fault::Uninitialized { for_what, .. } => for_what,
        other => panic!("{other:?}"),
    };
    let branch = "%p = alloca i32\n%v = load i32, ptr %p\n%c = icmp eq i32 %v, 0\nbr i1 %c, label %a, label %a\na:\nret i32 0";
    assert_eq!(used(branch), Use::Branch);
    let address =
        "%p = call ptr @malloc(i64 8)\n%q = load ptr, ptr %p\n%v = load i8, ptr %q\nret i32 0";
    assert_eq!(used(address), Use::Address);
    assert_eq!(
        used("%p = alloca i32\n%v = load i32, ptr %p\n%d = sdiv i32 1, %v\nret i32 0"),
        Use::Divisor
    );
    assert_eq!(
        used("%p = alloca i32\n%v = load i32, ptr %p\ncall void @exit(i32 %v)\nret i32 0"),
        Use::Library
    );
    // A field of storage that is wider than a register is written, and two are read.
    let fields = |bits: u32, by: u32| {
        format!(
            "%p = alloca i{bits}
            %v = load i{bits}, ptr %p
            %kept = and i{bits} %v, -8
            %set = or i{bits} %kept, 5
            store i{bits} %set, ptr %p
            %w = load i{bits}, ptr %p
            %s = lshr i{bits} %w, {by}
            %f = and i{bits} %s, 7
            %n = trunc i{bits} %f to i32
            %c = icmp eq i32 %n, 5
            br i1 %c, label %a, label %b\na:\nret i32 1\nb:\nret i32 2"
        )
    };
    for bits in [72, 128, 136, 200, 520] {
        assert_eq!(crate::status(&fields(bits, 0)), 1);
        assert_eq!(used(&fields(bits, 3)), Use::Branch);
        assert_eq!(used(&fields(bits, 64)), Use::Branch);
    }
    // Copies of what has no value are defined.
    let copied =
        "%p = alloca i32\n%q = alloca i32\n%v = load i32, ptr %p\nstore i32 %v, ptr %q\nret i32 0";
    assert_eq!(crate::status(copied), 0);
}

#[test]
fn a_scope_that_begins_again_takes_the_value() {
    // The second round reads what the first one wrote, unless it writes before: `written` is where.
    let rounds = |written: &str, read: &str| {
        format!(
            "%i = alloca i32
            %v = alloca i32
            store i32 0, ptr %i
            br label %loop
        loop:
            call void @llvm.lifetime.start.p0(i64 4, ptr %v)
            {written}
            %n = load i32, ptr %i
            %again = icmp eq i32 %n, 0
            br i1 %again, label %first, label %second
        first:
            store i32 7, ptr %v
            store i32 1, ptr %i
            call void @llvm.lifetime.end.p0(i64 4, ptr %v)
            br label %loop
        second:
            {read}
            %seven = icmp eq i32 %r, 7
            br i1 %seven, label %a, label %b\na:\nret i32 1\nb:\nret i32 2"
        )
    };
    let read = "%r = load i32, ptr %v";
    assert!(matches!(
        fault(&rounds("", read)),
        Fault::Uninitialized {
            for_what: Use::Branch,
            ..
        }
    ));
    let before = "%w = load i32, ptr %v\nstore i32 7, ptr %v";
    assert_eq!(crate::status(&rounds("store i32 7, ptr %v", read)), 1);
    assert!(matches!(
        fault(&rounds(before, "%r = add i32 %w, 0")),
        Fault::Uninitialized { .. }
    ));
}

#[test]
fn a_function_that_only_computes_is_called_like_others() {
    let text = |index: u32, divisor: &str| {
        format!(
            "@numbers = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
            define i32 @get(i32 %at, i32 %by) {{
                %p = getelementptr i32, ptr @numbers, i32 %at
                %n = load i32, ptr %p
                %r = udiv i32 %n, %by
                ret i32 %r
            }}
            define i32 @main() {{
                %none = alloca i32
                %undefined = load i32, ptr %none
                %a = call i32 @get(i32 1, i32 1)
                %b = call i32 @get(i32 {index}, i32 {divisor})
                %r = add i32 %a, %b
                ret i32 %r
            }}"
        )
    };
    // The first call is decoded, the second does without a frame.
    assert_eq!(crate::run(&text(3, "2")), Outcome::Exited(4));
    assert!(matches!(fault_of(&text(4, "1")), Fault::OutOfBounds { .. }));
    assert!(matches!(
        fault_of(&text(3, "%undefined")),
        Fault::Uninitialized {
            for_what: Use::Divisor,
            ..
        }
    ));
}

#[test]
fn other_undefined_steps() {
    assert_eq!(
        fault(
            "%p = alloca i32\nstore i32 0, ptr %p\n%v = load i32, ptr %p\n%d = udiv i32 1, %v\nret i32 %d"
        ),
        Fault::DivisionByZero
    );
    assert_eq!(fault("unreachable"), Fault::Unreachable);
    let endless = "define i32 @main() {\n%r = call i32 @main()\nret i32 %r\n}";
    assert_eq!(fault_of(endless), Fault::StackOverflow);
    let wrong = "define i32 @f(double %x) { ret i32 1 }\ndefine i32 @main() {\n%p = alloca ptr\nstore ptr @f, ptr %p\n%f = load ptr, ptr %p\n%r = call i32 %f(i32 1)\nret i32 %r\n}";
    assert!(matches!(fault_of(wrong), Fault::WrongSignature { .. }));
    let data = "%p = alloca i32\n%r = call i32 %p()\nret i32 %r";
    assert!(matches!(fault(data), Fault::NoFunction { .. }));
}

#[test]
fn what_the_machine_does_not_have_is_named() {
    let text = "declare void @nobody_has_this()\ndefine i32 @main() {\ncall void @nobody_has_this()\nret i32 0\n}";
    match run(text) {
        Outcome::Unsupported(what) => assert!(what.contains("nobody_has_this"), "{what}"),
        other => panic!("{other:?}"),
    }
    let text = "define i32 @main() {\ncall void asm sideeffect \"hlt\", \"\"()\nret i32 0\n}";
    match run(text) {
        Outcome::Unsupported(what) => assert!(what.contains("hlt"), "{what}"),
        other => panic!("{other:?}"),
    }
    for (body, needs) in [
        (
            "%v = call i200 @llvm.ctpop.i200(i200 1)\nret i32 0",
            "128 bits",
        ),
        (
            "%p = alloca i128\nstore i128 1, ptr %p\n%v = load i128, ptr %p\nswitch i128 %v, label %a [ i128 1, label %a ]\na:\nret i32 0",
            "64 bits",
        ),
        (
            "%v = getelementptr i8, ptr null, <2 x i32> <i32 1, i32 -1>\nret i32 0",
            "narrow indices",
        ),
    ] {
        let text =
            format!("declare i200 @llvm.ctpop.i200(i200)\ndefine i32 @main() {{\n{body}\n}}");
        match run(&text) {
            Outcome::Unsupported(what) => assert!(what.contains(needs), "{what}"),
            other => panic!("{other:?}"),
        }
    }
}
