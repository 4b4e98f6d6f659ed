//! A proof in readable form, a record for people and tools.

use super::{KEPT, Words, domain_name, proof_id, source_values};
use crate::{Argument, PairProof, Proof, Region, SpatialProof};
use serde::Serialize;
use std::collections::BTreeMap;

/// A proof in readable form; that of a part of a check is not complete. Offsets, sizes and lengths are in bytes; `vN` is a signed value of the function,
/// `vNu` an unsigned one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The offset of the access in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<String>,
    /// The size of the access.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// Facts that the proof uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// The accesses whose checks cover this one; for those of other functions `all callers`, or the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked_by: Vec<String>,
    /// Why the object is alive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temporal: Option<String>,
    /// What the proof assumes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The values that the proof names `vN` or `vNu`, as the source would write them; without those that have no words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
}

impl Account {
    /// That of a proof, without [`Account::values`].
    pub fn of(words: Words<'_>, proof: &Proof) -> Self {
        let assumptions = proof.assumptions.iter().map(|a| words.assumption(*a));
        let account = match &proof.argument {
            Argument::InBounds(spatial) => Self::of_spatial(words, spatial),
            Argument::Alive(temporal) => Self {
                temporal: Some(words.temporal(*temporal).to_owned()),
                ..Self::default()
            },
            Argument::Valid(spatial, temporal) => Self {
                temporal: Some(words.temporal(*temporal).to_owned()),
                ..Self::of_spatial(words, spatial)
            },
            Argument::CheckedBefore { object, by } => {
                let ids = by.accesses.iter();
                let ids = ids.map(|by| proof_id(words.module, words.function, *by));
                Self {
                    object: object.map(|object| words.object(object)),
                    checked_by: ids.chain(words.in_other_functions(by)).collect(),
                    temporal: Some(KEPT.to_owned()),
                    ..Self::default()
                }
            }
            Argument::Pair(pair) => Self::of_pair(words, pair),
        };
        Self {
            assumptions: assumptions.collect(),
            ..account
        }
    }

    /// That of a spatial proof.
    pub fn of_spatial(words: Words<'_>, spatial: &SpatialProof) -> Self {
        let mut account = Self {
            object: spatial.object.map(|object| words.object(object)),
            ..Self::default()
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
        }
        account
    }

    fn of_pair(words: Words<'_>, pair: &PairProof) -> Self {
        Self {
            object: pair.object.map(|object| words.object(object)),
            facts: pair.regions.iter().map(super::region).collect(),
            temporal: pair.life.map(|life| words.temporal(life).to_owned()),
            ..Self::default()
        }
    }

    /// Adds the values that the texts name.
    pub fn name_values(&mut self, words: Words<'_>) {
        self.values = source_values::named(words, self);
    }
}
