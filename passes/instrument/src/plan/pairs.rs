//! Which pairs of pointers that are ordered or subtracted need no check?
//!
//! Claims: of a pair that [`ProvedPairs`] lists, both pointers point into one living object of the program in every execution that compares them, so the runtime has nothing to
//! report. [`sanecc_prove`] answers; here is chosen which answers are used. A proof that needs flags of LLVM to be dropped is none: pairs are checked before anything else
//! is decided. Nothing is removed under an audit, whose assertion is the check itself, nor while removals are counted, since these checks come before the plan.

use super::{Audit, PlanOptions};
use rustc_hash::FxHashSet;
use sanecc_analysis::PointsTo;
use sanecc_analysis::symbolic::{PoisonFlags, roots_of_access};
use sanecc_ir::{AccessId, BlockId, FuncId, Module, Pair, ValueId};
use sanecc_prove::{
    Argument, CallFacts, CheckedAccesses, Claim, FunctionContext, ModuleFacts, Obligation, Proof,
    ProveOptions, Region, Solved, Subject, Work,
};
use std::sync::OnceLock;

/// Pairs of a function that are proved.
#[derive(Default)]
pub(crate) struct ProvedPairs {
    /// Indices among [`sanecc_ir::Function::pairs`].
    pub(crate) numbers: FxHashSet<usize>,
    /// Values from outside that must be frozen for the proofs to stay true.
    pub(crate) frozen: Vec<ValueId>,
}

/// No access is checked yet.
struct NoChecks;

impl CheckedAccesses for NoChecks {
    fn counts(&self, _: FuncId, _: BlockId, _: AccessId) -> bool {
        false
    }
}

impl ProvedPairs {
    /// The proved ones among the wanted pairs of each function; index = function.
    pub(crate) fn of_all(
        module: &Module,
        options: &PlanOptions,
        wanted: impl Fn(&Pair) -> bool + Sync,
    ) -> Vec<Self> {
        let mut functions = module.functions.iter();
        let any = functions.any(|(_, f)| f.checked && f.pairs.iter().any(&wanted));
        if !any || options.audit != Audit::No || options.removal_limit.is_some() {
            return Vec::new();
        }
        let options = options.clone().on(module.target());
        let prove = ProveOptions {
            all_subjects: true,
            ..options.prove()
        };
        let work = Work::of(module, options.threads);
        let points_to: OnceLock<PointsTo> = OnceLock::new();
        let facts = ModuleFacts::of(module, &points_to, &NoChecks, &prove, &work);
        let calls = CallFacts::of(&facts);
        let contexts = FunctionContext::of_all(&facts, &calls);
        work.map(&contexts, |context| {
            context
                .as_ref()
                .filter(|context| context.function.pairs.iter().any(&wanted))
                .map(|context| Self::of(&context.fresh(), &wanted))
                .unwrap_or_default()
        })
    }

    fn of(context: &FunctionContext<'_>, wanted: impl Fn(&Pair) -> bool) -> Self {
        let solved = Solved::of(context);
        let mut proofs = solved.proofs();
        let mut found = Self::default();
        let mut roots = Vec::new();
        for (number, pair) in context.function.pairs.iter().enumerate() {
            let obligation = Obligation {
                subject: Subject::Pair(number),
                claim: Claim::Valid,
            };
            if wanted(pair)
                && let Ok(proof) = proofs.prove(obligation)
                && let Some(is_symbolic) = holds_as_it_is(&proof)
            {
                found.numbers.insert(number);
                if is_symbolic {
                    roots.extend(roots_of(context, pair));
                }
            }
        }
        if !found.numbers.is_empty() {
            found.frozen = sanecc_prove::frozen(context, roots);
        }
        tracing::debug!(
            function = context.function.name,
            proved = found.numbers.len(),
            "pairs"
        );
        found
    }
}

/// Whether values decide where the pointers are; `None` if the proof is not about the function as it is.
fn holds_as_it_is(proof: &Proof) -> Option<bool> {
    let Argument::Pair(pair) = &proof.argument else {
        return None;
    };
    let as_it_is = pair.regions.iter().all(|region| match region {
        Region::Constant { .. } => true,
        Region::Symbolic(proof) => proof.poison_flags != PoisonFlags::Dropped,
        Region::Simpler(_) => false,
    });
    (as_it_is && !proof.is_guarded()).then(|| pair.regions.iter().any(Region::is_symbolic))
}

/// The values that the places of both pointers depend on.
fn roots_of(context: &FunctionContext<'_>, pair: &Pair) -> Vec<ValueId> {
    let roots = [0, 1].into_iter().flat_map(|number| {
        let access = pair.nothing_at(number);
        let place = context.function.resolve(access.pointer);
        roots_of_access(&access, &place)
    });
    roots.collect()
}
