//! The access context: one access in its function, with all facts that rules read at its place.

use super::FunctionContext;
use crate::redundant::RedundantChecks;
use sanecc_analysis::symbolic::PointeeSet;
use sanecc_analysis::{NonEscapingCursor, Object, ScopeCursor};
use sanecc_ir::{Access, AccessId, Address, BlockId, mutant};

/// An access in its context.
pub struct AccessContext<'a> {
    /// The function.
    pub context: &'a FunctionContext<'a>,
    /// The access.
    pub id: AccessId,
    /// The same.
    pub access: &'a Access,
    /// The pointer, resolved to its root.
    pub place: &'a Address,
    /// The object at the root, if the function sees it.
    pub object: Option<Object>,
    /// All objects behind a root that is none itself; empty if unknown.
    pub(crate) behind: &'a [Object],
    /// The same where callers own some of them.
    pub pointees: Option<&'a PointeeSet>,
    /// Where it is.
    pub block: BlockId,
    pub(crate) scopes: &'a ScopeCursor<'a>,
    pub(crate) own: &'a NonEscapingCursor<'a>,
    pub(crate) redundant: &'a RedundantChecks<'a>,
}

impl AccessContext<'_> {
    /// All objects that the pointer may point into; empty if unknown.
    pub fn objects(&self) -> &[Object] {
        self.object
            .as_ref()
            .map_or(self.behind, std::slice::from_ref)
    }

    /// Whether no code that poisons memory manually, here or in another module, can reach the object up to this place.
    pub fn is_private(&self, object: Object) -> bool {
        match object {
            Object::Heap { call, .. } => self.own.lives(call) || mutant!("non-escaping/lives"),
            Object::Stack { .. }
            | Object::Dynamic { .. }
            | Object::Parameter { .. }
            | Object::Argument { .. }
            | Object::Global { .. } => self.context.whole.is_private(self.context.id, object),
        }
    }
}
