//! Globals that are used before their constructor has run (`initialization-order-fiasco`): in which link orders, and where a
//! thread or a library that is loaded ends the search, held against clang's AddressSanitizer.

use super::{Bench, stderr};

const FILES: [(&str, &str); 4] = [
    (
        "y.cpp",
        "#include <cstdio>\nint given() { volatile int three = 3; return three; }\nint y = given();\n\
         int main() { puts(\"fine\"); return 0; }\n",
    ),
    (
        "x.cpp",
        "extern int y;\n__attribute__((noinline)) int twice() { return 2 * y; }\nint x = twice();\n",
    ),
    (
        "thread.cpp",
        "#include <pthread.h>\nextern int y;\n\
         static void *run(void *) { return nullptr; }\n\
         int begin() { pthread_t thread; pthread_create(&thread, nullptr, run, nullptr); pthread_join(thread, nullptr); return y; }\n\
         int x = begin();\n",
    ),
    (
        "loader.cpp",
        "#include <dlfcn.h>\n#include <cstdio>\nint given() { volatile int three = 3; return three; }\nint y = given();\n\
         int main() { if (dlopen(\"./libx.so\", RTLD_NOW)) puts(\"fine\"); return 0; }\n",
    ),
];

#[test]
fn the_order_of_constructors_is_watched_as_by_asan() {
    for by_clang in [true, false] {
        let bench = Bench::new();
        for (name, text) in FILES {
            bench.twin.write(name, text);
        }
        let build = |line: &str| {
            let words = "--driver-mode=g++ -O0 -g";
            match by_clang {
                true => bench.clang(&format!("{words} -fsanitize=address {line}")),
                false => bench.sanecc(&format!("{words} {line}")),
            }
        };
        build("x.cpp y.cpp -o wrong");
        build("y.cpp x.cpp -o lucky");
        build("-pthread y.cpp thread.cpp -o threads");
        build("-fPIC -shared x.cpp -o libx.so");
        build("-rdynamic loader.cpp -o loads");
        for (program, options, is_reported) in [
            ("wrong", "", false),
            ("wrong", "check_initialization_order=1", true),
            ("wrong", "strict_init_order=1", true),
            ("lucky", "check_initialization_order=1", false),
            ("lucky", "strict_init_order=1", true),
            ("threads", "strict_init_order=1", false),
            ("loads", "strict_init_order=1", false),
            ("loads", "check_initialization_order=1", false),
        ] {
            let options = format!("detect_leaks=0:report_format=asan:{options}");
            let mut command = bench.command(program);
            let output = command.env("ASAN_OPTIONS", &options).output().unwrap();
            let said = stderr(&output);
            let what = format!("{program} {options}, clang: {by_clang}: {said}");
            assert_eq!(output.stdout == b"fine\n", !is_reported, "{what}");
            let parts = [
                "AddressSanitizer: initialization-order-fiasco on address",
                " is located 0 bytes inside of global variable 'y' defined in '",
                "  registered at:\n    #0 0x",
                " in __asan_register_globals ",
            ];
            for part in parts {
                assert_eq!(said.contains(part), is_reported, "{part}: {what}");
            }
        }
    }
}
