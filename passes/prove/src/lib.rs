//! Answers an [`Obligation`] about a function with a [`Proof`], or says why it is [`Unproved`].
//!
//! What is true of a program is decided here, and nowhere else. What a client does with an answer is its own matter: remove a check, move one, report an error, assert
//! the claim in an interpreter. A proof names what it rests on: facts of the program, and [`Assumption`]s about its environment that a target may not
//! grant ([`Environment`]).
//!
//! From the module to an answer:
//!
//! 1. [`ModuleFacts`]: analyses of the module and of each function alone; [`CallFacts`]: what callers and callees say.
//! 2. [`FunctionContext`]: one function with all of these.
//! 3. [`Solved`]: the analyses of the function that the rules need ([`Rules`] says which are on).
//! 4. [`Proofs`]: answers in turn. Obligations may come in any order; in the order of the accesses each answer costs no walk through its block.
//!
//! Proofs that hold only while some operations do not wrap come from [`NoWrapProofs`]. [`Words`] puts proofs and reasons into words.
//!
//! A client that edits the module owes two things to the proofs that it uses: the flags of [`Solved::dropped_flags`] must go, and the values of [`frozen`] must be frozen
//! if others transform the function later.

mod assumption;
mod environment;
mod facts;
mod frozen;
mod no_wrap;
mod obligation;
mod options;
mod pair;
mod proof;
mod proofs;
mod redundant;
mod rule;
mod solved;
mod spatial;
mod temporal;
mod unproved;
mod words;
mod work;

pub use assumption::Assumption;
pub use environment::{Environment, Promise};
pub use facts::{
    AccessContext, CallFacts, CheckedAccesses, FunctionContext, ModuleFacts, poisons_by_hand,
};
pub use frozen::frozen;
pub use no_wrap::{NoWrapProofs, UnderAssumptions};
pub use obligation::{Claim, Obligation, Subject};
pub use options::{Elide, ProveOptions, Prover};
pub use pair::{PairFailure, PairProof};
pub use proof::{Argument, Proof, Region, SpatialProof};
pub use proofs::Proofs;
pub use rule::{Rule, Rules};
pub use solved::Solved;
pub use spatial::{Origin, SpatialFailure};
pub use temporal::{Alive, Kills, LoopKills, TemporalFailure, TemporalProof};
pub use unproved::Unproved;
pub use words::{Account, Words, bytes, kind, proof_id};
pub use work::Work;
