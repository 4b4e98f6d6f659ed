//! Stack traces of allocations and frees: as deep as AddressSanitizer's, so that what the C++ library puts in between does not hide the line of the user.

use crate::program::{By, Program};

/// A program with an error whose chunk is freed by what the argument names; the line that does it ends with that name.
const FREED_BY_LIBRARY: &str = r#"
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>
struct Item { long value = 1; };
static volatile long sink;
static std::map<std::string, std::vector<std::shared_ptr<Item>>> all;
static void by_shared_ptr(std::shared_ptr<Item> &last) {
    last.reset(); // shared_ptr
}
static void by_map() {
    all.erase("some"); // map
}
static void by_vector(std::vector<std::unique_ptr<Item>> &items) {
    items.clear(); // vector
}
int main(int count, char **arguments) {
    Item *item = 0;
    std::vector<std::unique_ptr<Item>> items;
    std::string way = arguments[1];
    if (way == "shared_ptr") {
        std::shared_ptr<Item> last(new Item);
        item = last.get();
        by_shared_ptr(last);
    } else if (way == "map") {
        item = new Item;
        all["some"].push_back(std::shared_ptr<Item>(item));
        by_map();
    } else {
        items.push_back(std::unique_ptr<Item>(item = new Item));
        by_vector(items);
    }
    sink = item->value;
}
"#;

/// Whether a line is a frame, marked or not.
fn is_frame(line: &&str) -> bool {
    line.trim_start_matches([' ', '>']).starts_with('#')
}

/// The lines of the stack under a title.
fn stack<'a>(said: &'a str, title: &str) -> Vec<&'a str> {
    let lines = said.lines().skip_while(|line| !line.starts_with(title));
    let frames = lines.skip(1).skip_while(|line| !is_frame(line));
    frames.take_while(is_frame).collect()
}

#[test]
fn what_the_cpp_library_frees_is_freed_at_the_line_of_the_user() {
    for level in ["-O0", "-O2"] {
        let flags = [level, "-lstdc++"];
        let program = Program::named(By::Sanecc, "program.cpp", FREED_BY_LIBRARY, &flags);
        for way in ["shared_ptr", "map", "vector"] {
            let mut lines = FREED_BY_LIBRARY.lines();
            let line = lines.position(|line| line.ends_with(&format!("// {way}")));
            let place = format!("program.cpp:{}:", line.unwrap() + 1);
            let said = program.run(&[way], "fold_frames=0").stderr;
            let freed = stack(&said, "freed by thread T0 here:");
            let has = |what: &str| freed.iter().any(|frame| frame.contains(what));
            assert!(has(&place), "{level} {way}: no {place}\n{said}");
            assert!(has(" in main "), "{level} {way}: no main\n{said}");
        }
    }
}

/// The same code inlined twice from two functions, which do wrong as the argument says.
const ALIKE: &str = r#"
#include <stdlib.h>
#include <string.h>
static inline void left(volatile char *p, int i) {
    p[i] = 1; // left
}
static inline void right(volatile char *p, int i) {
    p[i] = 1; // right
}
__attribute__((noinline)) static int local(int way, int i) {
    char a[10];
    memset(a, 0, sizeof a);
    if (way & 1)
        left(a, i);
    else
        right(a, i);
    return a[0];
}
__attribute__((noinline)) static int heap(char *p, int way, int i) {
    if (way & 1)
        left(p, i);
    else
        right(p, i);
    return p[0];
}
static inline void fill(char *p, int n) {
    memset(p, 1, n); // fill
}
static inline void clear(char *p, int n) {
    memset(p, 0, n); // clear
}
__attribute__((noinline)) static int bulk(char *p, int way, int n) {
    if (way & 1)
        fill(p, n);
    else
        clear(p, n);
    return p[0];
}
int main(int count, char **arguments) {
    int way = atoi(arguments[1]);
    char *p = malloc(10);
    return 1 + (way < 2 ? local(way, 12) : way < 4 ? heap(p, way, 12) : bulk(p, way, 12));
}
"#;

#[test]
fn checks_of_inlined_functions_keep_their_places() {
    let flags = ["", "-fsanecc-elide=none", "-fsanecc-recover"];
    for level in ["-O0", "-O1", "-O2", "-Os"] {
        for flag in flags
            .iter()
            .filter(|flag| !flag.is_empty() || level != "-O0")
        {
            let flags: Vec<_> = [level, flag]
                .into_iter()
                .filter(|f| !f.is_empty())
                .collect();
            let program = Program::new(By::Sanecc, ALIKE, &flags);
            let ways = [
                ["right", "local"],
                ["left", "local"],
                ["right", "heap"],
                ["left", "heap"],
                ["clear", "bulk"],
                ["fill", "bulk"],
            ];
            for (way, [inner, outer]) in ways.into_iter().enumerate() {
                let said = program.run(&[&way.to_string()], "").stderr;
                let frames = said.lines().filter(is_frame);
                let frames: Vec<_> = frames.take(3).collect();
                let mut lines = ALIKE.lines();
                let line = lines.position(|line| line.ends_with(&format!("// {inner}")));
                let place = format!("program.c:{}:", line.unwrap() + 1);
                let is_right = frames[0].contains(&format!(" in {inner} "))
                    && frames[0].contains(&place)
                    && frames[1].contains(&format!(" in {outer} "))
                    && frames[1].contains("program.c:")
                    && frames[2].contains(" in main ");
                assert!(is_right, "{flags:?} {inner} {outer}\n{said}");
            }
        }
    }
}

/// Leaves chunks behind that are allocated far away from `main`, in and out of a recursion.
const DEEP: &str = r#"
#include <stdlib.h>
#define CALLS(name, next) __attribute__((noinline)) static void name(char **place) { next(place); __asm__ volatile(""); }
__attribute__((noinline)) static void f0(char **place) { *place = malloc(10); __asm__ volatile(""); }
CALLS(f1, f0) CALLS(f2, f1) CALLS(f3, f2) CALLS(f4, f3) CALLS(f5, f4) CALLS(f6, f5) CALLS(f7, f6) CALLS(f8, f7) CALLS(f9, f8)
CALLS(g0, f9) CALLS(g1, g0) CALLS(g2, g1) CALLS(g3, g2) CALLS(g4, g3) CALLS(g5, g4) CALLS(g6, g5) CALLS(g7, g6) CALLS(g8, g7) CALLS(g9, g8)
CALLS(h0, g9) CALLS(h1, h0) CALLS(h2, h1) CALLS(h3, h2) CALLS(h4, h3) CALLS(h5, h4) CALLS(h6, h5) CALLS(h7, h6) CALLS(h8, h7) CALLS(h9, h8)
CALLS(i0, h9) CALLS(i1, i0)
__attribute__((noinline)) static void again(char **place, int depth, int way) {
    if (!depth) *place = malloc(10);
    else if (way & 1) { __asm__ volatile("nop"); again(place, depth - 1, way >> 1); __asm__ volatile("nop"); }
    else { again(place, depth - 1, way >> 1); __asm__ volatile(""); }
}
int main(int count, char **arguments) {
    char *place;
    if (count > 1)
        for (int way = 0; way < atoi(arguments[1]); way++)
            again(&place, 20, way);
    else
        i1(&place);
    return ((volatile char *)place)[10];
}
"#;

#[test]
fn allocations_have_as_many_frames_as_asans_but_for_recursions() {
    let frames = |by: By, arguments: &[&str], options: &str| {
        let program = Program::new(by, DEEP, &["-O1"]);
        let said = program.run(arguments, options).stderr;
        stack(&said, "allocated by thread T0 here:").len()
    };
    // Its first frame is `malloc`.
    assert_eq!(frames(By::Clang, &[], ""), 30);
    assert_eq!(frames(By::Sanecc, &[], "fold_frames=0"), 30);
    assert_eq!(
        frames(By::Sanecc, &[], "malloc_context_size=32:fold_frames=0"),
        32
    );
    // Of 64 ways through a recursion that begin alike, the first ones are whole.
    let few = frames(By::Sanecc, &["4"], "fold_frames=0");
    assert!((22..30).contains(&few), "{few}");
    assert_eq!(frames(By::Sanecc, &["64"], "fold_frames=0"), 8);
    assert_eq!(
        frames(By::Sanecc, &["64"], "malloc_context_size=30:fold_frames=0"),
        few
    );
}
