//! LLVM's pipelines around the checks, in the notation of `opt -passes=`.

use super::{OptLevel, Tuning};

/// Operations on matrices become ones on vectors, and their accesses plain ones; code generation knows no others.
pub(super) const MATRICES: &str = "function(lower-matrix-intrinsics)";

/// What merges equal values and reads.
pub(super) const EQUAL_VALUES: &str = "function(early-cse<memssa>)";

/// The same once loops of a few iterations are unrolled.
pub(super) fn equal_values_unrolled(level: OptLevel, tuning: Tuning) -> String {
    match tuning.unrolls(level) {
        true => format!("function(loop(loop-unroll-full)),{EQUAL_VALUES}"),
        false => EQUAL_VALUES.to_owned(),
    }
}

/// What moves values and reads before loops where all iterations have the same.
pub(super) fn invariant_reads(level: OptLevel) -> String {
    let copies = match level {
        OptLevel::Oz => "no-header-duplication",
        _ => "header-duplication",
    };
    format!(
        "function(loop-simplify,lcssa,loop(loop-rotate<{copies}>),loop-mssa(licm<no-allowspeculation>))"
    )
}

/// What computes values before loops where all iterations compute the same, though not each does.
pub(super) const INVARIANT_COMPUTATIONS: &str = "function(loop-mssa(licm<allowspeculation>))";

/// What simplifies the program before anything is checked.
pub(super) fn before_checks(level: OptLevel) -> String {
    format!("thinlto-pre-link<{}>", level.name())
}

/// What optimises the checked program, and lowers it for code generation.
///
/// LLVM's own pipeline for this place simplifies all once more, as a linker that has brought modules together needs it: half of what the
/// compiler takes by itself, for code that is simple already. So from `-O2` on only that is repeated which checks and loops without them make worth
/// while; nothing is inlined any more. Loops that are not to be unrolled are LLVM's, because no notation says so.
pub(super) fn behind_checks(level: OptLevel, tuning: Tuning) -> String {
    let beyond = tuning.beyond(level);
    let own = match level {
        OptLevel::O2 | OptLevel::Os => Some(("no-nontrivial", "O2")),
        OptLevel::O3 => Some(("nontrivial", "O3")),
        OptLevel::O0 | OptLevel::O1 | OptLevel::Oz => None,
    };
    match own {
        Some((unswitching, unrolling)) if tuning.unrolls(level) => {
            format!("{}{beyond}", from_o2(unswitching, unrolling))
        }
        _ => format!("thinlto<{}>{beyond}", level.name()),
    }
}

/// Merges blocks and branches; loops keep their form.
const BRANCHES: &str = "simplifycfg<switch-range-to-icmp>";
/// The same, and what branches have in common stands once.
const BRANCHES_TOGETHER: &str =
    "simplifycfg<switch-range-to-icmp;hoist-common-insts;sink-common-insts>";
/// The same once loops are done with, also with tables for switches.
const BRANCHES_AT_LAST: &str = "simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>";
/// The same in front of code generation.
const BRANCHES_FOR_CODE: &str = "simplifycfg<switch-range-to-icmp;speculate-unpredictables>";
/// Algebra. As a name alone it would end the process where it finds more to do in a second round.
pub(super) const ALGEBRA: &str = "instcombine<no-verify-fixpoint>";

/// Simplification of what the checks have brought, then vectorising and unrolling in the order that LLVM has them.
fn from_o2(unswitching: &str, unrolling: &str) -> String {
    let of_the_module = "function(invalidate<aa>),require<globals-aa>,require<profile-summary>";
    let simplify = format!(
        "early-cse<memssa>,jump-threading,correlated-propagation,{BRANCHES},\
         loop-mssa(licm<no-allowspeculation>,loop-rotate<header-duplication>,licm<allowspeculation>,simple-loop-unswitch<{unswitching};trivial>),\
         {BRANCHES},{ALGEBRA},loop(indvars,loop-deletion,loop-unroll-full),gvn<>,adce,{BRANCHES_TOGETHER}"
    );
    let vectorize = format!(
        "float2int,lower-constant-intrinsics,loop(loop-rotate<header-duplication>,loop-deletion),loop-distribute,inject-tli-mappings,\
         loop-vectorize<no-interleave-forced-only;no-vectorize-forced-only>,infer-alignment,loop-load-elim,{ALGEBRA},{BRANCHES_AT_LAST},\
         slp-vectorizer,vector-combine,{ALGEBRA},loop-unroll<{unrolling}>,transform-warning"
    );
    let lower = format!(
        "sroa<preserve-cfg>,infer-alignment,{ALGEBRA},loop-mssa(licm<allowspeculation>),alignment-from-assumptions,loop-sink,instsimplify,\
         div-rem-pairs,tailcallelim,{BRANCHES_FOR_CODE}"
    );
    format!(
        "{of_the_module},function<eager-inv>({simplify}),globalopt,globaldce,elim-avail-extern,rpo-function-attrs,recompute-globalsaa,\
         function<eager-inv>({vectorize},{lower}),globaldce,constmerge,cg-profile,rel-lookup-table-converter,function(annotation-remarks),verify"
    )
}
