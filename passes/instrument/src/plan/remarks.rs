//! A record for each access: what is decided, and why. For programs that read `-fsanecc-remarks=FILE`.

use super::proof::{Proof, Region, SpatialProof};
use super::words::{self, Words, domain_name, proof_id};
use super::{
    BoundedAccess, CachedBound, Check, CheckPlan, Decision, FunctionPlan, Hoisted, HoistedBy,
    LoopCheck, Rule,
};
use sanecc_ir::{Access, AccessId, Function, Id, Module};
use serde::Serialize;

/// What is said of one access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// Its name, which the report of an audit has, too.
    pub id: String,
    /// Source file, as the compiler was given it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column, from 1; known with `-g`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function of the source; of inlined ones the innermost.
    pub function: String,
    /// The function that the access has come to stand in.
    pub symbol: String,
    /// `read` or `write`.
    pub kind: &'static str,
    /// Bytes, where they are constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// `removed`, `merged` (an earlier check asks about its bytes, be it for its own access or for both), `hoisted` (checked unless a question before the
    /// loop has a good answer), `checked`, or `library` (the runtime checks the call).
    pub decision: &'static str,
    /// What is asked, where something is: `bounds`, `shadow`, or both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<&'static str>,
    /// The rule that removed the check, or a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// Why that is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Account>,
    /// Why the check, or what is left of it, stays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

/// A proof in readable form; one that concerns a part of a check has not all of it. Offsets, sizes and lengths are in bytes; `vN` is a
/// value of the function with its sign, `vNu` without.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Where in it the access begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<String>,
    /// How many bytes are accessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// What else was used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// The accesses whose checks ask about these bytes; of those of other functions `all callers`, or the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked_by: Vec<String>,
    /// Why the object lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temporal: Option<String>,
    /// What is taken for granted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

impl CheckPlan {
    /// A record for each access of each checked function, in order.
    pub fn remarks<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = Remark> + 'a {
        let planned = module
            .functions
            .iter()
            .filter_map(|(id, function)| Some((function, self.function(id)?)));
        planned.flat_map(move |(function, plan)| {
            let words = Words { module, function };
            let asked_before = plan.asked_before();
            function.accesses.iter().map(move |(id, access)| {
                let remark = remark(words, plan, id, access);
                match asked_before.get(&id) {
                    Some(&first) => coalesced(words, first, remark),
                    None => remark,
                }
            })
        })
    }
}

fn remark(words: Words<'_>, plan: &FunctionPlan, id: AccessId, access: &Access) -> Remark {
    let function: &Function = words.function;
    let location = function
        .location_of(access.instruction)
        .or(function.location.as_ref());
    let known = |number: u32| Some(number).filter(|number| *number != 0);
    let empty = Remark {
        id: proof_id(words.module, function, id),
        file: location.map(|l| l.file.to_string()),
        line: location.and_then(|l| known(l.line)),
        column: location.and_then(|l| known(l.column)),
        function: location.map_or(function.name.clone(), |l| l.function.to_string()),
        symbol: function.name.clone(),
        kind: words::kind(access.kind),
        bytes: words::bytes(access.extent),
        decision: "checked",
        check: Vec::new(),
        rule: None,
        proof: None,
        reasons: Vec::new(),
    };
    match &plan.decisions[id.index()] {
        Decision::Removed(proof) => Remark {
            decision: match proof.spatial.rule {
                Rule::Redundant | Rule::Interprocedural => "merged",
                _ => "removed",
            },
            rule: Some(proof.spatial.rule.name()),
            proof: Some(account(words, proof)),
            ..empty
        },
        Decision::Checked(check) => checked(words, check, access.by_library, empty),
        Decision::Hoisted(Hoisted { check, by }) => Remark {
            decision: "hoisted",
            rule: Some(by.rule().name()),
            proof: Some(match by {
                HoistedBy::Range(context) => range(&plan.loops[*context]),
                HoistedBy::CachedBound(one) => below(one, &plan.cached_bounds[one.limit]),
            }),
            ..checked(words, check, false, empty)
        },
    }
}

/// Changes the remark about an access that is checked with others, in front of `first`.
fn coalesced(words: Words<'_>, first: AccessId, mut remark: Remark) -> Remark {
    let proof = remark.proof.get_or_insert_default();
    proof.checked_by = vec![proof_id(words.module, words.function, first)];
    Remark {
        decision: "merged",
        rule: Some(Rule::Coalesce.name()),
        ..remark
    }
}

/// Completes the remark about an access of which something is checked.
fn checked(words: Words<'_>, check: &Check, by_library: bool, empty: Remark) -> Remark {
    let mut remark = Remark {
        decision: if by_library { "library" } else { "checked" },
        ..empty
    };
    remark.check.extend(check.bounds.map(|_| "bounds"));
    remark.check.extend(check.shadow.then_some("shadow"));
    match &check.spatial {
        Ok(spatial) => {
            remark.rule = Some(spatial.rule.name());
            remark.proof = Some(region(words, spatial));
        }
        Err(why) => remark.reasons.push(words.beyond(*why)),
    }
    match check.temporal {
        Ok(temporal) if !check.shadow => {
            remark.rule = Some(Rule::BoundsOnly.name());
            remark.proof = Some(Account {
                temporal: Some(words.temporal(temporal)),
                ..Account::default()
            });
        }
        Ok(_) => {}
        Err(_) if by_library => {}
        Err(why) => remark.reasons.push(words.dead(why)),
    }
    remark
}

/// What is asked before the loop.
fn range(asked: &LoopCheck) -> Account {
    let ranges = asked.ranges.iter();
    let ranges = ranges.map(|range| format!("[{} .. {}] is good", range.first, range.last));
    let conditions = asked.conditions.iter().map(ToString::to_string);
    Account {
        facts: ranges.chain(conditions).collect(),
        ..Account::default()
    }
}

/// What is compared in the loop.
fn below(one: &BoundedAccess, limit: &CachedBound) -> Account {
    let bound = limit.bounds[one.bound];
    Account {
        facts: vec![format!(
            "{} bytes from {:?} + {} * ({:?} + {}) on end where it was good before the loop",
            bound.end, limit.base, bound.scale, one.number, one.forward
        )],
        ..Account::default()
    }
}

fn account(words: Words<'_>, proof: &Proof) -> Account {
    let Proof {
        spatial,
        temporal,
        assumptions,
    } = proof;
    Account {
        temporal: Some(words.temporal(*temporal)),
        assumptions: assumptions.iter().map(|a| words.assumption(*a)).collect(),
        ..region(words, spatial)
    }
}

fn region(words: Words<'_>, spatial: &SpatialProof) -> Account {
    let mut account = Account {
        object: spatial.object.map(|object| words.object(object)),
        ..Account::default()
    };
    match &spatial.region {
        Region::Constant {
            offset,
            bytes,
            size,
        } => {
            account.offset = Some(offset.to_string());
            account.bytes = Some(bytes.to_string());
            account.size = Some(size.to_string());
        }
        Region::Symbolic(proof) => {
            account.offset = Some(proof.offset.clone());
            account.bytes = Some(proof.bytes.clone());
            account.size = Some(proof.size.clone());
            account.facts = proof.facts.iter().map(|f| format!("{f} >= 0")).collect();
        }
        Region::Simpler(domain) => account.facts = vec![domain_name(*domain).to_owned()],
        Region::Untainted => {}
        Region::CheckedBy(by) => {
            let ids = by.accesses.iter();
            let ids = ids.map(|by| proof_id(words.module, words.function, *by));
            account.checked_by = ids.chain(words.across_calls(by)).collect();
        }
    }
    account
}
