//! Solves the constraints: what is read and written through pointers becomes edges as the pointers' sets grow.
//!
//! Everything outside of the module is one member of the sets, [`Graph::UNKNOWN`]. What it may reach is the set of one node, `outside`:
//! an object in there may hold anything from outside, all that lies in it is in there, too, and a function in there may be called with anything.

use super::graph::{Graph, Node};
use super::objects::{Content, Link, ObjectId, Objects, Site};
use super::place::{Place, Range};
use super::set::Set;
use rustc_hash::FxHashSet;
use sanecc_ir::{FuncId, Id, Module, mutant};

/// A pointer that may point to more places than this may point to anything: its objects count as escaped.
const MOST_TARGETS: usize = 96;

/// What is done with the pointers of a node.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// So many bytes are read to a node.
    Load { to: Node, bytes: u64 },
    /// So many bytes of a node are written.
    Store { from: Node, bytes: u64 },
    /// Moved by a distance and any number of steps (0 for none).
    Move { to: Node, offset: i64, step: u64 },
    /// The content of the objects of `from` is copied here.
    CopyTo { from: Node, bytes: u64 },
    /// The content here is copied to the objects of `to`.
    CopyFrom { to: Node, bytes: u64 },
    /// Called.
    Call { site: u32 },
    /// Handed to the outside for a while: it may read and write what lies there.
    Lend,
    /// Handed for a while to code that may do more than that: poison it by hand.
    Entrust,
    /// What lies there is shown to the outside.
    Show,
    /// What lies there comes from the outside.
    Fill,
    /// The outside has it.
    Escape,
}

/// A call whose callee is a pointer or a function of the module.
pub(super) struct CallSite {
    pub(super) arguments: Vec<Node>,
    /// The callee keeps no argument of these numbers.
    pub(super) not_kept: Vec<bool>,
    pub(super) result: Node,
}

/// The nodes of a function that has a body.
pub(super) struct Body {
    /// The first of its values.
    pub(super) values: Node,
    pub(super) parameters: Vec<Node>,
    /// Bytes of the object that is copied for it, where a parameter is passed by value.
    pub(super) by_value: Vec<Option<u64>>,
    pub(super) result: Node,
    pub(super) replaceable: bool,
}

/// The state of the analysis.
pub(super) struct Solver<'m> {
    pub(super) module: &'m Module,
    pub(super) graph: Graph,
    pub(super) objects: Objects,
    pub(super) bodies: Vec<Option<Body>>,
    pub(super) sites: Vec<CallSite>,
    pub(super) outside: Node,
    /// Has everything outside in it, and nothing else.
    pub(super) anything: Node,
    uses: Vec<Vec<Use>>,
    links: FxHashSet<(ObjectId, Link)>,
    /// Cells that are not yet copied where their object is copied to.
    copies: Vec<(ObjectId, Range, Node)>,
    connected: FxHashSet<(u32, FuncId)>,
    /// Calls that may reach something outside.
    pub(super) called_outside: FxHashSet<u32>,
    /// Steps that may still be made.
    budget: usize,
}

impl<'m> Solver<'m> {
    pub(super) fn new(module: &'m Module, budget: usize) -> Self {
        let mut graph = Graph::default();
        let (outside, anything) = (graph.add(), graph.add());
        let mut solver = Self {
            module,
            graph,
            objects: Objects::default(),
            bodies: Vec::new(),
            sites: Vec::new(),
            outside,
            anything,
            uses: Vec::new(),
            links: FxHashSet::default(),
            copies: Vec::new(),
            connected: FxHashSet::default(),
            called_outside: FxHashSet::default(),
            budget,
        };
        solver.graph.insert(anything, Graph::UNKNOWN);
        solver.graph.insert(outside, Graph::UNKNOWN);
        solver.apply_later(outside, Use::Escape);
        solver
    }

    /// Notes what is done with the pointers of a node.
    pub(super) fn apply_later(&mut self, node: Node, what: Use) {
        let node = self.graph.find(node);
        if self.uses.len() <= node as usize {
            self.uses.resize_with(node as usize + 1, Vec::new);
        }
        self.uses[node as usize].push(what);
        // What is there already is not looked at again by itself.
        let there = self.graph.set(node).clone();
        for member in there.iter() {
            self.apply(what, member);
        }
    }

    /// Solves; false if the budget is spent before.
    pub(super) fn solve(&mut self) -> bool {
        while let Some((node, mut fresh)) = self.graph.next() {
            if self.graph.set(node).len() > MOST_TARGETS && node != self.graph.find(self.outside) {
                fresh = self.widen(node);
            }
            let uses = self.uses.get(node as usize).cloned().unwrap_or_default();
            let steps = 1 + fresh.len().saturating_mul(uses.len());
            let Some(left) = self.budget.checked_sub(steps) else {
                return false;
            };
            self.budget = left;
            for what in uses {
                for member in fresh.iter() {
                    self.apply(what, member);
                }
            }
            if !self.copy_cells() {
                return false;
            }
            for (into, others) in self.graph.hand_on(node, &fresh) {
                for other in others {
                    let Some(moved) = self.uses.get_mut(other as usize).map(std::mem::take) else {
                        continue;
                    };
                    if self.uses.len() <= into as usize {
                        self.uses.resize_with(into as usize + 1, Vec::new);
                    }
                    self.uses[into as usize].extend(moved);
                }
            }
        }
        true
    }

    /// Lets all objects of a node escape, so that one member stands for them.
    fn widen(&mut self, node: Node) -> Set {
        self.each_object(node, Self::escape);
        self.graph.forget_implied(node);
        self.graph.insert(node, Graph::UNKNOWN);
        let mut fresh = Set::default();
        fresh.insert(Graph::UNKNOWN);
        fresh
    }

    fn apply(&mut self, what: Use, member: u32) {
        match self.objects.place(member) {
            None => self.apply_outside(what),
            Some((object, place)) => self.apply_to(what, object, place),
        }
    }

    /// The pointer may point to anything outside.
    fn apply_outside(&mut self, what: Use) {
        match what {
            Use::Load { .. } if mutant!("points-to/loaded-outside") => {}
            Use::Store { .. } if mutant!("points-to/stored-outside") => {}
            Use::CopyTo { .. } | Use::CopyFrom { .. } if mutant!("points-to/copied-outside") => {}
            Use::Call { .. } if mutant!("points-to/called-outside") => {}
            Use::Load { to, .. } | Use::Move { to, .. } => self.graph.insert(to, Graph::UNKNOWN),
            Use::Store { from, .. } => self.graph.edge(from, self.outside),
            Use::CopyTo { from, .. } => self.each_object(from, Self::leak),
            Use::CopyFrom { to, .. } => self.each_object(to, Self::fill),
            Use::Call { site } => self.call_outside(site),
            Use::Lend | Use::Entrust | Use::Show | Use::Fill | Use::Escape => {}
        }
    }

    fn apply_to(&mut self, what: Use, object: ObjectId, place: Place) {
        match what {
            Use::Load { to, bytes } => {
                let view = self.view(object, Range { place, bytes });
                self.graph.edge(view, to);
            }
            Use::Store { from, bytes } => {
                let cell = self.cell(object, Range { place, bytes });
                self.graph.edge(from, cell);
            }
            Use::Move { to, offset, step } => self.point(to, object, place.moved(offset, step)),
            Use::CopyTo { from, bytes } => {
                for member in self.graph.set(from).clone().iter() {
                    match self.objects.place(member) {
                        None if mutant!("points-to/copied-outside") => {}
                        None => self.fill(object),
                        Some(source) => self.link(source, (object, place), bytes),
                    }
                }
            }
            Use::CopyFrom { to, bytes } => {
                for member in self.graph.set(to).clone().iter() {
                    match self.objects.place(member) {
                        None if mutant!("points-to/copied-outside") => {}
                        None => self.leak(object),
                        Some(target) => self.link((object, place), target, bytes),
                    }
                }
            }
            Use::Call { site } => match self.objects.get(object).site {
                Site::Function(function) => self.call(site, function),
                // Whoever calls data does not come back.
                Site::Stack(..) | Site::Parameter(..) | Site::Global(_) | Site::Heap(..) => {}
            },
            Use::Lend => {
                if !mutant!("points-to/lent-written") {
                    self.fill(object);
                }
                if !mutant!("points-to/lent-read") {
                    self.leak(object);
                }
            }
            Use::Entrust => {
                self.objects.get_mut(object).entrusted = !mutant!("points-to/entrusted");
            }
            Use::Show => self.leak(object),
            Use::Fill => self.fill(object),
            Use::Escape => self.escape(object),
        }
    }

    fn each_object(&mut self, node: Node, act: impl Fn(&mut Self, ObjectId)) {
        for member in self.graph.set(node).clone().iter() {
            if let Some((object, _)) = self.objects.place(member) {
                act(self, object);
            }
        }
    }

    /// From now on the node may point to this place.
    pub(super) fn point(&mut self, node: Node, object: ObjectId, place: Place) {
        let (member, new) = self.objects.member(object, place);
        if new && self.objects.get(object).escaped {
            self.graph.implied.insert(member);
        }
        self.graph.insert(node, member);
    }

    /// What is written to a range of an object.
    pub(super) fn cell(&mut self, object: ObjectId, range: Range) -> Node {
        const MOST: usize = 128;
        let content = &self.objects.get(object).content;
        if content.leaks && content.unknown {
            return self.outside;
        }
        let range = match content.cells.len() {
            MOST.. => Range::ALL,
            _ => range,
        };
        if let Some(&cell) = content.cell_of.get(&range) {
            return cell;
        }
        let leaks = content.leaks;
        let cell = self.graph.add();
        if leaks {
            self.graph.edge(cell, self.outside);
        }
        let content = self.content(object);
        content.cells.push((range, cell));
        content.cell_of.insert(range, cell);
        let seen_by: Vec<Node> = overlapping(&content.views, range).collect();
        for view in seen_by {
            self.graph.edge(cell, view);
        }
        self.copies.push((object, range, cell));
        cell
    }

    /// What may be read from a range of an object.
    fn view(&mut self, object: ObjectId, range: Range) -> Node {
        const MOST: usize = 128;
        let content = &self.objects.get(object).content;
        if content.leaks && content.unknown {
            return self.anything;
        }
        let range = match content.views.len() {
            MOST.. => Range::ALL,
            _ => range,
        };
        if let Some(&view) = content.view_of.get(&range) {
            return view;
        }
        let unknown = content.unknown;
        let view = self.graph.add();
        if unknown {
            self.graph.insert(view, Graph::UNKNOWN);
        }
        let content = self.content(object);
        content.views.push((range, view));
        content.view_of.insert(range, view);
        let seen: Vec<Node> = overlapping(&content.cells, range).collect();
        for cell in seen {
            self.graph.edge(cell, view);
        }
        view
    }

    fn content(&mut self, object: ObjectId) -> &mut Content {
        &mut self.objects.get_mut(object).content
    }

    /// Copies so many bytes, now and whenever more is written there.
    fn link(&mut self, from: (ObjectId, Place), to: (ObjectId, Place), bytes: u64) {
        const MOST: usize = 48;
        // Of an object that is copied often, any part may be anywhere in the copy.
        let often = self.objects.get(from.0).content.links.len() >= MOST;
        let (range, place) = match often {
            true => (Range::ALL, Place::ANY),
            false => {
                let place = from.1;
                (Range { place, bytes }, to.1)
            }
        };
        let to = to.0;
        let link = Link { range, to, place };
        if !self.links.insert((from.0, link)) {
            return;
        }
        let content = self.content(from.0);
        content.links.push(link);
        let cells = content.cells.clone();
        // What the outside may have put there, or has where nobody counts it any longer.
        if content.unknown {
            self.fill(to);
        }
        let cells = cells.into_iter().map(|(range, cell)| (from.0, range, cell));
        self.copies.extend(cells);
    }

    /// Copies new cells along the links of their objects; false if the budget is spent before.
    fn copy_cells(&mut self) -> bool {
        while let Some((object, range, cell)) = self.copies.pop() {
            let links = self.objects.get(object).content.links.clone();
            let Some(left) = self.budget.checked_sub(links.len()) else {
                return false;
            };
            self.budget = left;
            for link in links.iter().filter(|link| link.range.overlaps(range)) {
                let place = range.place.copied(link.range.place, link.place);
                let bytes = range.bytes;
                let copy = self.cell(link.to, Range { place, bytes });
                self.graph.edge(cell, copy);
            }
        }
        true
    }

    /// Anything from outside may lie in the object.
    pub(super) fn fill(&mut self, object: ObjectId) {
        let mut work = vec![object];
        while let Some(object) = work.pop() {
            let object = self.objects.get_mut(object);
            if object.constant || std::mem::replace(&mut object.content.unknown, true) {
                continue;
            }
            let views: Vec<Node> = object.content.views.iter().map(|v| v.1).collect();
            work.extend(object.content.links.iter().map(|link| link.to));
            for view in views {
                self.graph.insert(view, Graph::UNKNOWN);
            }
        }
    }

    /// The outside may read all that lies in the object.
    pub(super) fn leak(&mut self, object: ObjectId) {
        let content = self.content(object);
        if std::mem::replace(&mut content.leaks, true) {
            return;
        }
        let cells: Vec<Node> = content.cells.iter().map(|c| c.1).collect();
        for cell in cells {
            self.graph.edge(cell, self.outside);
        }
    }

    fn escape(&mut self, object: ObjectId) {
        let it = self.objects.get_mut(object);
        if std::mem::replace(&mut it.escaped, true) {
            return;
        }
        for &member in &it.places {
            self.graph.implied.insert(member);
        }
        let site = it.site;
        if !mutant!("points-to/escaped-written") {
            self.fill(object);
        }
        if !mutant!("points-to/escaped-read") {
            self.leak(object);
        }
        if let Site::Function(function) = site
            && !mutant!("points-to/escaped-function")
        {
            self.called_from_outside(function);
        }
    }

    /// Anybody may call the function with anything.
    fn called_from_outside(&mut self, function: FuncId) {
        let Some(body) = &self.bodies[function.index()] else {
            return;
        };
        let (parameters, result) = (body.parameters.clone(), body.result);
        let copied: Vec<bool> = body.by_value.iter().map(Option::is_some).collect();
        for (number, (parameter, copied)) in (0..).zip(parameters.into_iter().zip(copied)) {
            if copied {
                let (object, _) = self.objects.object(Site::Parameter(function, number));
                self.fill(object);
            } else if !mutant!("points-to/unknown-parameter") {
                self.graph.insert(parameter, Graph::UNKNOWN);
            }
        }
        if !mutant!("points-to/returned-outside") {
            self.graph.edge(result, self.outside);
        }
    }

    /// A call reaches a function of the module.
    pub(super) fn call(&mut self, site: u32, function: FuncId) {
        if !self.connected.insert((site, function)) {
            return;
        }
        let Some(body) = &self.bodies[function.index()] else {
            return self.call_outside(site);
        };
        let (parameters, by_value) = (body.parameters.clone(), body.by_value.clone());
        let (callee_result, replaceable) = (body.result, body.replaceable);
        if replaceable && !mutant!("points-to/replaceable") {
            self.call_outside(site);
        }
        let call = &self.sites[site as usize];
        let (arguments, result) = (call.arguments.clone(), call.result);
        for (number, &parameter) in parameters.iter().enumerate() {
            match (arguments.get(number), by_value[number]) {
                (Some(&argument), None) => self.graph.edge(argument, parameter),
                (Some(&from), Some(bytes)) => {
                    self.apply_later(parameter, Use::CopyTo { from, bytes });
                    self.apply_later(
                        from,
                        Use::CopyFrom {
                            to: parameter,
                            bytes,
                        },
                    );
                }
                // Called with too few: the rest is what happens to be in registers.
                (None, _) if mutant!("points-to/too-few") => {}
                (None, _) => self.graph.insert(parameter, Graph::UNKNOWN),
            }
        }
        // The rest is read by `va_arg`, which is not followed.
        for &argument in arguments.iter().skip(parameters.len()) {
            if mutant!("points-to/too-many") {
                break;
            }
            self.graph.edge(argument, self.outside);
        }
        self.graph.edge(callee_result, result);
    }

    /// A call reaches something outside.
    pub(super) fn call_outside(&mut self, site: u32) {
        if !self.called_outside.insert(site) {
            return;
        }
        let call = &self.sites[site as usize];
        let arguments = call.arguments.clone();
        let not_kept = call.not_kept.clone();
        let result = call.result;
        for (argument, not_kept) in arguments.into_iter().zip(not_kept) {
            if not_kept {
                self.apply_later(argument, Use::Lend);
                self.apply_later(argument, Use::Entrust);
            } else if !mutant!("points-to/handed-outside") {
                self.graph.edge(argument, self.outside);
            }
        }
        if !mutant!("points-to/outside-result") {
            self.graph.insert(result, Graph::UNKNOWN);
        }
    }

    /// The set of a node.
    pub(super) fn set(&self, node: Node) -> &Set {
        self.graph.set(node)
    }
}

fn overlapping(all: &[(Range, Node)], range: Range) -> impl Iterator<Item = Node> + '_ {
    let common = all.iter().filter(move |(other, _)| other.overlaps(range));
    common.map(|(_, node)| *node)
}
