//! Finds what holds of parameters in every call: less-than chains between functions (section 4.6 of the paper).
//!
//! Callers come before their callees, so that what is known of a caller's parameters is known where it calls. Of what is recursive
//! nothing is said, as in the paper. The first call proposes relations, and each further one keeps those that it proves.
//!
//! Claims: see [`super::parameters`]. Only functions count that nothing but the calls in this module can enter: no other module can name
//! them, and their address is taken nowhere. A call with other arguments than the function has parameters says nothing, and
//! neither does a function that calls setjmp: then nothing is known of what is called.

use super::atoms::View;
use super::expression::Expr;
use super::parameters::{Less, Parameters, Room};
use super::ranges::Ranges;
use super::regions::Regions;
use crate::Uses;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use sanecc_ir::{
    BlockId, Callee, FuncId, Function, Id, Module, Op, Symbol, Type, ValueDef, ValueId,
};

/// Functions with more parameters are left alone.
const MAX_PARAMETERS: usize = 8;
/// Bytes of one element, as rooms are proposed with.
const SCALES: [i128; 5] = [1, 2, 4, 8, 16];

/// A call of a function that is asked about.
struct Site {
    callee: FuncId,
    block: BlockId,
    call: ValueId,
}

/// What is known of a function so far.
#[derive(Clone)]
enum Seen {
    /// No call was seen yet.
    Never,
    /// This holds in all calls that were seen.
    Always(Parameters),
    /// Nothing holds.
    Unknown,
}

/// What is known of the parameters of each function; index = function. `uses` are those of defined functions.
pub fn parameters_of_all<'f>(
    module: &'f Module,
    uses: impl Fn(FuncId) -> Option<&'f Uses>,
) -> Vec<Parameters> {
    let entered = entered_by_calls_alone(module);
    let sites: Vec<Vec<Site>> = module
        .functions
        .iter()
        .map(|(_, function)| sites(function, &entered))
        .collect();
    let order = callers_first(&sites);
    let mut place = vec![0; order.len()];
    for (at, function) in order.iter().enumerate() {
        place[function.index()] = at;
    }
    let mut seen = vec![Seen::Never; order.len()];
    for caller in module.functions.ids() {
        for site in &sites[caller.index()] {
            if place[caller.index()] >= place[site.callee.index()] {
                seen[site.callee.index()] = Seen::Unknown;
            }
        }
    }
    for caller in order {
        let mut calls = sites[caller.index()].iter().peekable();
        let waits =
            |seen: &[Seen], site: &Site| !matches!(seen[site.callee.index()], Seen::Unknown);
        if !calls.any(|site| waits(&seen, site)) {
            continue;
        }
        let function = &module.functions[caller];
        let known = match &seen[caller.index()] {
            Seen::Always(known) => known.clone(),
            Seen::Never | Seen::Unknown => Parameters::default(),
        };
        let ranges = uses(caller).and_then(|uses| {
            let arguments = sites[caller.index()].iter().flat_map(|site| {
                let all = arguments(function, site.call);
                all.iter().copied()
            });
            let regions = Regions::with(module, function, known);
            Ranges::of(function, uses, regions, arguments)
        });
        for site in &sites[caller.index()] {
            let here = &mut seen[site.callee.index()];
            let callee = &module.functions[site.callee];
            let call = ranges
                .as_ref()
                .and_then(|ranges| Call::of(ranges, function, callee, site));
            *here = match (std::mem::replace(here, Seen::Unknown), call) {
                (Seen::Never, Some(call)) => Seen::Always(call.proposes()),
                (Seen::Always(known), Some(call)) => Seen::Always(call.keeps(known)),
                (Seen::Unknown, _) | (_, None) => Seen::Unknown,
            };
        }
    }
    let known = seen.into_iter().map(|seen| match seen {
        Seen::Always(known) => known,
        Seen::Never | Seen::Unknown => Parameters::default(),
    });
    known.collect()
}

/// The functions that only calls by their name, in this module, can enter, and whose parameters are worth asking about.
fn entered_by_calls_alone(module: &Module) -> FixedBitSet {
    let mut taken: FxHashSet<FuncId> = module.exposed.functions.clone();
    taken.extend(&module.constructors);
    for (_, function) in module.functions.iter() {
        for (_, value) in function.values.iter() {
            if let ValueDef::Function(id) = value.def {
                taken.insert(id);
            }
        }
    }
    for address in module.initial_addresses.iter().flatten() {
        if let Symbol::Function(id) = address.symbol {
            taken.insert(id);
        }
    }
    let mut entered = FixedBitSet::with_capacity(module.functions.len());
    for (id, function) in module.functions.iter() {
        let asks = function.checked
            && !function.accesses.is_empty()
            && (1..=MAX_PARAMETERS).contains(&function.params.len());
        if function.defined && function.local && !function.replaceable && asks {
            entered.set(id.index(), !taken.contains(&id));
        }
    }
    entered
}

fn sites(function: &Function, entered: &FixedBitSet) -> Vec<Site> {
    let mut sites = Vec::new();
    for (block, content) in function.blocks.iter() {
        for &call in &content.instructions {
            if let Some(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) = function.op(call)
                && entered.contains(callee.index())
            {
                sites.push(Site {
                    callee: *callee,
                    block,
                    call,
                });
            }
        }
    }
    sites
}

fn arguments(function: &Function, call: ValueId) -> &[ValueId] {
    match function.op(call) {
        Some(Op::Call { arguments, .. }) => arguments,
        Some(_) | None => &[],
    }
}

/// All functions, callers before callees but for recursion: the reverse postorder of the calls.
fn callers_first(sites: &[Vec<Site>]) -> Vec<FuncId> {
    let mut seen = FixedBitSet::with_capacity(sites.len());
    let mut order = Vec::with_capacity(sites.len());
    for first in 0..sites.len() {
        if seen.put(first) {
            continue;
        }
        let mut stack = vec![(first, 0)];
        while let Some((function, next)) = stack.last_mut() {
            match sites[*function].get(*next) {
                Some(site) => {
                    *next += 1;
                    let callee = site.callee.index();
                    if !seen.put(callee) {
                        stack.push((callee, 0));
                    }
                }
                None => {
                    order.push(FuncId::from_index(*function));
                    stack.pop();
                }
            }
        }
    }
    order.reverse();
    order
}

/// One call, as far as its caller's ranges know its arguments.
struct Call<'a> {
    ranges: &'a Ranges<'a>,
    block: BlockId,
    /// Of each integer argument both readings; index = number.
    integers: Vec<Option<[Expr; 2]>>,
    /// Of each pointer the bytes that are left behind it; index = number.
    left: Vec<Vec<Expr>>,
}

impl<'a> Call<'a> {
    fn of(
        ranges: &'a Ranges<'a>,
        caller: &Function,
        callee: &Function,
        site: &Site,
    ) -> Option<Self> {
        let arguments = arguments(caller, site.call);
        let types = |function: &Function, values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|v| function.values[*v].ty).collect()
        };
        let parameters = super::parameters::values_of(callee);
        if types(caller, arguments) != types(callee, &parameters) {
            return None;
        }
        let block = site.block;
        let known = |value: ValueId| !ranges.is_wild(value);
        let integers = arguments.iter().map(|&value| {
            let integer = matches!(caller.values[value].ty, Type::Int(_)) && known(value);
            let read = |view| ranges.at(value, view, block);
            integer.then(|| Some([read(View::Signed)?, read(View::Unsigned)?]))?
        });
        let left = arguments.iter().map(|&value| {
            let root = ranges.regions().root(value).filter(|_| known(value));
            let distance = ranges.at(value, View::Unsigned, block);
            let Some((root, distance)) = root.zip(distance) else {
                return Vec::new();
            };
            let rooms = ranges.room(root, block);
            rooms
                .iter()
                .filter_map(|room| room.sub(&distance))
                .collect()
        });
        Some(Self {
            block,
            integers: integers.collect(),
            left: left.collect(),
            ranges,
        })
    }

    /// All that this call shows.
    fn proposes(&self) -> Parameters {
        let mut known = Parameters {
            intervals: (0..self.integers.len()).map(|i| self.interval(i)).collect(),
            ..Parameters::default()
        };
        for pair in self.pairs() {
            known
                .less
                .extend(pair.into_iter().find(|one| self.is_less(one)));
        }
        for (pointer, left) in self.left.iter().enumerate() {
            if left.is_empty() {
                continue;
            }
            let rooms = self.rooms(pointer as u32);
            known
                .rooms
                .extend(rooms.into_iter().filter(|room| self.has(room)));
            let least = self.least(pointer);
            known.rooms.extend((least > 0).then_some(Room {
                pointer: pointer as u32,
                count: None,
                scale: 0,
                rest: least,
            }));
        }
        known
    }

    /// What of that this call has, too.
    fn keeps(&self, mut known: Parameters) -> Parameters {
        for (number, interval) in known.intervals.iter_mut().enumerate() {
            let here = self.interval(number);
            *interval = interval.zip(here).map(|(all, here)| {
                [0, 1].map(|view| {
                    let ((a, b), (c, d)) = (all[view], here[view]);
                    (a.min(c), b.max(d))
                })
            });
        }
        known.less.retain_mut(|one| {
            // What was less here may be at most the other there.
            let weaker = Less {
                distance: 0,
                ..*one
            };
            let kept = self.is_less(one) || self.is_less(&weaker);
            if kept && !self.is_less(one) {
                *one = weaker;
            }
            kept
        });
        known.rooms.retain_mut(|room| match room.count {
            Some(_) => self.has(room),
            None => {
                room.rest = room.rest.min(self.least(room.pointer as usize));
                room.rest > 0
            }
        });
        known
    }

    fn interval(&self, number: usize) -> Option<[(i128, i128); 2]> {
        let [signed, unsigned] = self.integers[number].as_ref()?;
        let interval = |e: &Expr| {
            let (low, high) = self.ranges.interval(e);
            let low = low.filter(|low| *low >= 0).or_else(|| {
                let positive = self.ranges.nonnegative(e, self.block, &[]);
                if positive { Some(0) } else { low }
            });
            Some((low?, high?))
        };
        Some([interval(signed)?, interval(unsigned)?])
    }

    /// Every two integers, each before the other, in both views; the stronger relation first.
    fn pairs(&self) -> Vec<[Less; 2]> {
        let numbers = || (0..self.integers.len()).filter(|i| self.integers[*i].is_some());
        let mut pairs = Vec::new();
        for less in numbers() {
            for more in numbers().filter(|more| *more != less) {
                for view in [View::Signed, View::Unsigned] {
                    pairs.push([1, 0].map(|distance| Less {
                        view,
                        less: less as u32,
                        more: more as u32,
                        distance,
                    }));
                }
            }
        }
        pairs
    }

    fn is_less(&self, one: &Less) -> bool {
        let form = |number: u32| Some(&self.integers[number as usize].as_ref()?[one.view as usize]);
        let room = form(one.more)
            .zip(form(one.less))
            .and_then(|(more, less)| more.sub(less)?.add_constant(-one.distance));
        room.is_some_and(|room| self.ranges.nonnegative(&room, self.block, &[]))
    }

    /// What might be behind a pointer: as many elements as another argument says, and the one that it names.
    fn rooms(&self, pointer: u32) -> Vec<Room> {
        let mut rooms = Vec::new();
        for count in 0..self.integers.len() {
            let Some(forms) = &self.integers[count] else {
                continue;
            };
            for view in [View::Signed, View::Unsigned] {
                // One that is never negative reads the same in both.
                if view == View::Unsigned && forms[0] == forms[1] {
                    continue;
                }
                for scale in SCALES {
                    for rest in [0, scale] {
                        rooms.push(Room {
                            pointer,
                            count: Some((count as u32, view)),
                            scale,
                            rest,
                        });
                    }
                }
            }
        }
        rooms
    }

    fn has(&self, room: &Room) -> bool {
        let Some((number, view)) = room.count else {
            return self.least(room.pointer as usize) >= room.rest;
        };
        let Some(forms) = &self.integers[number as usize] else {
            return false;
        };
        self.left[room.pointer as usize].iter().any(|left| {
            let rest = left.plus(&forms[view as usize], -room.scale);
            let rest = rest.and_then(|e| e.add_constant(-room.rest));
            rest.is_some_and(|rest| self.ranges.nonnegative(&rest, self.block, &[]))
        })
    }

    /// The bytes behind a pointer, as a number.
    fn least(&self, pointer: usize) -> i128 {
        let left = self.left[pointer].iter();
        let numbers = left.filter_map(|left| self.ranges.interval(left).0);
        numbers.max().unwrap_or(0)
    }
}
