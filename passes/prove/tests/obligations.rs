//! What the prover answers to obligations about accesses and pairs of pointers, from textual IR.

use sanecc_analysis::PointsTo;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_ir::{AccessId, BlockId, FuncId, Id, Module};
use sanecc_prove::{
    Account, Argument, Assumption, CallFacts, CheckedAccesses, Claim, Environment, FunctionContext,
    ModuleFacts, Obligation, Promise, ProveOptions, Rule, Solved, SpatialFailure, Subject,
    TemporalFailure, Unproved, Words, Work,
};
use std::path::Path;
use std::sync::OnceLock;

/// What every test may call and touch.
const PRELUDE: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = internal global [16 x i32] zeroinitializer
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @take(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
"#;

/// A client that checks every access.
struct All;

impl CheckedAccesses for All {
    fn counts(&self, _: FuncId, _: BlockId, _: AccessId) -> bool {
        true
    }
}

/// A client that checks nothing.
struct Nothing;

impl CheckedAccesses for Nothing {
    fn counts(&self, _: FuncId, _: BlockId, _: AccessId) -> bool {
        false
    }
}

fn module(body: &str) -> Module {
    let context = Context::new();
    let text = format!(
        "{PRELUDE}define void @f(ptr %p, i64 %i, i64 %n, i1 %c) sanitize_address {{\n{body}\nret void\n}}\n"
    );
    let bitcode = match Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")) {
        Ok(bitcode) => bitcode,
        Err(error) => panic!("{error}"),
    };
    bitcode.verify("the test's text").unwrap();
    import(&bitcode).0
}

/// The answers in words, in the order of the obligations.
fn answers_of(
    body: &str,
    options: &ProveOptions,
    client: &dyn CheckedAccesses,
    obligations: &[Obligation],
) -> Vec<Result<String, String>> {
    answers_about(&module(body), options, client, obligations)
}

/// The same for a module.
fn answers_about(
    module: &Module,
    options: &ProveOptions,
    client: &dyn CheckedAccesses,
    obligations: &[Obligation],
) -> Vec<Result<String, String>> {
    let points_to: OnceLock<PointsTo> = OnceLock::new();
    let work = Work::of(module, None);
    let facts = ModuleFacts::of(module, &points_to, client, options, &work);
    let calls = CallFacts::of(&facts);
    let contexts = FunctionContext::of_all(&facts, &calls);
    let context = contexts.iter().flatten().next().unwrap();
    let solved = Solved::of(context);
    let mut proofs = solved.proofs();
    let words = Words {
        module,
        function: context.function,
    };
    let answers = obligations.iter().map(|one| {
        let answer = proofs.prove(*one);
        if let Ok(proof) = &answer {
            assert_eq!(proof.claim(), one.claim);
            assert!(proof.assumptions.is_sorted(), "{:?}", proof.assumptions);
            let account = Account::of(words, proof);
            assert_eq!(account.assumptions.len(), proof.assumptions.len());
        }
        answer
            .map(|proof| words.proof(&proof))
            .map_err(|why| words.unproved(why))
    });
    answers.collect()
}

fn access(number: usize, claim: Claim) -> Obligation {
    Obligation::of_access(AccessId::from_index(number), claim)
}

fn answers(body: &str, obligations: &[Obligation]) -> Vec<Result<String, String>> {
    answers_of(body, &ProveOptions::default(), &All, obligations)
}

/// A proof in words.
fn proved(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// A reason in words.
fn unproved(text: &str) -> Result<String, String> {
    Err(text.to_owned())
}

#[test]
fn each_claim_about_a_local_has_its_own_proof() {
    let body = "
        %x = alloca [4 x i32]
        %last = getelementptr i32, ptr %x, i64 3
        store i32 0, ptr %last
        %past = getelementptr i32, ptr %x, i64 4
        store i32 0, ptr %past";
    let all = [
        access(0, Claim::InBounds),
        access(0, Claim::Alive),
        access(0, Claim::Valid),
        access(1, Claim::InBounds),
        access(1, Claim::Alive),
        access(1, Claim::Valid),
    ];
    let life = "lives as long as the call; assumed that a stack that overflows faults";
    let place = "0 <= 12, 12 + 4 <= 16 in local variable 'x' of 16 bytes";
    let outside = "the constant offset is out of bounds";
    assert_eq!(
        answers(body, &all),
        [
            proved(place),
            proved(life),
            proved(&format!("{place}; {life}")),
            unproved(outside),
            proved(life),
            unproved(outside),
        ]
    );
}

#[test]
fn answers_do_not_depend_on_the_order_of_questions() {
    let body = "
        %a = call ptr @malloc(i64 8)
        store i32 0, ptr %a
        call void @free(ptr %a)
        store i32 1, ptr %a
        br i1 %c, label %then, label %end
      then:
        store i32 2, ptr %p
        store i32 3, ptr %p
        br label %end
      end:
        store i32 4, ptr %p";
    let claims = [
        Claim::InBounds,
        Claim::Alive,
        Claim::Valid,
        Claim::CheckedBefore,
    ];
    let forward: Vec<Obligation> = (0..5)
        .flat_map(|number| claims.map(|claim| access(number, claim)))
        .collect();
    let backward: Vec<Obligation> = forward.iter().rev().copied().collect();
    let in_order = answers(body, &forward);
    let mut reversed = answers(body, &backward);
    reversed.reverse();
    assert_eq!(in_order, reversed);
    let alive = |number: usize| in_order[number * claims.len() + 1].is_ok();
    assert!(alive(0) && !alive(1));
    let covered = |number: usize| in_order[number * claims.len() + 3].is_ok();
    assert_eq!([2, 3, 4].map(covered), [false, true, false]);
}

#[test]
fn earlier_checks_count_only_for_a_client_that_makes_them() {
    let body = "
        store i64 0, ptr %p
        store i32 0, ptr %p";
    let one = [access(1, Claim::CheckedBefore)];
    assert_eq!(
        answers(body, &one),
        [proved(
            "the check of a0 covers its bytes; nothing since these checks may end its lifetime; assumed that a failed check ends the program"
        )]
    );
    assert_eq!(
        answers_of(body, &ProveOptions::default(), &Nothing, &one),
        [unproved("earlier checks may not cover all its bytes")]
    );
}

#[test]
fn a_heap_proof_rests_on_null_that_faults() {
    let body = "
        %a = call ptr @malloc(i64 8)
        store i32 0, ptr %a";
    let valid = [access(0, Claim::Valid)];
    let on = |environment: Environment| {
        let options = ProveOptions {
            environment,
            ..ProveOptions::default()
        };
        answers_of(body, &options, &All, &valid).remove(0)
    };
    let linux = on(Environment::LINUX).unwrap();
    assert!(
        linux.ends_with(
            "; assumed that an access close to null faults; assumed that an allocation that fails returns null"
        ),
        "{linux}"
    );
    assert_eq!(
        on(Environment::LINUX.without(Promise::NullFaults)),
        unproved("the target does not promise that an access close to null faults")
    );
    assert_eq!(
        on(Environment::LINUX.without(Promise::FailedAllocationIsNull)),
        unproved("the target does not promise that an allocation that fails returns null")
    );
    assert!(on(Environment::LINUX.without(Promise::StackGuard)).is_ok());
}

#[test]
fn where_null_is_memory_it_does_not_fault() {
    let mut module = module(
        "
        %a = call ptr @malloc(i64 8)
        store i32 0, ptr %a",
    );
    let ids: Vec<FuncId> = module.functions.ids().collect();
    for id in ids {
        module.functions[id].layout.null_is_memory = true;
    }
    let found = answers_about(
        &module,
        &ProveOptions::default(),
        &All,
        &[access(0, Claim::Alive)],
    );
    assert_eq!(
        found,
        [unproved(
            "the target does not promise that an access close to null faults"
        )]
    );
}

#[test]
fn what_may_be_null_needs_the_promise_for_its_bounds() {
    let body = "
        %x = alloca [4 x i32]
        %q = select i1 %c, ptr %x, ptr null
        store i32 0, ptr %q";
    let one = [access(0, Claim::InBounds)];
    let with = |environment: Environment| {
        let options = ProveOptions {
            environment,
            ..ProveOptions::default()
        };
        answers_of(body, &options, &All, &one).remove(0)
    };
    let linux = with(Environment::LINUX).unwrap();
    assert!(
        linux.ends_with("; assumed that an access close to null faults"),
        "{linux}"
    );
    assert_eq!(
        with(Environment::LINUX.without(Promise::NullFaults)),
        unproved("the target does not promise that an access close to null faults")
    );
}

#[test]
fn without_a_guard_page_no_local_is_certainly_alive() {
    let options = ProveOptions {
        environment: Environment::LINUX.without(Promise::StackGuard),
        ..ProveOptions::default()
    };
    let body = "
        %x = alloca i32
        store i32 0, ptr %x
        store i32 0, ptr @table";
    let all = [access(0, Claim::Alive), access(1, Claim::Alive)];
    assert_eq!(
        answers_of(body, &options, &All, &all),
        [
            unproved("the target does not promise that a stack that overflows faults"),
            proved("lives as long as the program"),
        ]
    );
}

#[test]
fn memory_without_a_shadow_cannot_be_poisoned() {
    let body = "
        %x = alloca [8 x i32]
        call void @take(ptr %x)
        store i32 0, ptr %x";
    let one = [access(0, Claim::Valid)];
    let assumed = "no other module poisons";
    let with_shadow = answers(body, &one).remove(0).unwrap();
    assert!(with_shadow.contains(assumed), "{with_shadow}");
    let options = ProveOptions {
        environment: Environment::LINUX.without_manual_poisoning(),
        ..ProveOptions::default()
    };
    let without = answers_of(body, &options, &All, &one).remove(0).unwrap();
    assert!(!without.contains(assumed), "{without}");
}

#[test]
fn the_range_of_a_library_call_is_a_subject() {
    let body = "
        %x = alloca [16 x i8]
        %short = icmp ult i64 %n, 17
        br i1 %short, label %copy, label %end
      copy:
        call ptr @memcpy(ptr %x, ptr %p, i64 %n)
        br label %end
      end:";
    let module = module(body);
    let (_, function) = module.functions.iter().find(|(_, f)| f.defined).unwrap();
    let mut written = function.accesses.iter();
    let written =
        written.find(|(_, one)| one.by_library && one.kind == sanecc_ir::AccessKind::Write);
    let (id, _) = written.expect("memcpy writes by a library call");
    let asked = [Obligation::of_access(id, Claim::InBounds)];
    let place = answers(body, &asked).remove(0).unwrap();
    assert!(
        place.contains("in local variable 'x' of 16 bytes"),
        "{place}"
    );
    let narrow = ProveOptions {
        all_subjects: false,
        ..ProveOptions::default()
    };
    assert!(answers_of(body, &narrow, &All, &asked)[0].is_err());
}

#[test]
fn pairs_are_in_one_object_only_where_both_stay_in_it() {
    let body = "
        %x = alloca [4 x i32]
        %y = alloca [4 x i32]
        %end = getelementptr i32, ptr %x, i64 4
        %past = getelementptr i32, ptr %x, i64 5
        %k = and i64 %i, 3
        %some = getelementptr i32, ptr %x, i64 %k
        %any = getelementptr i32, ptr %x, i64 %i
        %a = icmp ult ptr %x, %end
        %b = icmp ult ptr %x, %past
        %d = icmp ult ptr %x, %y
        %e = icmp ult ptr %some, %end
        %g = icmp ult ptr %x, %any
        %h = icmp ult ptr %p, %x";
    let pairs: Vec<Obligation> = (0..6).map(Obligation::of_pair).collect();
    let found = answers(body, &pairs);
    assert_eq!(
        found[0],
        proved(
            "0 <= 0, 0 + 0 <= 16; 0 <= 16, 16 + 0 <= 16; both in local variable 'x' of 16 bytes"
        )
    );
    assert_eq!(
        found[1],
        unproved("pointer 2: no upper bound of the index is proved")
    );
    assert_eq!(
        found[2],
        unproved("the pointers may point into two objects")
    );
    let some = found[3].as_ref().unwrap();
    assert!(
        some.ends_with("both in local variable 'x' of 16 bytes"),
        "{some}"
    );
    assert_eq!(
        found[4],
        unproved("pointer 2: no lower and no upper bound of the index is proved")
    );
    assert_eq!(
        found[5],
        unproved("the pointers may point into two objects")
    );
}

#[test]
fn a_pair_is_valid_only_while_its_object_lives() {
    let body = "
        %x = alloca [4 x i32]
        %end = getelementptr i32, ptr %x, i64 4
        %later = getelementptr i32, ptr @table, i64 4
        %heap = call ptr @malloc(i64 8)
        %some = getelementptr i8, ptr %heap, i64 8
        call void @llvm.lifetime.start.p0(i64 16, ptr %x)
        %a = icmp ult ptr %x, %end
        call void @llvm.lifetime.end.p0(i64 16, ptr %x)
        %b = icmp ult ptr %x, %end
        %d = icmp ult ptr @table, %later
        %e = icmp ult ptr %heap, %some";
    let pairs = (0..4).map(|number| Obligation {
        subject: Subject::Pair(number),
        claim: Claim::Valid,
    });
    let found = answers(body, &Vec::from_iter(pairs));
    let places = [
        "0 <= 0, 0 + 0 <= 16; 0 <= 16, 16 + 0 <= 16; both in local variable 'x' of 16 bytes",
        "0 <= 0, 0 + 0 <= 64; 0 <= 16, 16 + 0 <= 64; both in global variable 'table' of 64 bytes",
    ];
    assert_eq!(
        found[0],
        proved(&format!(
            "{}; its scope is open on every path; assumed that a stack that overflows faults",
            places[0]
        ))
    );
    assert_eq!(
        found[2],
        proved(&format!("{}; lives as long as the program", places[1]))
    );
    assert_eq!(found[1], unproved("its scope may have ended"));
    assert!(found[3].is_err());
}

#[test]
fn other_claims_say_nothing_of_pairs() {
    let body = "
        %x = alloca [4 x i32]
        %a = icmp ult ptr %x, %p";
    for claim in [Claim::Alive, Claim::CheckedBefore] {
        let one = Obligation {
            subject: Subject::Pair(0),
            claim,
        };
        assert_eq!(
            answers(body, &[one]),
            [unproved("the claim says nothing about such a subject")]
        );
    }
}

#[test]
fn a_rule_that_is_off_proves_nothing() {
    let defaults = ProveOptions::default();
    let options = ProveOptions {
        rules: defaults
            .rules
            .without(Rule::InBounds)
            .without(Rule::NonEscaping),
        ..defaults
    };
    let body = "
        %a = call ptr @malloc(i64 8)
        store i32 0, ptr %a
        store i32 0, ptr @table";
    let all = [access(0, Claim::Alive), access(1, Claim::InBounds)];
    let off = unproved("the rules that could prove it are off");
    let found = answers_of(body, &options, &All, &all);
    assert!(found[0].is_err(), "{found:?}");
    assert_eq!(found[1], off);
}

#[test]
fn reasons_and_arguments_are_data() {
    let module = module(
        "
        %x = alloca [4 x i32]
        store i32 0, ptr %x
        store i32 0, ptr %p",
    );
    let options = ProveOptions::default();
    let points_to: OnceLock<PointsTo> = OnceLock::new();
    let work = Work::of(&module, None);
    let facts = ModuleFacts::of(&module, &points_to, &All, &options, &work);
    let calls = CallFacts::of(&facts);
    let contexts = FunctionContext::of_all(&facts, &calls);
    let context = contexts.iter().flatten().next().unwrap();
    let solved = Solved::of(context);
    let mut proofs = solved.proofs();
    let valid = proofs.prove(access(0, Claim::Valid)).unwrap();
    assert!(matches!(valid.argument, Argument::Valid(..)));
    assert_eq!(valid.rule(), Some(Rule::InBounds));
    assert_eq!(
        valid.assumptions,
        [Assumption::Environment(Promise::StackGuard)]
    );
    let unknown = proofs.prove(access(1, Claim::InBounds));
    assert!(matches!(
        unknown,
        Err(Unproved::Spatial(SpatialFailure::UnknownObject(_)))
    ));
    let life = proofs.prove(access(1, Claim::Alive));
    assert!(matches!(
        life,
        Err(Unproved::Temporal(TemporalFailure::UnknownObject {
            since: None
        }))
    ));
}
