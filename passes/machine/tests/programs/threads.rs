//! Errors of threads, and that a seed decides who runs when.

use super::{Folder, compile, run_in_machine, system};
use sanecc_ir::llvm::{Bitcode, Context, import};
use sanecc_machine::fault::Fault;
use sanecc_machine::library::State;
use sanecc_machine::threads::{State as ThreadState, Thread};
use sanecc_machine::{Machine, Options, Outcome};

const HEAD: &str = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
    static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_barrier_t both;\n";

/// How a program ends, and in which function of the library.
fn run(text: &str) -> (Outcome, Option<&'static str>) {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), "").unwrap();
    let source = folder.path("program.c");
    std::fs::write(&source, format!("{HEAD}{text}")).unwrap();
    run_in_machine(&folder, &source)
}

#[track_caller]
fn faults(text: &str, expected: fn(&Fault) -> bool) {
    match run(text) {
        (Outcome::Faulted(fault), _) => assert!(expected(&fault), "{fault:?} of {text}"),
        other => panic!("{other:?} of {text}"),
    }
}

#[track_caller]
fn in_main(body: &str, expected: fn(&Fault) -> bool) {
    faults(
        &format!("int main(void) {{ {body} return 0; }}\n"),
        expected,
    );
}

#[test]
fn finds_that_nobody_can_go_on() {
    let deadlock = |fault: &Fault| matches!(fault, Fault::Deadlock);
    in_main("pthread_mutex_lock(&a); pthread_mutex_lock(&a);", deadlock);
    in_main("sem_t s; sem_init(&s, 0, 0); sem_wait(&s);", deadlock);
    faults(
        "static void *work(void *p) { pthread_mutex_lock(&b); pthread_barrier_wait(&both); pthread_mutex_lock(&a); return p; }
        int main(void) { pthread_t t; pthread_barrier_init(&both, 0, 2); pthread_create(&t, 0, work, 0);
            pthread_mutex_lock(&a); pthread_barrier_wait(&both); pthread_mutex_lock(&b); return 0; }",
        deadlock,
    );
    faults(
        "static void *work(void *p) { pthread_join(*(pthread_t *)p, 0); return p; }
        int main(void) { pthread_t self = pthread_self(), t; pthread_create(&t, 0, work, &self); pthread_join(t, 0); return 0; }",
        deadlock,
    );
}

#[test]
fn finds_locks_that_are_gone() {
    let destroyed = |fault: &Fault| matches!(fault, Fault::DestroyedLock { .. });
    let dead = |fault: &Fault| matches!(fault, Fault::Dead { .. });
    in_main(
        "pthread_mutex_destroy(&a); pthread_mutex_lock(&a);",
        destroyed,
    );
    in_main(
        "pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_cond_destroy(&c); pthread_cond_signal(&c);",
        destroyed,
    );
    in_main(
        "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_destroy(&l); pthread_rwlock_rdlock(&l);",
        destroyed,
    );
    in_main(
        "sem_t s; sem_init(&s, 0, 1); sem_destroy(&s); sem_wait(&s);",
        destroyed,
    );
    in_main(
        "pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); free(m); pthread_mutex_lock(m);",
        dead,
    );
    in_main(
        "pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_lock(m);",
        |fault| matches!(fault, Fault::UninitializedMemory { .. }),
    );
    // A lock may be made anew.
    let body =
        "pthread_mutex_destroy(&a); pthread_mutex_init(&a, 0); return pthread_mutex_lock(&a);";
    let text = format!("int main(void) {{ {body} }}\n");
    assert_eq!(run(&text).0, Outcome::Exited(0));
}

#[test]
fn finds_what_ended_with_its_thread() {
    let dead = |fault: &Fault| matches!(fault, Fault::Dead { .. });
    let main = "int main(void) { pthread_t t; void *p; pthread_create(&t, 0, work, 0); pthread_join(t, &p); return *(int *)p; }";
    faults(
        &format!("static void *work(void *p) {{ int local = 3; p = &local; return p; }} {main}"),
        dead,
    );
    faults(
        &format!(
            "static _Thread_local int own = 3; static void *work(void *p) {{ p = &own; return p; }} {main}"
        ),
        dead,
    );
    let kept = "static int own = 0; static void *work(void *p) { p = &own; return p; }";
    assert_eq!(run(&format!("{kept} {main}")).0, Outcome::Exited(0));
}

#[test]
fn finds_joins_that_may_not_be() {
    let invalid = |fault: &Fault| matches!(fault, Fault::InvalidJoin { .. });
    let work = "static void *work(void *p) { return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, work, 0);";
    for join in [
        "pthread_join(t, 0); pthread_join(t, 0);",
        "pthread_detach(t); pthread_join(t, 0);",
        "pthread_join(t, 0); pthread_join(1, 0);",
    ] {
        faults(&format!("{work} {join} return 0; }}"), invalid);
    }
}

#[test]
fn a_stack_is_as_large_as_it_was_asked_for() {
    let text = |bytes| {
        format!(
            "static void *work(void *p) {{ char room[100000]; room[0] = 1; return room[0] ? p : 0; }}
            int main(void) {{ pthread_attr_t attributes; pthread_t t; pthread_attr_init(&attributes);
            pthread_attr_setstacksize(&attributes, {bytes}); pthread_create(&t, &attributes, work, 0); return pthread_join(t, 0); }}"
        )
    };
    faults(&text(65536), |fault| matches!(fault, Fault::StackOverflow));
    assert_eq!(run(&text(131_072)).0, Outcome::Exited(0));
}

/// What a program prints whose threads take turns, and what the machine knows of them at the end.
fn order(seed: u64) -> Vec<u8> {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), "").unwrap();
    let source = folder.path("program.c");
    let text = "static void *work(void *name) { for (int i = 0; i < 10; i++) { pthread_mutex_lock(&a); putchar(*(char *)name);
            pthread_mutex_unlock(&a); } return 0; }
        int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, &\"xyz\"[i]);
            for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }";
    std::fs::write(&source, format!("{HEAD}{text}")).unwrap();
    let file = folder.path("program.bc");
    compile(&source, &file, &["-w", "-g", "-c", "-emit-llvm"]);
    let context = Context::new();
    let (module, _) = import::import(&Bitcode::read(&context, &file).unwrap());
    let options = Options {
        seed,
        arguments: vec![b"program".to_vec()],
        ..Options::default()
    };
    let mut machine = Machine::new(&module, options).unwrap();
    machine.library = State::new(Box::new(system(&folder)));
    assert_eq!(machine.execute(), Outcome::Exited(0));
    let ended = |thread: &Thread| matches!(thread.state, ThreadState::Ended(_));
    let ended: Vec<bool> = machine
        .threads
        .iter()
        .map(|(_, thread)| ended(thread))
        .collect();
    assert_eq!(ended, [false, true, true, true]);
    folder.bytes("machine")
}

#[test]
fn the_seed_decides_who_runs_when() {
    let orders: Vec<Vec<u8>> = (0..6).map(order).collect();
    assert_eq!(orders[0], order(0));
    assert_eq!(orders[5], order(5));
    assert!(orders.iter().any(|other| *other != orders[0]));
    for order in orders {
        let count = |name| order.iter().filter(|byte| **byte == name).count();
        assert_eq!([count(b'x'), count(b'y'), count(b'z')], [10; 3]);
    }
}
