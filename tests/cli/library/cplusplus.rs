//! C++ across libraries: exceptions, thread-local objects, constructors and destructors.

use super::{Bench, assert_fine, assert_reports};

const THROWER: &str = r#"
#include <stdexcept>
#include <string>
#include <vector>
static thread_local std::vector<int> seen;
static std::string ready(40, 'r');
struct Failure : std::runtime_error { char detail[30] = {}; using std::runtime_error::runtime_error; };
__attribute__((noinline)) static int deep(int depth, char *above) {
    char own[50];
    for (char &c : own) c = above[0];
    if (depth == 0) throw Failure("from the library");
    return deep(depth - 1, own) + own[49];
}
int thrower(int depth) {
    char start[1] = {1};
    seen.push_back(depth);
    return deep(depth, start) + (int)seen.size() + (int)ready.size();
}
int through(int (*call)(int), int argument) {
    std::string held(60, 'h');
    int result = call(argument);
    return result + held[59];
}
int element(int at) { return seen.data()[at]; }
"#;

const CATCHER: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
int thrower(int), through(int (*)(int), int), element(int);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int own(int value) { char room[40]; for (char &c : room) c = (char)value; throw value + room[0]; }
static int attempts(int depth) {
    int caught = 0;
    for (int i = 0; i < 50; i++) {
        try { thrower(depth + i % 5); } catch (const std::exception &error) { caught += error.what()[0] == 'f'; }
        try { through(own, i); } catch (int value) { caught += value == 2 * i; }
        int many[500];
        for (int k = 0; k < 500; k++) many[k] = k * 7919 % 503;
        qsort(many, 500, sizeof *many, compare);
    }
    return caught;
}
int main(int count, char **) {
    int other = 0;
    std::thread thread([&] { other = attempts(20); });
    thread.join();
    if (attempts(3) != 100 || other != 100) return 2;
    if (element(48 + count) != 7 && count == 1) return 3;
    puts("fine");
}
"#;

#[test]
fn exceptions_cross_libraries() {
    for level in ["-O0", "-O2"] {
        let bench = Bench::new();
        bench.twin.write("thrower.cpp", THROWER);
        bench.twin.write("catcher.cpp", CATCHER);
        let base = format!("--driver-mode=g++ -g {level}");
        bench.sanecc(&format!(
            "{base} -fPIC -shared thrower.cpp -o libthrower.so"
        ));
        bench.sanecc(&format!(
            "{base} catcher.cpp -pthread -L. -lthrower -o checked"
        ));
        assert_fine(&bench.run("checked"));
        bench.clang(&format!(
            "{base} catcher.cpp -pthread -L. -lthrower -Wl,--allow-shlib-undefined -o plain"
        ));
        assert_fine(&bench.preloaded("plain"));
        // A vector's data past its size may be good, past its room never.
        let far: String = " x".repeat(64);
        assert_reports(&bench.run(&format!("checked{far}")), "heap-buffer-overflow");
        assert_reports(
            &bench.preloaded(&format!("plain{far}")),
            "heap-buffer-overflow",
        );
    }
}
