//! What functions know of their parameters because all their calls are known, from textual IR.

use crate::text;
use sanecc_analysis::FunctionAnalyses;
use sanecc_analysis::symbolic::{Parameters, Ranges, Regions, parameters_of_all, roots_of_access};
use sanecc_ir::{FuncId, Id, Module};

const PRELUDE: &str = r#"
@table = internal global [16 x i8] zeroinitializer
@another = internal global [16 x i8] zeroinitializer
declare ptr @malloc(i64)
declare i64 @input()
declare void @take(ptr)
"#;

fn module(text: &str) -> Module {
    text::module(PRELUDE, text)
}

fn parameters(module: &Module) -> Vec<Parameters> {
    let analyses: Vec<FunctionAnalyses<'_>> = module
        .functions
        .iter()
        .map(|(_, f)| FunctionAnalyses::of(f))
        .collect();
    let of = |id: FuncId| Some(&analyses[id.index()]).filter(|_| module.functions[id].defined);
    parameters_of_all(module, of, &Default::default(), &|_, _| false)
}

fn named(module: &Module, name: &str) -> FuncId {
    text::function(module, name).0
}

/// For each access of the function, in order, whether it provably stays in its object.
fn proved(text: &str, name: &str) -> Vec<bool> {
    let module = module(text);
    let id = named(&module, name);
    let function = &module.functions[id];
    let known = parameters(&module).swap_remove(id.index());
    let analyses = FunctionAnalyses::of(function);
    let regions = Regions::with(&module, &analyses, known);
    let accesses = || {
        let all = function.accesses.iter();
        all.map(|(_, access)| (access, function.resolve(access.pointer)))
    };
    let roots: Vec<_> = accesses()
        .flat_map(|(access, place)| roots_of_access(access, &place))
        .collect();
    let ranges = Ranges::of(&analyses, regions, roots).unwrap();
    accesses()
        .map(|(access, place)| {
            let block = text::block_of(function, access.instruction);
            ranges.stays_within(access, &place, block).is_ok()
        })
        .collect()
}

/// GreenArrays (2014), figure 19; `FOUR` is the number of bytes that stand for its four elements.
const KEEP: &str = "
define internal void @keep(ptr %s, i32 %is, i32 %ns, ptr %d, i32 %id, i32 %nd) sanitize_address noinline {
  %a = icmp ult i32 %is, %ns
  br i1 %a, label %read, label %next
read:
  %i = zext i32 %is to i64
  %from = getelementptr inbounds i32, ptr %s, i64 %i
  %x = load i32, ptr %from
  br label %next
next:
  %b = icmp ult i32 %id, %nd
  br i1 %b, label %write, label %end
write:
  %j = zext i32 %id to i64
  %to = getelementptr inbounds i32, ptr %d, i64 %j
  store i32 0, ptr %to
  br label %end
end:
  ret void
}
define i32 @main() sanitize_address {
  %read1 = call i64 @input()
  %nx = and i64 %read1, 4095
  %wide = add i64 %nx, 1
  %n = trunc i64 %wide to i32
  %bytes = shl i64 %wide, 2
  %p = call ptr @malloc(i64 %bytes)
  %read2 = call i64 @input()
  %ny = and i64 %read2, 4095
  %wide0 = add i64 %ny, 1
  %n0 = trunc i64 %wide0 to i32
  %bytes0 = shl i64 %wide0, 2
  %p0 = call ptr @malloc(i64 %bytes0)
  call void @keep(ptr %p0, i32 0, i32 %n0, ptr %p, i32 0, i32 %n)
  %p1 = call ptr @malloc(i64 FOUR)
  call void @keep(ptr %p1, i32 1, i32 4, ptr %p, i32 1, i32 %n)
  ret i32 0
}
";

#[test]
fn figure_19_both_accesses_are_safe() {
    assert_eq!(proved(&KEEP.replace("FOUR", "16"), "keep"), [true, true]);
    // The element that is named is there, though not all that are counted.
    assert_eq!(proved(&KEEP.replace("FOUR", "15"), "keep"), [true, true]);
    // Neither: the first chain is broken.
    assert_eq!(proved(&KEEP.replace("FOUR", "7"), "keep"), [false, true]);
}

#[test]
fn figure_19_its_first_chain() {
    let module = module(&KEEP.replace("FOUR", "16"));
    let known = &parameters(&module)[named(&module, "keep").index()];
    // i_s < N_s in both calls; i_d < N_d only in the first, where N may be 1 in the second.
    let strictly = |less, more| {
        let mut chains = known.less.iter();
        chains.any(|c| (c.less, c.more, c.distance) == (less, more, 1))
    };
    assert!(strictly(1, 2) && !strictly(4, 5), "{known:?}");
    // The naive join of the intervals, which is kept beside.
    assert_eq!(known.intervals[1].unwrap()[0], (0, 1));
    assert_eq!(known.intervals[2].unwrap()[0], (1, 4096));
}

/// A function whose index is a parameter, with these calls in front of it.
fn indexed(linkage: &str, callers: &str) -> Vec<bool> {
    let text = format!(
        "define {linkage} void @f(i64 %i) sanitize_address noinline {{
           %at = getelementptr inbounds i8, ptr @table, i64 %i
           store i8 0, ptr %at
           ret void
         }}
         {callers}"
    );
    proved(&text, "f")
}

#[test]
fn an_index_that_is_small_in_all_calls() {
    let small = "define void @g() sanitize_address {
        call void @f(i64 3)
        %n = call i64 @input()
        %m = and i64 %n, 15
        call void @f(i64 %m)
        ret void
    }";
    assert_eq!(indexed("internal", small), [true]);
    // Another module may call it.
    assert_eq!(indexed("", small), [false]);
    // A further call with 16, and one with what is not known.
    let more = |n: &str| {
        format!("{small}\n define void @h(i64 %x) {{ call void @f(i64 {n})\n ret void }}")
    };
    assert_eq!(indexed("internal", &more("15")), [true]);
    assert_eq!(indexed("internal", &more("16")), [false]);
    assert_eq!(indexed("internal", &more("-1")), [false]);
    assert_eq!(indexed("internal", &more("%x")), [false]);
    // What may be poison is anything.
    assert_eq!(indexed("internal", &more("undef")), [false]);
}

/// What may be null is not passed as an object.
#[test]
fn a_null_that_is_passed_has_no_bytes() {
    let proved = |other: &str| {
        let text = format!(
            "
define internal i8 @f(ptr %p) sanitize_address noinline {{
  %far = getelementptr i8, ptr %p, i64 15
  %x = load i8, ptr %far
  ret i8 %x
}}
define i8 @main(i1 %c) sanitize_address {{
  %p = select i1 %c, ptr @table, ptr {other}
  %x = call i8 @f(ptr %p)
  ret i8 %x
}}"
        );
        proved(&text, "f")
    };
    assert_eq!(proved("@another"), [true]);
    assert_eq!(proved("null"), [false]);
}

#[test]
fn whoever_has_the_address_may_call() {
    let call = "call void @f(i64 3)";
    let caller = |more: &str| format!("define void @g() {{ {call}\n {more}\n ret void }}");
    assert_eq!(indexed("internal", &caller("")), [true]);
    assert_eq!(
        indexed("internal", &caller("call void @take(ptr @f)")),
        [false]
    );
    let stored = format!("@hook = global ptr @f\n{}", caller(""));
    assert_eq!(indexed("internal", &stored), [false]);
    // With other arguments than it has parameters.
    assert_eq!(indexed("internal", &caller("call void @f(i32 3)")), [false]);
    assert_eq!(indexed("internal", &caller("call void @f()")), [false]);
}

/// A function that calls itself with another index, where that is smaller than `bound`.
fn recursive(next: &str, bound: i64) -> Vec<bool> {
    let text = format!(
        "define internal void @f(i64 %i, i64 %n) sanitize_address noinline {{
           %at = getelementptr inbounds i8, ptr @table, i64 %i
           store i8 0, ptr %at
           %next = {next}
           %more = icmp ult i64 %next, {bound}
           br i1 %more, label %again, label %end
         again:
           call void @f(i64 %next, i64 %n)
           br label %end
         end:
           ret void
         }}
         define void @g(i64 %x) {{
           %n = and i64 %x, 7
           call void @f(i64 3, i64 %n)
           ret void
         }}"
    );
    proved(&text, "f")
}

#[test]
fn recursion_is_solved_by_induction() {
    assert_eq!(recursive("add i64 %i, 1", 16), [true]);
    assert_eq!(recursive("add i64 %i, 1", 17), [false]);
    assert_eq!(recursive("sub i64 %i, 1", 16), [true]);
    assert_eq!(recursive("add i64 %n, 8", 1000), [true]);
    assert_eq!(recursive("add i64 %n, 9", 1000), [false]);
    // It grows without end.
    assert_eq!(recursive("add i64 %i, 1", -1), [false]);
}

#[test]
fn functions_that_call_each_other_are_solved_together() {
    let pair = |step: i64| {
        format!(
            "define internal void @f(ptr %p, i64 %i, i64 %n) sanitize_address noinline {{
               %inside = icmp ult i64 %i, %n
               br i1 %inside, label %in, label %end
             in:
               %at = getelementptr inbounds i8, ptr %p, i64 %i
               store i8 0, ptr %at
               call void @h(ptr %p, i64 %i, i64 %n)
               br label %end
             end:
               ret void
             }}
             define internal void @h(ptr %p, i64 %i, i64 %n) sanitize_address noinline {{
               %at = getelementptr inbounds i8, ptr %p, i64 %i
               store i8 0, ptr %at
               %next = add i64 %i, 1
               %more = add i64 %n, {step}
               call void @f(ptr %p, i64 %next, i64 %more)
               ret void
             }}
             define void @g(i64 %n) {{
               %p = call ptr @malloc(i64 %n)
               call void @f(ptr %p, i64 0, i64 %n)
               ret void
             }}"
        )
    };
    assert_eq!([proved(&pair(0), "f"), proved(&pair(0), "h")], [[true]; 2]);
    assert_eq!([proved(&pair(1), "f"), proved(&pair(1), "h")], [[false]; 2]);
}

#[test]
fn what_is_known_goes_through_calls() {
    let outer = |bound: i64| {
        let callers = format!(
            "define internal void @g(i64 %i) sanitize_address noinline {{
               %small = icmp ult i64 %i, {bound}
               br i1 %small, label %call, label %end
             call:
               %at = getelementptr inbounds i8, ptr @table, i64 %i
               store i8 0, ptr %at
               %next = add i64 %i, 1
               call void @f(i64 %next)
               br label %end
             end:
               ret void
             }}
             define void @h() {{
               %n = call i64 @input()
               %m = and i64 %n, 31
               %k = urem i64 %m, 15
               call void @g(i64 %k)
               ret void
             }}"
        );
        indexed("internal", &callers)
    };
    assert_eq!(outer(100), [true]);
}
