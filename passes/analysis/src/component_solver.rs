//! Solves analyses over the strongly connected components of a call graph.
//!
//! Bottom up ([`bottom_up`]), a component gets one summary: the join of what its members do, given the summaries of the components below.
//! What the members take from each other is in that join already.
//!
//! Top down ([`top_down`]), each function gets a summary of its callers. The calls from above of a component come first. Where they are
//! taken for granted, the calls inside of the component weaken them until nothing changes: an induction over the depth of the
//! recursion. A function that still changes after [`TopDown::VISITS`] visits is given up.
//!
//! Claims: if `transfer` and `pass_down` are sound for one function, so are the summaries. Components come from
//! [`crate::components`], callees first.

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::ops::ControlFlow;

/// One summary for each component that is solved.
#[derive(Clone, Debug)]
pub(crate) struct Summaries<N, S> {
    all: Vec<S>,
    component_of: FxHashMap<N, usize>,
}

impl<N, S> Default for Summaries<N, S> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            component_of: FxHashMap::default(),
        }
    }
}

impl<N: Copy + Eq + Hash, S> Summaries<N, S> {
    /// The component of a node; none as long as it is not solved.
    pub(crate) fn component(&self, node: N) -> Option<usize> {
        self.component_of.get(&node).copied()
    }

    /// The summary of a node's component; none as long as it is not solved.
    pub(crate) fn of(&self, node: N) -> Option<&S> {
        self.component(node).map(|component| &self.all[component])
    }

    /// The summaries; index = component, in the order in which they were solved.
    pub(crate) fn all(&self) -> &[S] {
        &self.all
    }
}

/// An analysis that summarises what a function and all that it calls do.
pub(crate) trait BottomUp {
    /// Who calls and is called.
    type Node: Copy + Eq + Hash;
    /// What a component does; the default is the bottom.
    type Summary: Default;

    /// What is solved so far.
    fn summaries(&mut self) -> &mut Summaries<Self::Node, Self::Summary>;

    /// Joins into `summary` what `node` does. Of callees in its own component there is no summary: they add what they do themselves.
    fn transfer(&self, node: Self::Node, summary: &mut Self::Summary);
}

/// Solves an analysis for all components; callees come first.
pub(crate) fn bottom_up<A: BottomUp>(analysis: &mut A, components: &[Vec<A::Node>]) {
    for component in components {
        let mut summary = A::Summary::default();
        for &node in component {
            analysis.transfer(node, &mut summary);
        }
        let summaries = analysis.summaries();
        let number = summaries.all.len();
        let members = component.iter().map(|&node| (node, number));
        summaries.component_of.extend(members);
        summaries.all.push(summary);
    }
}

/// An analysis that summarises for a function what all calls of it have in common.
pub(crate) trait TopDown {
    /// Who calls and is called.
    type Node: Copy + Eq + Hash;
    /// Visits of one node of a component before it is given up.
    const VISITS: u32;

    /// The calls from above are all known.
    fn enter(&mut self, component: &[Self::Node]);

    /// Whether any call of the node was seen.
    fn is_called(&self, node: Self::Node) -> bool;

    /// Joins the calls that `caller` makes of the wanted nodes into what is known of these; yields those of which less is known now. `visit`
    /// counts the visits of the caller inside of its component, from 1; 0 is the last, when all is settled.
    fn pass_down(
        &mut self,
        caller: Self::Node,
        wanted: &dyn Fn(Self::Node) -> bool,
        visit: u32,
    ) -> Vec<Self::Node>;

    /// Forgets what is known of a node that does not settle, or of its whole component, which then is left.
    fn give_up(&mut self, node: Self::Node, component: &[Self::Node]) -> ControlFlow<()>;

    /// The component has settled: what was widened may be narrowed.
    fn settled(&mut self, component: &[Self::Node]);
}

/// Solves an analysis for all components; `components` has callees first, and callers are solved first.
pub(crate) fn top_down<A: TopDown>(analysis: &mut A, components: &[Vec<A::Node>]) {
    for component in components.iter().rev() {
        let members: FxHashSet<A::Node> = component.iter().copied().collect();
        analysis.enter(component);
        if settle(analysis, component, &members).is_continue() {
            analysis.settled(component);
        }
        for &node in component {
            analysis.pass_down(node, &|callee| !members.contains(&callee), 0);
        }
    }
}

/// Weakens what is known of the members until all calls inside of the component have it.
fn settle<A: TopDown>(
    analysis: &mut A,
    component: &[A::Node],
    members: &FxHashSet<A::Node>,
) -> ControlFlow<()> {
    let mut visits = vec![0; component.len()];
    let mut changed = members.clone();
    loop {
        let mut is_settled = true;
        for (&node, visits) in component.iter().zip(&mut visits).rev() {
            if !analysis.is_called(node) || !changed.remove(&node) {
                continue;
            }
            is_settled = false;
            *visits += 1;
            if *visits > A::VISITS {
                analysis.give_up(node, component)?;
            }
            changed.extend(analysis.pass_down(node, &|callee| members.contains(&callee), *visits));
        }
        if is_settled {
            return ControlFlow::Continue(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::components;
    use crate::worklist::Worklist;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Calls by number; the mock analyses compute who is reached.
    struct Mock {
        calls: Vec<Vec<u32>>,
        below: Summaries<u32, BTreeSet<u32>>,
        /// Who leads to each; none before a call was seen.
        above: Vec<Option<BTreeSet<u32>>>,
        given_up: Vec<u32>,
    }

    impl Mock {
        fn solved(nodes: u32, edges: &[(u32, u32)]) -> Self {
            let mut calls = vec![Vec::new(); nodes as usize];
            for &(from, to) in edges {
                calls[(from % nodes) as usize].push(to % nodes);
            }
            let components = components(0..nodes, |n| calls[n as usize].clone());
            let mut mock = Self {
                above: vec![Some(BTreeSet::new()); calls.len()],
                calls,
                below: Summaries::default(),
                given_up: Vec::new(),
            };
            bottom_up(&mut mock, &components);
            top_down(&mut mock, &components);
            mock
        }

        /// Whom a path of calls, of one call at least, leads to.
        fn reached(&self, from: u32) -> BTreeSet<u32> {
            let mut seen = BTreeSet::new();
            let mut work = Worklist::of(self.calls[from as usize].clone());
            while let Some(node) = work.pop() {
                seen.insert(node);
                work.extend(self.calls[node as usize].iter().copied());
            }
            seen
        }
    }

    impl BottomUp for Mock {
        type Node = u32;
        type Summary = BTreeSet<u32>;

        fn summaries(&mut self) -> &mut Summaries<u32, BTreeSet<u32>> {
            &mut self.below
        }

        fn transfer(&self, node: u32, summary: &mut BTreeSet<u32>) {
            summary.insert(node);
            for &callee in &self.calls[node as usize] {
                summary.extend(self.below.of(callee).into_iter().flatten());
            }
        }
    }

    impl TopDown for Mock {
        type Node = u32;
        const VISITS: u32 = 20;

        fn enter(&mut self, _: &[u32]) {}

        fn is_called(&self, node: u32) -> bool {
            self.above[node as usize].is_some()
        }

        fn pass_down(&mut self, caller: u32, wanted: &dyn Fn(u32) -> bool, _: u32) -> Vec<u32> {
            let mut passed = self.above[caller as usize].clone().unwrap_or_default();
            passed.insert(caller);
            let mut changed = Vec::new();
            for &callee in self.calls[caller as usize].iter().filter(|c| wanted(**c)) {
                let known = self.above[callee as usize].get_or_insert_default();
                let before = known.len();
                known.extend(&passed);
                if known.len() > before {
                    changed.push(callee);
                }
            }
            changed
        }

        fn give_up(&mut self, node: u32, _: &[u32]) -> ControlFlow<()> {
            self.given_up.push(node);
            ControlFlow::Continue(())
        }

        fn settled(&mut self, _: &[u32]) {}
    }

    proptest! {
        /// Summaries hold what the paths of the graph say, in and between components.
        #[test]
        fn both_directions_follow_all_paths(
            nodes in 1..9u32,
            edges in prop::collection::vec((0..9u32, 0..9u32), 0..20),
        ) {
            let mock = Mock::solved(nodes, &edges);
            prop_assert!(mock.given_up.is_empty());
            for node in 0..nodes {
                let mut below = mock.reached(node);
                below.insert(node);
                prop_assert_eq!(mock.below.of(node), Some(&below));
                let above: BTreeSet<u32> =
                    (0..nodes).filter(|&n| mock.reached(n).contains(&node)).collect();
                prop_assert_eq!(mock.above[node as usize].as_ref(), Some(&above));
            }
        }
    }

    /// What is known of its only node shrinks at each visit.
    struct Endless {
        visits: u32,
        has_given_up: bool,
        has_settled: bool,
    }

    impl TopDown for Endless {
        type Node = u32;
        const VISITS: u32 = 3;

        fn enter(&mut self, _: &[u32]) {}

        fn is_called(&self, _: u32) -> bool {
            true
        }

        fn pass_down(&mut self, caller: u32, wanted: &dyn Fn(u32) -> bool, _: u32) -> Vec<u32> {
            self.visits += u32::from(wanted(caller));
            Vec::from_iter(wanted(caller).then_some(caller))
        }

        fn give_up(&mut self, _: u32, _: &[u32]) -> ControlFlow<()> {
            self.has_given_up = true;
            ControlFlow::Break(())
        }

        fn settled(&mut self, _: &[u32]) {
            self.has_settled = true;
        }
    }

    #[test]
    fn what_does_not_settle_is_given_up() {
        let mut endless = Endless {
            visits: 0,
            has_given_up: false,
            has_settled: false,
        };
        top_down(&mut endless, &[vec![0]]);
        assert_eq!(endless.visits, Endless::VISITS);
        assert!(endless.has_given_up && !endless.has_settled);
    }
}
