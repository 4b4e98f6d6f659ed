//! Which object does a pointer point into, and from where is its offset counted? The static part of symbolic regions
//! (GreenArrays (2014), section 4.4).
//!
//! Every pointer is counted from a root: the pointer that address arithmetic, phis and choices between places of one object lead
//! back to. Where alternatives have different roots, the phi or choice is a root of its own. What is known to lie behind a
//! root is its [`Origin`]; roots without one are Top.
//!
//! Claims: a root is defined wherever a pointer that is counted from it is, and has not been computed anew in between, because
//! its block dominates that of each phi that is counted from it. Whatever the program does, a pointer is its root plus some
//! number of bytes modulo 2^64; [`super::pointers`] says which. A root with an origin points at the start of the object, or is
//! one of the alternatives, or is null where [`Regions::may_be_null`] says so. Of life nothing is said: [`Regions::objects`] lists what
//! has to live. What [`Regions::pointees`] says of parameters holds as [`super::parameters`] says.
//!
//! Integers that become pointers are roots without origin. So is what a loop brings from one object to another, as all is
//! whose root changes too often ([`super::roots`]).

use super::parameters::{DereferenceableBytes, Parameters, values_of};
use super::results::Results;
use super::roots::roots;
use crate::{Dominators, FunctionAnalyses, LoadForwarding, Object, object_of};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{
    BlockId, Callee, Function, Id, Module, Op, Returned, Type, ValueDef, ValueId, mutant,
};
use std::sync::Arc;

/// Most alternatives of a root, and most objects behind one.
const MAX_ALTERNATIVES: usize = 8;

/// What is behind a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start of this object.
    Object(Object),
    /// One of these pointers, each with the block in which it is chosen; null is not among them.
    Choice(Vec<(BlockId, ValueId)>),
    /// So many bytes of some object that the caller knows.
    Passed(Vec<DereferenceableBytes>),
}

/// All that may be behind a root, where nothing else can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointeeSet {
    /// Objects that the function sees.
    pub objects: Vec<Object>,
    /// Parameters, by number, that point to an object of a caller which lives as long as this function runs.
    pub passed: Vec<u32>,
}

/// The roots of a function's pointers, and what is behind them.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Index = value.
    roots: Vec<Option<ValueId>>,
    origins: FxHashMap<ValueId, Origin>,
    pointees: FxHashMap<ValueId, PointeeSet>,
    /// Roots with alternatives of which one is null.
    nullable: FxHashSet<ValueId>,
    pub(super) parameters: Parameters,
    /// Loads of what is known to stand there.
    pub(super) load_forwarding: LoadForwarding,
    /// The parameters; index = number.
    pub(super) values: Vec<ValueId>,
    results: Arc<Results>,
}

impl Regions {
    /// Finds the roots of all pointers of the function.
    pub fn of(module: &Module, analyses: &FunctionAnalyses<'_>) -> Self {
        Self::with(module, analyses, Parameters::default())
    }

    /// The same, where something is known of the function's parameters.
    pub fn with(module: &Module, analyses: &FunctionAnalyses<'_>, parameters: Parameters) -> Self {
        Self::recalling(module, analyses, parameters, LoadForwarding::default())
    }

    /// The same, where loads are known to yield what stood there before.
    pub fn recalling(
        module: &Module,
        analyses: &FunctionAnalyses<'_>,
        parameters: Parameters,
        load_forwarding: LoadForwarding,
    ) -> Self {
        let _span = tracing::debug_span!("regions").entered();
        let function = analyses.function();
        let mut regions = Self {
            values: values_of(function),
            parameters,
            load_forwarding,
            ..Self::default()
        };
        let pointers = pointers(function, analyses.dominators());
        regions.roots = roots(analyses, &regions.load_forwarding, &pointers);
        regions.find_origins(module, function, analyses.dominators(), &pointers);
        regions
    }

    /// The same, where something is known of the results of functions.
    pub fn knowing(mut self, results: Arc<Results>) -> Self {
        self.results = results;
        self
    }

    /// What the number fits that a call yields, if the types fit.
    pub(super) fn returned<'r>(&'r self, op: &'r Op) -> &'r [Returned] {
        match op {
            Op::Call { model, .. } if model.returned.is_some() => model.returned.as_slice(),
            Op::Call {
                callee: Callee::Direct(callee),
                ..
            } => self.results.of(*callee),
            _ => &[],
        }
    }

    /// The root of a pointer, where something is known to be behind it.
    pub fn root(&self, pointer: ValueId) -> Option<ValueId> {
        self.roots
            .get(pointer.index())
            .copied()
            .flatten()
            .filter(|root| self.origins.contains_key(root))
    }

    /// Loads that are known to yield what stood there before.
    pub fn load_forwarding(&self) -> &LoadForwarding {
        &self.load_forwarding
    }

    /// What is behind a root.
    pub fn origin(&self, root: ValueId) -> Option<&Origin> {
        self.origins.get(&root)
    }

    /// All objects of which one is behind a root: each has to live where an access through it needs no check. None where
    /// only callers know them, or some of them.
    pub fn objects(&self, root: ValueId) -> &[Object] {
        let pointees = self
            .pointees(root)
            .filter(|pointees| pointees.passed.is_empty());
        pointees.map_or(&[], |pointees| pointees.objects.as_slice())
    }

    /// All that may be behind a root, if that is either seen or certainly lives.
    pub fn pointees(&self, root: ValueId) -> Option<&PointeeSet> {
        self.pointees.get(&root)
    }

    /// Whether a root is null where it is none of the objects behind it. (An allocation that failed is the object all the same.)
    pub fn may_be_null(&self, root: ValueId) -> bool {
        self.nullable.contains(&root)
    }

    fn find_origins(
        &mut self,
        module: &Module,
        function: &Function,
        dominators: &Dominators,
        pointers: &[(BlockId, ValueId)],
    ) {
        let known = |id| object_of(module, function, id);
        for (id, value) in function.values.iter() {
            if value.ty.is_plain_pointer()
                && self.roots[id.index()] == Some(id)
                && let Some(object) = known(id)
            {
                self.origins.insert(id, Origin::Object(object));
                let objects = vec![object];
                let passed = Vec::new();
                self.pointees.insert(id, PointeeSet { objects, passed });
            }
        }
        for number in 0..self.values.len() {
            let dereferenceable = self.parameters.dereferenceable.iter();
            let passed: Vec<DereferenceableBytes> = dereferenceable
                .filter(|dereferenceable_bytes| dereferenceable_bytes.pointer as usize == number)
                .copied()
                .collect();
            let unknown = !self.origins.contains_key(&self.values[number]);
            if !passed.is_empty() && unknown {
                let origin = Origin::Passed(passed);
                self.origins.insert(self.values[number], origin);
                if self.parameters.lives.get(number) == Some(&true) {
                    let pointees = PointeeSet {
                        passed: vec![number as u32],
                        ..PointeeSet::default()
                    };
                    self.pointees.insert(self.values[number], pointees);
                }
            }
        }
        let mut place = vec![usize::MAX; function.blocks.len()];
        for (at, block) in dominators.order().iter().enumerate() {
            place[block.index()] = at;
        }
        for &(block, pointer) in pointers {
            if self.roots[pointer.index()] != Some(pointer) {
                continue;
            }
            let mut alternatives: Vec<(BlockId, ValueId)> = match function.op(pointer) {
                Some(Op::Phi(edges)) => edges.clone(),
                Some(Op::Select {
                    then, otherwise, ..
                }) => vec![(block, *then), (block, *otherwise)],
                Some(_) | None => continue,
            };
            let count = alternatives.len();
            alternatives.retain(|(_, input)| function.values[*input].def != ValueDef::Null);
            if alternatives.is_empty() {
                continue;
            }
            let before = |from: BlockId| match function.op(pointer) {
                Some(Op::Phi(_)) => place[from.index()] < place[block.index()],
                Some(_) | None => true,
            };
            let mut all = Some(PointeeSet::default());
            let known = alternatives.len() <= MAX_ALTERNATIVES
                && alternatives.iter().all(|&(from, input)| {
                    let root = self.root(input);
                    all = all
                        .take()
                        .zip(root.and_then(|root| self.pointees(root)))
                        .and_then(|(all, here)| all.with(here));
                    root.is_some() && before(from)
                });
            if known {
                let mut roots = alternatives.iter().filter_map(|(_, v)| self.root(*v));
                let is_null =
                    alternatives.len() < count || roots.any(|root| self.may_be_null(root));
                if is_null && !mutant!("regions/null") {
                    self.nullable.insert(pointer);
                }
                self.origins.insert(pointer, Origin::Choice(alternatives));
                if let Some(all) = all.filter(|all| *all != PointeeSet::default()) {
                    self.pointees.insert(pointer, all);
                }
            }
        }
    }
}

impl PointeeSet {
    /// What is behind either of two, if that is not too much.
    fn with(mut self, other: &PointeeSet) -> Option<Self> {
        for object in &other.objects {
            if !self.objects.contains(object) {
                self.objects.push(*object);
            }
        }
        for number in &other.passed {
            if !self.passed.contains(number) {
                self.passed.push(*number);
            }
        }
        (self.objects.len() + self.passed.len() <= MAX_ALTERNATIVES).then_some(self)
    }
}

/// The pointers that instructions yield, definitions before uses except around loops.
fn pointers(function: &Function, dominators: &Dominators) -> Vec<(BlockId, ValueId)> {
    let mut pointers = Vec::new();
    for &block in dominators.order() {
        let instructions = function.blocks[block].instructions.iter();
        let plain = instructions.filter(|v| function.values[**v].ty == Type::Pointer(0));
        pointers.extend(plain.map(|&value| (block, value)));
    }
    pointers
}
