//! The size of a module, and the share that decides where memory is accessed: the counts of GreenArrays (2014), figure 21.

use super::FunctionPlan;
use sanecc_analysis::slice::{Graph, MemorySlice, Taint};
use sanecc_ir::Module;
use serde::Serialize;

/// Counts of one module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Functions with a body.
    pub functions: usize,
    /// Instructions, as LLVM counts them.
    pub instructions: usize,
    /// Instructions whose result outside data may influence (section 4.5).
    pub tainted: usize,
    /// Operations that may wrap or lose bits: sums, differences, products, shifts to the left, truncations.
    pub arithmetic: usize,
    /// Those of them that may decide which memory is accessed (section 4.2): what GreenArrays guards.
    pub memory_arithmetic: usize,
    /// Those that are guarded, because a proof needs it.
    pub guarded: usize,
    /// Accesses of memory.
    pub accesses: usize,
}

impl Statistics {
    /// Counts a planned module.
    pub(super) fn of(
        module: &Module,
        dependences: &Graph,
        taint: &Taint<'_>,
        plans: &[Option<FunctionPlan>],
    ) -> Self {
        let slice = MemorySlice::of(module, dependences);
        let mut all = Self::default();
        for ((id, function), plan) in module.functions.iter().zip(plans) {
            if !function.defined {
                continue;
            }
            let (instructions, tainted) = taint.share(id, function);
            let (arithmetic, memory_arithmetic) = slice.share(id, function);
            all.functions += 1;
            all.instructions += instructions;
            all.tainted += tainted;
            all.arithmetic += arithmetic;
            all.memory_arithmetic += memory_arithmetic;
            all.guarded += plan.as_ref().map_or(0, |p| p.guards.operations.len());
            all.accesses += function.accesses.len();
        }
        all
    }
}
