//! The slices of sections 4.2 and 4.5, from textual IR: GreenArrays' examples, and what they must not miss.

use crate::text;
use sanecc_analysis::PointsTo;
use sanecc_analysis::slice::{AliasRules, Graph, MemorySlice, Named, Taint, may_overflow};
use sanecc_ir::{BlockId, Id, Module, Op, ValueDef};

const PRELUDE: &str = r#"
@table = internal global [16 x i32] zeroinitializer
@squares = internal constant [4 x i32] [i32 0, i32 1, i32 4, i32 9]
@shared = global i32 0
@handlers = internal global ptr @handler
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare i32 @read_input()
declare i64 @read(i32, ptr, i64)
declare i32 @puts(ptr)
declare ptr @strdup(ptr)
declare void @lent(ptr nocapture)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal i32 @handler(i32 %x) { ret i32 %x }
"#;

fn parse(text: &str) -> Module {
    text::module(PRELUDE, text)
}

/// Which of the values (`function.value`) are in the slice, however memory is told apart.
fn members(text: &str, which: &str, whole: bool, wanted: &[&str]) -> Vec<String> {
    let module = parse(text);
    let points_to = PointsTo::of(&module);
    let pointed = members_by(text, &module, &points_to, which, whole, wanted);
    let aliases = AliasRules::alone(&module);
    assert_eq!(
        pointed,
        members_by(text, &module, &aliases, which, whole, wanted)
    );
    pointed
}

fn members_by(
    text: &str,
    module: &Module,
    memory: &dyn Named,
    which: &str,
    whole: bool,
    wanted: &[&str],
) -> Vec<String> {
    let graph = Graph::of(module, memory, whole);
    let slice = MemorySlice::of(module, &graph);
    let taint = Taint::of(&graph);
    let holds = |name: &&&str| {
        let (of, value) = name.split_once('.').unwrap_or(("main", name));
        let (id, value) = text::value(text, module, of, value);
        match which {
            "backward" => slice.holds(id, value),
            _ => taint.holds(id, value),
        }
    };
    wanted.iter().filter(holds).map(|s| s.to_string()).collect()
}

fn backward(text: &str, wanted: &[&str]) -> Vec<String> {
    members(text, "backward", true, wanted)
}

fn tainted(text: &str, wanted: &[&str]) -> Vec<String> {
    members(text, "forward", true, wanted)
}

/// The accesses of `main` that outside data touch, in order.
fn touched(text: &str) -> Vec<bool> {
    let module = parse(text);
    let memory = AliasRules::alone(&module);
    let graph = Graph::of(&module, &memory, true);
    let taint = Taint::of(&graph);
    let (id, main) = text::function(&module, "main");
    let accesses = main.accesses.iter();
    accesses
        .map(|(_, access)| {
            let block = text::block_of(main, access.instruction);
            taint.touches(id, block, access, true)
        })
        .collect()
}

/// Figure 9: the sizes, the indices and the condition are in the slice; the increment that is stored, and never an address, is not.
#[test]
fn figure_9_all_but_the_stored_increment_is_guarded() {
    let text = r"
    define i32 @main() {
      %n0 = call i32 @read_input()
      %v0 = call i32 @read_input()
      %n1 = add i32 %n0, 1
      %size = zext i32 %n1 to i64
      %p0 = call ptr @malloc(i64 %size)
      %i1 = mul i32 %n0, 3
      %b3 = icmp slt i32 %i1, %n1
      %v4 = add i32 %v0, 1
      br i1 %b3, label %then, label %end
    then:
      %p1 = getelementptr i8, ptr %p0, i32 %i1
      store i32 %v4, ptr %p1
      br label %end
    end:
      ret i32 0
    }";
    let all = ["n0", "v0", "n1", "size", "p0", "i1", "b3", "v4", "p1"];
    let inside = ["n0", "n1", "size", "p0", "i1", "b3", "p1"];
    assert_eq!(backward(text, &all), inside);
}

/// Figure 10: no data flows from `w * h` to the index, but it decides how far the loops run.
#[test]
fn figure_10_the_product_is_in_the_slice_by_control_alone() {
    let text = r"
    define void @read_matrix(ptr %data, i8 %w, i8 %h) {
    entry:
      %buf = alloca [120 x i32]
      %buf_size = mul i8 %w, %h
      %small = icmp slt i8 %buf_size, 120
      br i1 %small, label %loop, label %end
    loop:
      %c0 = phi i32 [ 0, %entry ], [ %next, %loop ]
      %to = getelementptr [4 x i8], ptr %buf, i32 %c0
      store i32 %c0, ptr %to
      %next = add i32 %c0, 1
      %more = icmp slt i32 %next, 100
      br i1 %more, label %loop, label %end
    end:
      ret void
    }";
    let wanted = [
        "read_matrix.buf_size",
        "read_matrix.small",
        "read_matrix.next",
    ];
    assert_eq!(backward(text, &wanted), wanted);
}

/// Figure 17: both inputs are tainted, and by them both conditions, the index, and what the array holds.
#[test]
fn figure_17_the_index_is_tainted_by_the_loops_condition() {
    let text = r"
    define i32 @main() {
    entry:
      %v = alloca [100 x i32]
      %m = call i32 @read_input()
      %n = call i32 @read_input()
      br label %head
    head:
      %i1 = phi i32 [ 0, %entry ], [ %i2, %latch ]
      %p0 = icmp slt i32 %i1, %n
      br i1 %p0, label %body, label %end
    body:
      %rest = srem i32 %i1, %m
      %p1 = icmp ne i32 %rest, 0
      br i1 %p1, label %then, label %latch
    then:
      %at = getelementptr [4 x i8], ptr %v, i32 %i1
      store i32 0, ptr %at
      br label %latch
    latch:
      %i2 = add i32 %i1, 1
      br label %head
    end:
      %held = load i32, ptr %v
      ret i32 %held
    }";
    let all = ["v", "m", "n", "i1", "p0", "p1", "i2", "held"];
    let inside = ["m", "n", "i1", "p0", "p1", "i2", "held"];
    assert_eq!(tainted(text, &all), inside);
    assert_eq!(touched(text), [true, false]);
}

/// The array and a counter up to a constant are clean.
#[test]
fn what_only_constants_decide_is_clean() {
    let text = r"
    define i32 @main() {
    entry:
      %v = alloca [100 x i32]
      br label %loop
    loop:
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      %at = getelementptr [4 x i8], ptr %v, i32 %i
      store i32 0, ptr %at
      %next = add i32 %i, 1
      %more = icmp slt i32 %next, 100
      br i1 %more, label %loop, label %end
    end:
      ret i32 0
    }";
    assert!(tainted(text, &["i", "next", "more", "at"]).is_empty());
    assert_eq!(touched(text), [false]);
}

#[test]
fn a_choice_between_constants_is_tainted_by_who_chooses() {
    let text = r"
    define i32 @main() {
    entry:
      %x = call i32 @read_input()
      %c = icmp eq i32 %x, 7
      br i1 %c, label %then, label %join
    then:
      br label %join
    join:
      %by_edge = phi i32 [ 20, %then ], [ 0, %entry ]
      %by_select = select i1 %c, i32 20, i32 0
      %other = add i32 1, 2
      ret i32 %by_edge
    }";
    assert_eq!(
        tainted(text, &["by_edge", "by_select", "other"]),
        ["by_edge", "by_select"]
    );
}

#[test]
fn data_flow_through_memory_calls_and_back() {
    let text = r"
    define internal i32 @twice(i32 %x) {
      %y = mul i32 %x, 2
      ret i32 %y
    }
    define internal i32 @three() {
      ret i32 3
    }
    define internal void @keep(i32 %x) {
      %at = getelementptr [4 x i8], ptr @table, i64 2
      store i32 %x, ptr %at
      ret void
    }
    define i32 @main() {
      %slot = alloca i32
      %clean = alloca i32
      %x = call i32 @read_input()
      store i32 %x, ptr %slot
      store i32 5, ptr %clean
      %back = load i32, ptr %slot
      %kept = load i32, ptr %clean
      %two = call i32 @twice(i32 %back)
      %three = call i32 @three()
      %before = load i32, ptr @squares
      call void @keep(i32 %two)
      %of_table = load i32, ptr @table
      ret i32 0
    }";
    let all = [
        "back", "kept", "two", "three", "before", "of_table", "twice.y",
    ];
    assert_eq!(tainted(text, &all), ["back", "two", "of_table", "twice.y"]);
}

#[test]
fn who_calls_decides_what_is_written() {
    let text = r"
    define internal void @set() {
      store i32 20, ptr @table
      ret void
    }
    define i32 @main() {
    entry:
      %x = call i32 @read_input()
      %c = icmp eq i32 %x, 7
      br i1 %c, label %then, label %end
    then:
      call void @set()
      br label %end
    end:
      %index = load i32, ptr @table
      ret i32 0
    }";
    assert_eq!(tainted(text, &["index"]), ["index"]);
    // Backwards the same way: the condition decides an index.
    let used = text.replace(
        "ret i32 0",
        "%at = getelementptr i8, ptr @squares, i32 %index
         %v = load i8, ptr %at
         ret i32 0",
    );
    assert_eq!(backward(&used, &["c", "x", "index"]), ["c", "x", "index"]);
}

#[test]
fn what_a_call_reads_in_is_tainted_and_what_it_measures_is_not() {
    let text = r"
    define i32 @main() {
      %in = alloca [8 x i8]
      %own = alloca [8 x i8]
      %copy = alloca [8 x i8]
      %got = call i64 @read(i32 0, ptr %in, i64 8)
      call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %in, i64 8, i1 false)
      store i8 0, ptr %own
      %a = load i8, ptr %in
      %b = load i8, ptr %own
      %c = load i8, ptr %copy
      %d = call i64 @strlen(ptr @squares)
      %e = call i64 @strlen(ptr %in)
      ret i32 0
    }";
    let all = ["got", "a", "b", "c", "d", "e"];
    assert_eq!(tainted(text, &all), ["got", "a", "c", "e"]);
}

#[test]
fn functions_that_others_may_call_take_outside_data() {
    let text = r"
    define void @open(i32 %x) {
      ret void
    }
    define internal i32 @closed(i32 %x) {
      ret i32 %x
    }
    define i32 @main(i32 %argc, ptr %argv) {
      %r = call i32 @closed(i32 3)
      ret i32 0
    }";
    let all = [
        "open.arg0",
        "handler.arg0",
        "closed.arg0",
        "main.arg0",
        "main.arg1",
    ];
    let part = members(text, "forward", false, &all);
    assert_eq!(
        part,
        ["open.arg0", "handler.arg0", "main.arg0", "main.arg1"]
    );
    let whole = tainted(text, &all);
    assert_eq!(whole, ["handler.arg0", "main.arg0", "main.arg1"]);
}

#[test]
fn other_modules_write_shared_variables_unless_there_are_none() {
    let text = r"
    define internal i32 @f() {
      %v = load i32, ptr @shared
      ret i32 %v
    }
    define i32 @main() {
      %r = call i32 @f()
      ret i32 0
    }";
    assert_eq!(members(text, "forward", false, &["f.v", "r"]), ["f.v", "r"]);
    assert!(tainted(text, &["f.v", "r"]).is_empty());
}

#[test]
fn sizes_taint_what_is_allocated_and_frees_all_that_may_be_freed() {
    let text = r"
    define i32 @main() {
    entry:
      %x = call i32 @read_input()
      %n = zext i32 %x to i64
      %p = call ptr @malloc(i64 %n)
      %q = call ptr @malloc(i64 8)
      %c = icmp eq i32 %x, 0
      ret i32 0
    }";
    assert_eq!(tainted(text, &["p", "q"]), ["p"]);
    let module = |extra: &str| {
        let text = text.replace("ret i32 0", &format!("{extra}\nret i32 0"));
        let module = parse(&text);
        let memory = AliasRules::alone(&module);
        let graph = Graph::of(&module, &memory, true);
        let taint = Taint::of(&graph);
        let (id, main) = text::function(&module, "main");
        let (_, access) = main.accesses.iter().last().unwrap();
        [true, false].map(|lives| taint.touches(id, BlockId::from_index(0), access, lives))
    };
    assert_eq!(module("store i8 0, ptr %q"), [false, true]);
}

#[test]
fn where_a_function_returns_twice_nothing_is_clean() {
    let text = r"
    define i32 @main() {
      %buf = alloca [200 x i8]
      %again = call i32 @setjmp(ptr %buf)
      %sum = add i32 1, 2
      ret i32 0
    }";
    assert_eq!(tainted(text, &["sum"]), ["sum"]);
}

#[test]
fn greenarrays_counts_additions_subtractions_products_shifts_and_truncations() {
    let text = r"
    define i32 @main(i32 %argc, ptr %argv) {
      %a = add i32 %argc, 1
      %b = sub i32 %a, 2
      %c = mul i32 %b, 3
      %d = shl i32 %c, 1
      %e = trunc i32 %d to i8
      %f = and i8 %e, 1
      %g = sdiv i8 %f, 3
      ret i32 0
    }";
    let module = parse(text);
    let (_, main) = text::function(&module, "main");
    let counted = main.values.iter().filter(
        |(_, v)| matches!(&v.def, ValueDef::Instruction(op @ (Op::Binary(..) | Op::Cast(..))) if may_overflow(op)),
    );
    assert_eq!(counted.count(), 5);
}

/// Other modules call a function as often as their input says, and so does whoever has its address.
#[test]
fn how_often_others_call_a_function_is_outside_data() {
    let text = r"
    define LINKAGE void @push() {
      %n = load i32, ptr @table
      %more = add i32 %n, 1
      store i32 %more, ptr @table
      ret void
    }
    define internal i32 @top() {
      %n = load i32, ptr @table
      ret i32 %n
    }
    define i32 @main() {
      %slot = alloca ptr
      store ptr TAKEN, ptr %slot
      %n = call i32 @top()
      ret i32 %n
    }";
    let with = |linkage, taken| text.replace("LINKAGE", linkage).replace("TAKEN", taken);
    let all = ["n", "top.n"];
    assert_eq!(members(&with("", "null"), "forward", false, &all), all);
    assert_eq!(tainted(&with("internal", "@push"), &all), all);
    assert!(tainted(&with("internal", "null"), &all).is_empty());
}

/// Which of the values of `main` are tainted where other modules are there, by points-to sets and by what each function says alone.
fn tainted_by(text: &str, wanted: &[&str]) -> [Vec<String>; 2] {
    let module = parse(text);
    let points_to = PointsTo::of(&module);
    assert!(!points_to.gave_up());
    let aliases = AliasRules::alone(&module);
    [&points_to as &dyn Named, &aliases]
        .map(|memory| members_by(text, &module, memory, "forward", false, wanted))
}

#[test]
fn points_to_sets_tell_blocks_and_what_callees_write_apart() {
    let text = r"
    define internal void @fill(ptr %to, i32 %x) {
      store i32 %x, ptr %to
      ret void
    }
    define i32 @main() {
      %clean = alloca i32
      %dirty = alloca i32
      %mine = alloca i32
      %x = call i32 @read_input()
      call void @fill2(ptr %clean, i32 3)
      call void @fill(ptr %dirty, i32 %x)
      %block = call ptr @malloc(i64 8)
      store i32 5, ptr %block
      call void @TAKEN(ptr %mine, i32 3)
      %in = call ptr @malloc(i64 8)
      %got = call i64 @read(i32 0, ptr %in, i64 8)
      %a = load i32, ptr %clean
      %b = load i32, ptr %dirty
      %c = load i32, ptr %block
      %d = load i32, ptr %in
      %e = load i32, ptr %mine
      ret i32 0
    }
    define internal void @choosable(ptr %to, i32 %x) {
      store i32 %x, ptr %to
      ret void
    }
    define internal void @fill2(ptr %to, i32 %x) {
      store i32 %x, ptr %to
      ret void
    }";
    let all = ["a", "b", "c", "d", "e"];
    let with = |function: &str, more: &str| {
        let text = text.replace("TAKEN", function);
        tainted_by(
            &text.replace("ret i32 0", &format!("{more}\nret i32 0")),
            &all,
        )
    };
    let [pointed, alone] = with("fill2", "");
    assert_eq!(pointed, ["b", "d"]);
    assert_eq!(alone, all);
    // Whoever has the address of a function may call it, or not.
    let [pointed, _] = with("choosable", "store ptr @choosable, ptr %block");
    assert_eq!(pointed, ["b", "d", "e"]);
}

/// Objects whose address others only borrow, or whose content is copied, hold outside data all the same.
#[test]
fn what_is_lent_or_copied_is_tainted() {
    let text = r"
    define i32 @main() {
      %lent = alloca i32
      %own = alloca i32
      %x = call i32 @read_input()
      %old = call ptr @malloc(i64 8)
      store i32 1, ptr %lent
      store i32 2, ptr %own
      store i32 %x, ptr %old
      call void @lent(ptr nocapture %lent)
      %copy = call ptr @strdup(ptr %old)
      %a = load i32, ptr %lent
      %b = load i32, ptr %own
      %c = load i32, ptr %copy
      ret i32 0
    }";
    let [pointed, _] = tainted_by(text, &["a", "b", "c"]);
    assert_eq!(pointed, ["a", "c"]);
}
