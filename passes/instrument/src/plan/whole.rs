//! What the whole module says of calls, prepared when somebody asks for the first time.

use sanecc_analysis::{CallGraph, Effects, PointsTo};
use sanecc_ir::Module;
use std::sync::OnceLock;

/// Questions to the whole module.
pub(super) trait Whole: Sync {
    /// What calls do.
    fn effects(&self) -> &Effects<'_>;
}

/// The analyses that answer them.
pub(super) struct Lazy<'m> {
    module: &'m Module,
    points_to: &'m OnceLock<PointsTo>,
    effects: OnceLock<Effects<'m>>,
}

impl<'m> Lazy<'m> {
    pub(super) fn new(module: &'m Module, points_to: &'m OnceLock<PointsTo>) -> Self {
        Self {
            module,
            points_to,
            effects: OnceLock::new(),
        }
    }
}

impl Whole for Lazy<'_> {
    fn effects(&self) -> &Effects<'_> {
        self.effects.get_or_init(|| {
            let points_to = self.points_to.get_or_init(|| PointsTo::of(self.module));
            Effects::of(
                self.module,
                points_to,
                &CallGraph::of(self.module, points_to),
            )
        })
    }
}
