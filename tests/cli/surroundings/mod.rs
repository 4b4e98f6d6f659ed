//! Programs in surroundings that sanitizers are known to stumble over: every form of link, little address space, odd
//! addresses, allocators of their own, libraries without checks.

use crate::twin::{CLANG, Twin, runtime};
use std::process::{Command, Output};

const LIFE: &str = include_str!("life.c");
const FOREIGN: &str = include_str!("foreign.c");
const USER: &str = include_str!("user.c");
const ALLOCATOR: &str = include_str!("allocator.c");

/// A folder in which things are built and run.
pub struct Place(Twin);

impl Place {
    /// One with these files.
    pub fn with(files: &[(&str, &str)]) -> Place {
        let twin = Twin::new();
        for (name, text) in files {
            twin.write(name, text);
        }
        Place(twin)
    }

    /// Runs sanecc, which must succeed.
    pub fn sanecc(&self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let output = self.0.command(&words).output().unwrap();
        assert!(output.status.success(), "{line}\n{}", text(&output.stderr));
    }

    /// Runs clang, which must succeed.
    fn clang(&self, line: &str) {
        let mut command = Command::new(CLANG);
        let command = command.args(line.split(' ')).current_dir(self.0.ours(""));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{line}\n{}", text(&output.stderr));
    }

    /// Runs a line of the shell.
    pub fn run(&self, line: &str) -> Output {
        let mut command = Command::new("sh");
        let command = command.args(["-c", line]).current_dir(self.0.ours(""));
        // Options of the user's own environment must not decide a test.
        let command = command
            .env_remove("ASAN_OPTIONS")
            .env_remove("SANECC_OPTIONS");
        command.output().unwrap()
    }

    /// A line of the shell that must succeed, say "done" and complain of nothing.
    #[track_caller]
    pub fn done(&self, line: &str) -> String {
        let output = self.run(line);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{line}\n{out}{err}");
        assert_eq!(err, "", "{line}");
        assert!(out.contains("done"), "{line}\n{out}");
        out
    }

    /// A line of the shell whose program must be stopped by a report of this kind.
    #[track_caller]
    pub fn reported(&self, line: &str, kind: &str) {
        let output = self.run(line);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}\n{err}");
        assert!(
            err.contains(&format!("SUMMARY: sanecc: {kind}")),
            "{line}\n{err}"
        );
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What one child in the part about `fork` is to report.
const OF_THE_CHILD: &str = "SUMMARY: sanecc: heap-buffer-overflow";

#[test]
fn threads_children_signals_jumps_and_fibers_in_every_form_of_link() {
    for form in [
        "-pie -fPIE",
        "-no-pie -fno-pie",
        "-static",
        "-static-pie -fPIE",
    ] {
        for level in ["-O0", "-O2"] {
            let place = Place::with(&[("life.c", LIFE)]);
            place.sanecc(&format!("-g {level} {form} -pthread life.c -o life"));
            let out = place.done("./life");
            assert_eq!(
                out.matches(OF_THE_CHILD).count(),
                1,
                "{form} {level}\n{out}"
            );
            place.reported("./life error", "heap-buffer-overflow");
        }
    }
}

#[test]
fn the_same_in_a_library_linked_loaded_and_preloaded_for() {
    const LINKED: &str =
        "int life_main(int, char **); int main(int c, char **v) { return life_main(c, v); }";
    const LOADS: &str = "#include <dlfcn.h>\nint main(int c, char **v) {\n\
        void *library = dlopen(\"./liblife.so\", RTLD_NOW);\n\
        int (*life_main)(int, char **) = library ? dlsym(library, \"life_main\") : 0;\n\
        return life_main ? life_main(c, v) : 7; }";
    let place = Place::with(&[("life.c", LIFE), ("linked.c", LINKED), ("loads.c", LOADS)]);
    place.sanecc("-g -O1 -fPIC -shared -Dmain=life_main -pthread life.c -o liblife.so");
    place.sanecc("linked.c -L. -llife -Wl,-rpath,. -o linked");
    place.sanecc("loads.c -o loads");
    place.clang("loads.c -o plain");
    let preloaded = format!(
        "LD_PRELOAD={} ./plain",
        runtime().with_extension("so").display()
    );
    for program in ["./linked", "./loads", &preloaded] {
        let out = place.done(program);
        assert_eq!(out.matches(OF_THE_CHILD).count(), 1, "{program}\n{out}");
        place.reported(&format!("{program} error"), "heap-buffer-overflow");
    }
}

/// `ulimit -v` limits address space. `ulimit -d` counts what may be written privately, as the kernel does without
/// overcommit. Both in KiB.
#[test]
fn little_address_space_and_no_overcommit() {
    let place = Place::with(&[("life.c", LIFE)]);
    for form in ["-pie", "-static"] {
        place.sanecc(&format!("-g -O1 {form} -pthread life.c -o life"));
        for limit in [
            "-v 70000",
            "-v 300000",
            "-v 4000000",
            "-d 60000",
            "-d 1000000",
        ] {
            for part in ["jumps", "signals", "fibers", "vfork", "spawn"] {
                place.done(&format!("ulimit {limit} && ./life {part}"));
            }
            place.reported(
                &format!("ulimit {limit} && ./life error"),
                "heap-buffer-overflow",
            );
        }
        place.done("ulimit -v 1000000 && ./life threads");
    }
}

/// Missing shadow is mapped when an access faults, so that signal has to come whatever the program blocks.
#[test]
fn all_signals_blocked_where_shadow_is_mapped_on_demand() {
    let place = Place::with(&[("blocked.c", include_str!("blocked.c"))]);
    for form in ["-pie", "-static"] {
        place.sanecc(&format!("-g -O1 {form} -pthread blocked.c -o blocked"));
        place.done("./blocked");
        place.done("ulimit -v 1000000 && ./blocked");
    }
}

/// The thread runs, or `pthread_create` refuses it.
#[test]
fn a_thread_when_no_address_space_is_left() {
    let place = Place::with(&[("last.c", include_str!("last.c"))]);
    for form in ["-pie", "-static"] {
        place.sanecc(&format!("-g -O1 {form} -pthread last.c -o last"));
        for limit in [100_000, 200_000, 300_000] {
            let out = place.run(&format!("ulimit -v {limit} && ./last"));
            assert!(out.status.success(), "{limit}: {}", text(&out.stderr));
        }
    }
}

#[test]
fn addresses_as_the_kernel_gives_them() {
    let place = Place::with(&[("life.c", LIFE)]);
    for form in [
        "-pie -fPIE",
        "-no-pie -fno-pie",
        "-static",
        "-static-pie -fPIE",
    ] {
        place.sanecc(&format!("-g -O1 {form} -pthread life.c -o life"));
        // Not random, from below, and with the layout for stacks without limit.
        for how in [
            "setarch -R ./life",
            "setarch -L ./life",
            "setarch -LR ./life",
            "./life",
        ] {
            place.done(&format!("{how} jumps"));
            place.done(&format!("{how} threads"));
        }
        place.done("ulimit -s unlimited && ./life jumps");
        for _ in 0..20 {
            place.done("./life jumps");
        }
    }
}

#[test]
fn what_lies_at_the_shadows_place_is_named() {
    let place = Place::with(&[(
        "large.c",
        "static char room[40 << 20]; int main(int c, char **v) { room[c] = !v; return room[0]; }",
    )]);
    for form in ["-no-pie", "-static"] {
        let at = "-Wl,-Ttext-segment=0x7e000000 -Wl,--no-relax";
        place.sanecc(&format!("{form} -fno-pie {at} large.c -o large"));
        let output = place.run("./large");
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{form}\n{err}");
        assert!(
            err.starts_with("sanecc: error: the program has 0x7e") && err.contains("mapped (rw-p"),
            "{form}\n{err}"
        );
        assert!(
            err.contains("sanecc: note: ") && err.contains("-pie"),
            "{form}\n{err}"
        );
    }
}

#[test]
fn who_maps_over_the_shadow_is_told() {
    let program = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        int main(int count, char **words) {
          void *at = (void *)strtoul(words[1], 0, 16);
          int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (count > 3 ? 0 : MAP_FIXED);
          if (count == 3) return munmap(at, 1 << 20);
          volatile char *got = mmap(at, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
          if ((void *)got == MAP_FAILED) return 2;
          got[100] = 1;
          free(malloc(100));
          puts("done");
          return 0;
        }"#;
    let place = Place::with(&[("maps.c", program)]);
    place.sanecc("-g -O1 maps.c -o maps");
    for at in ["7fff8000", "100000000000"] {
        for how in ["", " unmap"] {
            let output = place.run(&format!("./maps {at}{how}"));
            let err = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{at}{how}\n{err}");
            let start = format!("sanecc: error: the program maps or unmaps 0x{at}-");
            assert!(err.starts_with(&start), "{at}{how}\n{err}");
        }
        // Who only asks for that place gets another one.
        place.done(&format!("./maps {at} not fixed"));
    }
    // What lies between has no shadow, as with AddressSanitizer.
    let between = text(&place.run("./maps 1000000000").stderr);
    assert!(between.contains("ERROR: sanecc: SEGV"), "{between}");
    place.done("SANECC_OPTIONS=protect_shadow_gap=0 ./maps 1000000000");
    // Beside the shadow everything is the program's.
    for at in ["20000000", "200000000000", "600000000000"] {
        place.done(&format!("./maps {at}"));
    }
}

#[test]
fn programs_with_an_allocator_of_their_own() {
    let place = Place::with(&[("allocator.c", ALLOCATOR)]);
    for form in ["-pie", "-static"] {
        for level in ["-O0", "-O2"] {
            place.sanecc(&format!(
                "-g {level} -fno-builtin {form} allocator.c -o own"
            ));
            assert_eq!(place.done("./own"), "done 1\n");
            // The stack is checked all the same.
            place.reported("./own 1", "stack-buffer-overflow");
        }
    }
}

#[test]
fn libraries_without_checks() {
    let place = Place::with(&[("foreign.c", FOREIGN), ("user.c", USER)]);
    place.clang("-D_GNU_SOURCE -O2 -fPIC -shared foreign.c -o libforeign.so");
    place.clang("-D_GNU_SOURCE -O2 -c foreign.c -o foreign.o");
    for (level, libraries) in [
        ("-O0", "-L. -lforeign -Wl,-rpath,."),
        ("-O2", "-L. -lforeign -Wl,-rpath,."),
        ("-O2", "foreign.o -static"),
    ] {
        place.sanecc(&format!("-g {level} user.c {libraries} -o user"));
        place.done("./user");
        place.reported("./user x", "heap-buffer-overflow");
    }
}
