//! Random modules are run, and every address that a value really holds must be one that the analysis names.
//!
//! Memory is kept byte by byte with the address that each byte is a part of. An instruction that would be a memory error is passed over: with
//! it or without, what is claimed must hold of the others.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const OBJECT: i64 = 32;
/// Function 1 and 2 are called by those before them; unknown code has this number.
const OUTSIDE: usize = 99;

/// What a value holds at run time.
#[derive(Clone, Debug, PartialEq)]
enum Held {
    Nothing,
    Address(usize, i64),
    /// Parts of addresses of these objects.
    Parts(BTreeSet<usize>),
}

impl Held {
    fn objects(&self) -> BTreeSet<usize> {
        match self {
            Held::Nothing => BTreeSet::new(),
            Held::Address(object, _) => BTreeSet::from([*object]),
            Held::Parts(objects) => objects.clone(),
        }
    }
}

struct Machine<'a> {
    module: &'a Module,
    points_to: &'a PointsTo,
    /// Who made each object.
    objects: Vec<Site>,
    bytes: BTreeMap<(usize, i64), (Held, i64)>,
    /// Addresses that unknown code has seen.
    kept: Vec<Held>,
}

impl Machine<'_> {
    fn new_object(&mut self, site: Site) -> Held {
        self.objects.push(site);
        Held::Address(self.objects.len() - 1, 0)
    }

    fn read(&self, pointer: &Held, bytes: i64) -> Held {
        let Some((object, offset)) = self.place(pointer, bytes) else {
            return Held::Nothing;
        };
        let found: Vec<_> = (0..bytes)
            .map(|i| self.bytes.get(&(object, offset + i)))
            .collect();
        if let Some((whole, 0)) = found[0]
            && (0..8).all(|i| found.get(i as usize) == Some(&Some(&(whole.clone(), i))))
        {
            return whole.clone();
        }
        let parts: BTreeSet<usize> = found.iter().flatten().flat_map(|b| b.0.objects()).collect();
        if parts.is_empty() {
            Held::Nothing
        } else {
            Held::Parts(parts)
        }
    }

    fn write(&mut self, pointer: &Held, what: &Held, bytes: i64) {
        let Some((object, offset)) = self.place(pointer, bytes) else {
            return;
        };
        for i in 0..bytes {
            self.bytes.insert((object, offset + i), (what.clone(), i));
        }
    }

    fn place(&self, pointer: &Held, bytes: i64) -> Option<(usize, i64)> {
        match pointer {
            Held::Address(object, offset) if *offset >= 0 && offset + bytes <= OBJECT => {
                Some((*object, *offset))
            }
            Held::Address(..) | Held::Nothing | Held::Parts(_) => None,
        }
    }

    fn call(&mut self, id: usize, arguments: &[Held]) -> Held {
        let function = &self.module.functions[FuncId::from_index(id)];
        let mut values = vec![Held::Nothing; function.values.len()];
        for (value, it) in function.values.iter() {
            values[value.index()] = match &it.def {
                ValueDef::Param(n) => arguments[*n as usize].clone(),
                // Global n is object n.
                ValueDef::Global(n) => Held::Address(n.index(), 0),
                _ => Held::Nothing,
            };
        }
        for &value in &function.blocks[Id::from_index(0)].instructions {
            let op = function.op(value).unwrap();
            let get = |v: ValueId| values[v.index()].clone();
            let bytes = || {
                let mut all = function.accesses.iter();
                let found = all.find(|(_, a)| a.instruction == value);
                match found.unwrap().1.extent {
                    Extent::Bytes(n) => n as i64,
                    _ => unreachable!(),
                }
            };
            let held = match op {
                Op::Alloca { .. } => self.new_object(Site::Stack(FuncId::from_index(id), value)),
                Op::Load { pointer, .. } => self.read(&get(*pointer), bytes()),
                Op::Store { pointer, value, .. } => {
                    self.write(&get(*pointer), &get(*value), bytes());
                    Held::Nothing
                }
                Op::Address(place) => match get(place.base) {
                    Held::Address(object, offset) => {
                        let walked: i64 = place
                            .terms
                            .iter()
                            .map(|t| t.scale * function.integer(t.index).unwrap())
                            .sum();
                        Held::Address(object, offset + place.offset + walked)
                    }
                    other => other,
                },
                Op::Select {
                    then, otherwise, ..
                } => match get(*then) {
                    Held::Nothing => get(*otherwise),
                    then => then,
                },
                Op::Memory(_, arguments) => {
                    let length = function.integer(arguments[2]).unwrap();
                    let (to, from) = (get(arguments[0]), get(arguments[1]));
                    let (Some(to), Some(from)) =
                        (self.place(&to, length), self.place(&from, length))
                    else {
                        continue;
                    };
                    let copied: Vec<_> = (0..length)
                        .map(|i| self.bytes.get(&(from.0, from.1 + i)).cloned())
                        .collect();
                    for (i, byte) in (0..).zip(copied) {
                        match byte {
                            Some(byte) => self.bytes.insert((to.0, to.1 + i), byte),
                            None => self.bytes.remove(&(to.0, to.1 + i)),
                        };
                    }
                    Held::Nothing
                }
                Op::Call {
                    callee: Callee::Direct(callee),
                    arguments,
                    ..
                } => {
                    let handed: Vec<Held> = arguments.iter().map(|&a| get(a)).collect();
                    match callee.index() {
                        OUTSIDE => self.outside(handed),
                        callee => self.call(callee, &handed),
                    }
                }
                Op::Return(result) => return result.map_or(Held::Nothing, get),
                _ => unreachable!(),
            };
            self.hold(id, value, &held);
            values[value.index()] = held;
        }
        Held::Nothing
    }

    /// Keeps what it gets, puts the oldest thing it knows into the newest object, and returns another one.
    fn outside(&mut self, handed: Vec<Held>) -> Held {
        self.kept
            .extend(handed.into_iter().filter(|h| *h != Held::Nothing));
        let Some(first) = self.kept.first().cloned() else {
            return Held::Nothing;
        };
        let last = self.kept[self.kept.len() - 1].clone();
        self.write(&last, &first, 8);
        match self.read(&first, 8) {
            Held::Nothing => first,
            inside => inside,
        }
    }

    /// What the value holds is what the analysis says.
    fn hold(&self, function: usize, value: ValueId, held: &Held) {
        let id = FuncId::from_index(function);
        let (unknown, reached) = self.points_to.reach(id, value).unwrap();
        for object in held.objects() {
            let object = self.points_to.object(self.objects[object]).unwrap();
            let named = reached.contains(&object);
            let implied = unknown && self.points_to.escape(object).escapes_module();
            assert!(named || implied, "{value:?} of {function} holds {held:?}");
        }
        if let (Held::Address(object, offset), Some(targets)) =
            (held, self.points_to.targets(id, value))
        {
            let object = self.points_to.object(self.objects[*object]).unwrap();
            let mut at = targets.iter().filter(|t| t.object == object);
            assert!(
                at.any(|t| t.offset.is_none_or(|o| o == *offset)),
                "{value:?} of {function} holds {held:?}, not one of {targets:?}"
            );
        }
    }
}

/// A function made of choices: an instruction of each.
fn make(number: usize, choices: &[[u8; 4]]) -> Builder {
    let mut f = Builder::new(1);
    let mut known = vec![f.param(None), f.param(None), f.global(0), f.global(1)];
    for &[kind, a, b, c] in choices {
        let pick = |n: u8| known[n as usize % known.len()];
        let (p, q) = (pick(a), pick(b));
        let offset = i64::from(c % 4) * 8;
        let size = [8, 8, 8, 4, 1][c as usize % 5];
        let new = match kind % 11 {
            0 => f.alloca(0, Some(OBJECT as u64)),
            1 => at(&mut f, p, offset),
            2 => at(&mut f, p, i64::from(c % 9) - 4),
            3 => {
                let index = f.constant(i64::from(c % 3));
                element(&mut f, p, index, [1, 8, 16][b as usize % 3], offset % 16)
            }
            4 | 5 => {
                let value = f.load(0, p);
                access(&mut f, value, p, size);
                value
            }
            6 | 7 => {
                let value = f.store(0, p, q);
                access(&mut f, value, p, size);
                continue;
            }
            8 => {
                let condition = f.constant(1);
                let (then, otherwise) = (p, q);
                f.push(
                    0,
                    Op::Select {
                        condition,
                        then,
                        otherwise,
                    },
                )
            }
            9 => {
                let length = f.constant([8, 16, 24, 5][c as usize % 4]);
                f.push(0, Op::Memory(MemoryIntrinsic::Move, vec![p, q, length]));
                continue;
            }
            _ => {
                // Rarely somebody else; functions call those behind them.
                let callee = match (c % 4, number) {
                    (0, _) | (_, 2..) => OUTSIDE,
                    (_, number) => number + 1,
                };
                let callee = Callee::Direct(FuncId::from_index(callee));
                call(&mut f, callee, Model::UNKNOWN, vec![p, q])
            }
        };
        known.push(new);
    }
    let last = known[known.len() - 1];
    f.push(0, Op::Return(Some(last)));
    f
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_values_hold_is_named(
        choices in prop::collection::vec(prop::collection::vec(any::<[u8; 4]>(), 8..60), 3),
        public in any::<[bool; 2]>(),
    ) {
        let functions = choices.iter().enumerate();
        let mut module = module(functions.map(|(n, choices)| make(n, choices)).collect());
        module.globals.push(variable(true));
        module.globals.push(variable(!public[0]));
        let points_to = PointsTo::with_limit(&module, 10_000_000);
        prop_assume!(!points_to.gave_up());
        let mut machine = Machine {
            module: &module,
            points_to: &points_to,
            objects: (0..2).map(|n| Site::Global(GlobalId::from_index(n))).collect(),
            bytes: BTreeMap::new(),
            kept: if public[0] { vec![Held::Address(1, 0)] } else { Vec::new() },
        };
        let nothing = [Held::Nothing, Held::Nothing];
        machine.call(0, &nothing);
    }
}
