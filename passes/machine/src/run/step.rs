//! The loop that executes instructions, and the ways from block to block.

use super::Machine;
use crate::concrete::{Value, mask};
use crate::decode::{Call, Code, Edge, EdgeId, Inst, Loaded, Operand, Rare, Register};
use crate::domain::{At, Domain, Slots};
use crate::fault::Stop;
use sanecc_ir::BlockId;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Ways between blocks that count, between two looks at whether to stop.
pub(super) const BREATH: u32 = 1000;

/// Why the loop is left.
enum Way<'c, V> {
    /// A call begins.
    Call(&'c Call),
    /// A function returns.
    Return(V),
    /// A less frequent instruction.
    Rare(&'c Rare),
    /// Another thread may run.
    Turn,
    /// An instruction was executed, and each is looked at.
    Step,
    /// It is time to look whether to stop.
    Breath,
    /// The run ends, or control leaves the normal way.
    Stopped(Stop),
}

impl<D: Domain> Machine<'_, D> {
    /// Runs until so few calls are left, and returns what the last of the others returned.
    ///
    /// # Errors
    /// If the program ends, does what is not defined, or needs what the machine does not have.
    pub(super) fn run(&mut self, until: usize) -> Result<D::Value, Stop> {
        let before = std::mem::replace(&mut self.until, until);
        let result = D::run(self);
        self.until = before;
        result
    }

    /// Runs until so few calls of a thread are left as [`Machine::run`] was told, and returns what the last of the others returned.
    ///
    /// # Errors
    /// If anything else comes in between.
    pub(crate) fn run_on(&mut self) -> Result<D::Value, Stop> {
        loop {
            let ended = match self.is_followed {
                true => self.run_steps::<true>(),
                false => self.run_steps::<false>(),
            };
            match ended {
                Err(Stop::Follow) => {}
                Err(Stop::Fault(fault)) => D::pass_over(self, fault)?,
                other => return other,
            }
        }
    }

    /// `FOLLOWED` is whether somebody looks at each instruction.
    fn run_steps<const FOLLOWED: bool>(&mut self) -> Result<D::Value, Stop> {
        // One turn for each function that control enters or comes back to.
        loop {
            if FOLLOWED != self.is_followed {
                return Err(Stop::Follow);
            }
            let Some(frame) = self.frames.last() else {
                return Ok(D::nothing());
            };
            let (code, base, mut next) = (Rc::clone(&frame.code), frame.base, frame.next);
            loop {
                if FOLLOWED {
                    D::before_step(self, next);
                }
                let mut slots = Slots {
                    registers: &mut self.registers[base..],
                    constants: &code.constants,
                };
                let left = &mut self.left;
                let way =
                    steps::<D, FOLLOWED>(&code, &mut slots, &mut self.memory, &mut next, left);
                self.rest(next);
                match way {
                    Way::Stopped(stop) => return Err(stop),
                    Way::Step => {}
                    Way::Breath => {
                        self.left = BREATH;
                        self.breathe()?;
                        break;
                    }
                    Way::Turn => {
                        D::turn(self)?;
                        break;
                    }
                    Way::Rare(rare) => {
                        if let Some(edge) = self.rare(&code, base, rare)? {
                            next = self.follow(&code, base, edge)?;
                        }
                    }
                    Way::Call(call) => {
                        if !FOLLOWED && self.compute(&code, base, call) {
                            continue;
                        }
                        self.call(&code, base, call)?;
                        break;
                    }
                    Way::Return(value) => {
                        if let Some(value) = self.leave(value)? {
                            return Ok(value);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Notes where the innermost function goes on.
    #[inline]
    pub(crate) fn rest(&mut self, next: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
    }

    /// The value of an operand.
    #[inline]
    pub(super) fn value<'v>(
        &'v self,
        code: &'v Code<D::Value>,
        base: usize,
        operand: Operand,
    ) -> &'v D::Value {
        read(code, &self.registers[base..], operand)
    }

    /// Gives phis their values and returns where to go on.
    pub(crate) fn follow(
        &mut self,
        code: &Code<D::Value>,
        base: usize,
        edge: EdgeId,
    ) -> Result<usize, Stop> {
        let mut slots = Slots {
            registers: &mut self.registers[base..],
            constants: &code.constants,
        };
        let edge = &code.edges[edge as usize];
        follow(&mut self.memory, &mut slots, edge)
    }

    /// Looks whether somebody wants the run to end, or to know where it is, and lets other threads run.
    fn breathe(&mut self) -> Result<(), Stop> {
        self.thousands += 1;
        D::breath(self);
        if let Some(look) = &self.options.look
            && look.due.swap(false, Ordering::Relaxed)
        {
            let tell = Rc::clone(&look.tell);
            tell(&self.trace(), self.thousands);
        }
        if self.watch.is_some() {
            let before = self.is_followed;
            D::before_breath(self)?;
            if self.is_followed != before {
                return Err(Stop::Follow);
            }
        }
        match &self.options.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }
}

/// The value of an operand.
#[inline(always)]
pub(super) fn read<'v, V>(code: &'v Code<V>, registers: &'v [V], operand: Operand) -> &'v V {
    match operand.place() {
        Ok(register) => &registers[register],
        Err(constant) => &code.constants[constant],
    }
}

/// Gives phis their values and returns where to go on.
#[inline(always)]
fn follow<D: Domain>(
    domain: &mut D,
    slots: &mut Slots<'_, D::Value>,
    edge: &Edge,
) -> Result<usize, Stop> {
    match &*edge.moves {
        [] => domain.arrived(edge.block, &[])?,
        moves => several(domain, slots, edge.block, moves)?,
    }
    Ok(edge.target as usize)
}

fn several<D: Domain>(
    domain: &mut D,
    slots: &mut Slots<'_, D::Value>,
    block: BlockId,
    moves: &[(Register, Operand)],
) -> Result<(), Stop> {
    if let &[(to, from)] = moves {
        let value = slots.get(from).clone();
        domain.arrived(block, std::slice::from_ref(&value))?;
        slots.set(to, value);
        return Ok(());
    }
    let values = moves.iter();
    let values: Vec<D::Value> = values.map(|(_, from)| slots.get(*from).clone()).collect();
    domain.arrived(block, &values)?;
    for ((to, _), value) in moves.iter().zip(values) {
        slots.set(*to, value);
    }
    Ok(())
}

/// Executes instructions until something comes up that is not between registers and memory, or one that is `FOLLOWED`.
fn steps<'c, D: Domain, const FOLLOWED: bool>(
    code: &'c Code<D::Value>,
    slots: &mut Slots<'_, D::Value>,
    domain: &mut D,
    instruction: &mut usize,
    left: &mut u32,
) -> Way<'c, D::Value> {
    let width = code.pointer_bits;
    let mut next = *instruction;
    macro_rules! leave {
        ($way:expr) => {{
            *instruction = next;
            return $way;
        }};
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(why) => leave!(Way::Stopped(why)),
            }
        };
    }
    macro_rules! go {
        ($edge:expr) => {{
            let edge = &code.edges[$edge as usize];
            next = attempt!(follow(domain, slots, edge));
            *left -= u32::from(edge.counts);
            if *left == 0 {
                leave!(Way::Breath);
            }
        }};
    }
    loop {
        let inst = &code.instructions[next];
        next += 1;
        // The tag of the instruction is known in each arm, so the short cut is that of its kind.
        macro_rules! step {
            () => {{
                if !domain.quick(inst, slots, width) {
                    let at = At {
                        function: code.function,
                        places: &code.places,
                        next,
                    };
                    attempt!(step(domain, at, inst, code, slots));
                }
            }};
        }
        match inst {
            Inst::Move(..) => step!(),
            Inst::Binary(..) => step!(),
            Inst::Add(..) => step!(),
            Inst::Sub(..) => step!(),
            Inst::Mul(..) => step!(),
            Inst::And(..) => step!(),
            Inst::Or(..) => step!(),
            Inst::Xor(..) => step!(),
            Inst::Shl(..) => step!(),
            Inst::LShr(..) => step!(),
            Inst::Compare(..) => step!(),
            Inst::Cast(..) => step!(),
            Inst::Float(..) => step!(),
            Inst::FloatCompare(..) => step!(),
            Inst::Address(..) => step!(),
            Inst::Narrow(..) => step!(),
            Inst::Indexed(..) => step!(),
            Inst::Load(..) => step!(),
            Inst::LoadAt(..) => step!(),
            Inst::LoadIndexed(..) => step!(),
            Inst::Store(..) => step!(),
            Inst::StoreAt(..) => step!(),
            Inst::StoreIndexed(..) => step!(),
            Inst::Forget(..) | Inst::Alloca(..) => step!(),
            Inst::Jump(edge) => go!(*edge),
            Inst::Branch(condition, then, otherwise) => {
                let at = At {
                    function: code.function,
                    places: &code.places,
                    next,
                };
                let edge = match attempt!(domain.decide(at, slots.get(*condition))) {
                    true => *then,
                    false => *otherwise,
                };
                go!(edge);
            }
            Inst::BranchIf(how, bits, [a, b], then, otherwise) => {
                let at = At {
                    function: code.function,
                    places: &code.places,
                    next,
                };
                let sides = [slots.get(*a), slots.get(*b)];
                let edge = match attempt!(domain.decide_if(at, *how, u32::from(*bits), sides)) {
                    true => *then,
                    false => *otherwise,
                };
                go!(edge);
            }
            Inst::Return(value) => {
                let value = value.map_or_else(D::nothing, |value| slots.get(value).clone());
                leave!(Way::Return(value));
            }
            Inst::Call(call) => leave!(Way::Call(call)),
            Inst::Turn => leave!(Way::Turn),
            Inst::Rare(rare) => leave!(Way::Rare(rare)),
        }
        if FOLLOWED {
            leave!(Way::Step);
        }
    }
}

/// Executes an instruction that computes a value or touches memory.
#[inline(never)]
fn step<D: Domain>(
    domain: &mut D,
    at: At<'_>,
    inst: &Inst,
    code: &Code<D::Value>,
    slots: &mut Slots<'_, D::Value>,
) -> Result<(), Stop> {
    let width = code.pointer_bits;
    macro_rules! get {
        ($operand:expr) => {
            slots.get(*$operand)
        };
    }
    macro_rules! load {
        ($from:expr, $read:expr) => {{
            let read: Loaded = $read;
            let value = domain.load(at, $from, read.bytes, read.bits)?;
            match read.cast() {
                Some((op, bits)) => domain.cast(at, op, bits, &value)?,
                None => value,
            }
        }};
    }
    macro_rules! indexed {
        ($base:expr, $index:expr, $bits:expr, $step:expr, $distance:expr) => {{
            let index = (get!($index), *$bits, i64::from(*$step));
            domain.address(at, get!($base), &[index], *$distance, width)?
        }};
    }
    let (to, value) = match inst {
        Inst::Move(to, from) => (*to, get!(from).clone()),
        Inst::Forget(to) => (*to, D::undefined()),
        Inst::Binary(..)
        | Inst::Add(..)
        | Inst::Sub(..)
        | Inst::Mul(..)
        | Inst::And(..)
        | Inst::Or(..)
        | Inst::Xor(..)
        | Inst::Shl(..)
        | Inst::LShr(..) => {
            let Some((op, bits, to, [a, b])) = inst.arithmetic() else {
                return Ok(());
            };
            let sides = [get!(&a), get!(&b)];
            (to, domain.binary(at, op, u32::from(bits), sides)?)
        }
        Inst::Compare(how, bits, to, [a, b]) => {
            let sides = [get!(a), get!(b)];
            (*to, domain.compare(at, *how, u32::from(*bits), sides)?)
        }
        Inst::Cast(op, from, bits, to, a) => {
            let bits = [u32::from(*from), u32::from(*bits)];
            (*to, domain.cast(at, *op, bits, get!(a))?)
        }
        Inst::Float(op, format, to, [a, b]) => {
            (*to, domain.float(at, *op, *format, [get!(a), get!(b)])?)
        }
        Inst::FloatCompare(how, format, to, [a, b]) => {
            let sides = [get!(a), get!(b)];
            (*to, domain.float_compare(at, *how, *format, sides)?)
        }
        Inst::Address(to, from, distance, reach) => {
            let value = domain.reaching(at, get!(from), (*distance, *reach), width)?;
            (*to, value)
        }
        Inst::Narrow(register, member) => {
            let address = slots.get((*register).into());
            let value = domain.narrow(address, &code.members[*member as usize]);
            (*register, value)
        }
        Inst::Indexed(to, from, index, bits, step, distance) => {
            (*to, indexed!(from, index, bits, step, distance))
        }
        Inst::Load(to, from, read) => (*to, load!(get!(from), *read)),
        Inst::LoadAt(to, from, distance, reach, read) => {
            let from = domain.reaching(at, get!(from), (*distance, *reach), width)?;
            (*to, load!(&from, *read))
        }
        Inst::LoadIndexed(to, from, index, bits, step, distance, read) => {
            let from = indexed!(from, index, bits, step, distance);
            (*to, load!(&from, *read))
        }
        Inst::Store(to, from, bytes) => {
            return domain.store(at, get!(to), *bytes, get!(from));
        }
        Inst::StoreAt(to, distance, reach, from, bytes) => {
            let to = domain.reaching(at, get!(to), (*distance, *reach), width)?;
            return domain.store(at, &to, *bytes, get!(from));
        }
        Inst::StoreIndexed(to, index, bits, step, distance, from, bytes) => {
            let to = indexed!(to, index, bits, step, distance);
            return domain.store(at, &to, *bytes, get!(from));
        }
        Inst::Alloca(to, object) => {
            let object = code.objects[*object as usize];
            (*to, domain.push(code.function, object)?)
        }
        Inst::Jump(_)
        | Inst::Branch(..)
        | Inst::BranchIf(..)
        | Inst::Return(_)
        | Inst::Turn
        | Inst::Call(_)
        | Inst::Rare(_) => return Ok(()),
    };
    if D::SEES_ALL {
        domain.computed(at, &value);
    }
    slots.set(to, value);
    Ok(())
}

/// An address further on.
#[inline(always)]
pub(crate) fn moved(value: &Value, distance: i64, width: u32) -> Value {
    match value {
        Value::Scalar { bits, object } => Value::Scalar {
            bits: bits.wrapping_add_signed(distance) & mask(width),
            object: *object,
        },
        Value::Poison => Value::Poison,
        _ => Value::Undefined,
    }
}
