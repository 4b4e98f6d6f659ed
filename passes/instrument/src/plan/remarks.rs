//! A record of the decision about each access, for `-fsanecc-remarks=FILE`.

use super::{
    BoundedAccess, CachedBound, Check, CheckPlan, Decision, FunctionPlan, Hoisted, HoistedBy,
    LoopCheck, Place, Placement, Switch,
};
use sanecc_ir::{Access, AccessId, Function, Id, Module};
use sanecc_prove::{Account, Words, bytes, kind, proof_id};
use serde::Serialize;

/// The record of one access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// Its name, which reports of an audit have, too.
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
    /// The function that contains the access now.
    pub symbol: String,
    /// Whether code of other modules may call that function.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exported: bool,
    /// `read` or `write`.
    pub kind: &'static str,
    /// Bytes, where they are constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// `removed`, `merged` (the check of another access covers it), `hoisted` (checked unless a check before the loop passes), `checked`, `unchecked` (by the user's choice,
    /// without proof), or `library` (the runtime checks the call).
    pub decision: &'static str,
    /// The check that is made: `bounds`, `shadow`, or both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<&'static str>,
    /// The rule that removed the check or a part of it, or the switch that leaves it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The rule that shows that the access is in bounds of its object, whether that lives or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_bounds: Option<&'static str>,
    /// Why it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Account>,
    /// Why the check, or what is left of it, stays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
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
            let coalesced_into = plan.coalesced_into();
            function.accesses.iter().map(move |(id, access)| {
                let mut remark = remark(words, plan, id, access);
                if let Some(proof) = &mut remark.proof {
                    proof.name_values(words);
                }
                match coalesced_into.get(&id) {
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
        exported: !function.local,
        kind: kind(access.kind),
        bytes: bytes(access.extent),
        decision: "checked",
        check: Vec::new(),
        rule: None,
        in_bounds: plan
            .bounds_alone
            .get(id.index())
            .and_then(|rule| Some((*rule)?.name())),
        proof: None,
        reasons: Vec::new(),
    };
    let decision = &plan.decisions[id.index()];
    match decision {
        Decision::Removed(proof) => {
            let rule = proof.rule().map(Switch::Proof);
            Remark {
                decision: rule.map_or("removed", Switch::decision),
                rule: rule.map(Switch::name),
                proof: Some(Account::of(words, proof)),
                ..empty
            }
        }
        Decision::Checked(check) => checked(words, check, access.by_library, empty),
        Decision::Hoisted(Hoisted { check, by }) => Remark {
            decision: Switch::Placement(by.rule()).decision(),
            rule: Some(Switch::Placement(by.rule()).name()),
            proof: Some(match by {
                HoistedBy::Range(check) => range(&plan.loops[*check]),
                HoistedBy::CachedBound(one) => below(one, &plan.cached_bounds[one.cached_bound]),
            }),
            ..checked(words, check, false, empty)
        },
        Decision::Untainted => Remark {
            decision: "unchecked",
            rule: Some(Switch::Untainted.name()),
            ..empty
        },
    }
}

const COALESCE: Switch = Switch::Placement(Placement::Coalesce);

/// Changes the remark of an access that the check of `first` covers.
fn coalesced(words: Words<'_>, first: AccessId, mut remark: Remark) -> Remark {
    let proof = remark.proof.get_or_insert_default();
    proof.checked_by = vec![proof_id(words.module, words.function, first)];
    Remark {
        decision: COALESCE.decision(),
        rule: Some(COALESCE.name()),
        ..remark
    }
}

/// Completes the remark of an access with a check.
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
            remark.proof = Some(Account::of_spatial(words, spatial));
        }
        Err(why) => remark.reasons.push(why.spatial(words)),
    }
    match check.temporal {
        Ok(temporal) if !check.shadow => {
            remark.rule = Some(Switch::Placement(Placement::BoundsOnly).name());
            remark.proof = Some(Account {
                temporal: Some(words.temporal(temporal).to_owned()),
                ..Account::default()
            });
        }
        Ok(_) => {}
        Err(_) if by_library => {}
        Err(why) => remark.reasons.push(why.temporal(words)),
    }
    remark
}

/// The ranges that are checked before the loop.
fn range(check: &LoopCheck) -> Account {
    let ranges = check.ranges.iter();
    let ranges = ranges.map(|range| format!("[{} .. {}] is addressable", range.first, range.last));
    let conditions = check.conditions.iter().map(ToString::to_string);
    Account {
        facts: ranges.chain(conditions).collect(),
        ..Account::default()
    }
}

/// What is compared in the loop.
fn below(one: &BoundedAccess, cached: &CachedBound) -> Account {
    let (bound, base) = (cached.bounds[one.bound], cached.base);
    let place = match one.place {
        Place::Index(index, offset) => format!("{} * ({index:?} + {offset})", bound.scale),
        Place::Distance => "its distance".to_owned(),
    };
    Account {
        facts: vec![format!(
            "{} bytes at {base:?} + {place} end within the addressable length before the loop",
            bound.end
        )],
        ..Account::default()
    }
}
