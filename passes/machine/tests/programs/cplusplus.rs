//! Errors of C++, and what the machine does not have of its library.

use super::{Folder, run_in_machine};
use sanecc_machine::Outcome;
use sanecc_machine::fault::Fault;

const HEAD: &str =
    "#include <cstdlib>\n#include <iostream>\n#include <new>\n#include <stdexcept>\n";

fn run(text: &str) -> Outcome {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), "").unwrap();
    let source = folder.path("program.cpp");
    std::fs::write(&source, format!("{HEAD}{text}")).unwrap();
    run_in_machine(&folder, &source).0
}

#[track_caller]
fn faults(text: &str, expected: fn(&Fault) -> bool) {
    match run(text) {
        Outcome::Faulted(fault) => assert!(expected(&fault), "{fault:?} of {text}"),
        other => panic!("{other:?} of {text}"),
    }
}

#[test]
fn finds_calls_of_what_has_no_body() {
    faults(
        "struct Base { Base() { call(); } void call() { work(); } virtual void work() = 0; };
        struct Derived : Base { void work() override {} };
        int main() { Derived object; }",
        |fault| matches!(fault, Fault::PureCall),
    );
}

#[test]
fn finds_memory_given_back_by_another_way() {
    let mismatch = |fault: &Fault| matches!(fault, Fault::Mismatch { .. });
    faults(
        "int main() { delete static_cast<int *>(malloc(4)); }",
        mismatch,
    );
    faults("int main() { free(new int); }", mismatch);
    faults("int main() { delete new int[4]; }", mismatch);
    faults(
        "int main() { operator delete(operator new(8), 4); }",
        |fault| matches!(fault, Fault::WrongDelete { .. }),
    );
    let fixed =
        "int main() { delete new int; delete[] new int[4]; operator delete(operator new(8), 8); }";
    assert_eq!(run(fixed), Outcome::Exited(0));
}

#[test]
fn finds_uses_of_what_has_ended() {
    let dead = |fault: &Fault| matches!(fault, Fault::Dead { .. });
    faults(
        "int main() { const char *text; try { throw std::runtime_error(\"gone\"); }
            catch (std::exception &error) { text = error.what(); } return text[0]; }",
        dead,
    );
    faults(
        "struct Base { virtual ~Base() {} }; struct Derived : Base {};
        int main() { Base *object = new Derived; delete object; return dynamic_cast<Derived *>(object) != nullptr; }",
        dead,
    );
    faults(
        "static void leave() { int local = 3; throw &local; }
        int main() { try { leave(); } catch (int *place) { return *place; } }",
        dead,
    );
}

#[test]
fn an_exception_that_nobody_catches_ends_the_program() {
    const ABORT: i32 = 6;
    let text = "struct Loud { ~Loud() { exit(3); } };\nint main() { Loud loud; throw 1; }";
    assert_eq!(run(text), Outcome::Signalled(ABORT));
    let text = "static void passes() noexcept { throw 1; }\nint main() { try { passes(); } catch (...) { return 3; } }";
    assert_eq!(run(text), Outcome::Signalled(ABORT));
}

#[test]
fn names_what_it_has_not() {
    match run("int main() { std::wcout << 3; }") {
        Outcome::Unsupported(what) => assert!(what.contains("_ZSt5wcout"), "{what}"),
        other => panic!("{other:?}"),
    }
}
