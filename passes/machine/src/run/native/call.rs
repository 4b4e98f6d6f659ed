//! What library functions see of the machine.

use super::Native;
use crate::concrete::{Numeric, Pointer, Value, float_cast};
use crate::exceptions::Exceptions;
use crate::fault::{Access, Fault, Stop};
use crate::library::{self, Call, State};
use crate::memory::{End, Kind, Making, Poison};
use crate::place::Trace;
use crate::run::Machine;
use crate::threads::{NewThread, ThreadId, Threads};
use sanecc_ir::{FloatCast, FloatFormat, Id, Layout, Type};

impl Call for Native<'_, '_> {
    fn count(&self) -> usize {
        self.arguments.len()
    }

    fn integer(&self, number: usize) -> Result<u64, Stop> {
        Ok(self.defined(number)? as u64)
    }

    fn double(&self, number: usize) -> Result<f64, Stop> {
        let bits = self.defined(number)?;
        Ok(match self.type_of(number) {
            Type::Float(FloatFormat::Single) => f64::from(f32::from_bits(bits as u32)),
            Type::Float(FloatFormat::X87) => {
                let from = Numeric::Float(FloatFormat::X87);
                let to = Numeric::Float(FloatFormat::Double);
                let narrow = float_cast(FloatCast::Truncate, from, to, self.argument(number)?);
                f64::from_bits(narrow.number().unwrap_or(0) as u64)
            }
            _ => f64::from_bits(bits as u64),
        })
    }

    fn long_double(&self, number: usize) -> Result<u128, Stop> {
        self.defined(number)
    }

    fn pointer(&self, number: usize) -> Result<Pointer, Stop> {
        self.defined(number)?;
        Machine::pointer(self.argument(number)?)
    }

    fn type_of(&self, number: usize) -> Type {
        self.types.get(number).copied().unwrap_or_default()
    }

    fn read(&mut self, from: Pointer, bytes: u64) -> Result<Vec<u8>, Stop> {
        match bytes {
            0 => Ok(Vec::new()),
            _ => Ok(self.machine.memory.read(from, bytes)?),
        }
    }

    fn write(&mut self, to: Pointer, bytes: &[u8]) -> Result<(), Stop> {
        match bytes {
            [] => Ok(()),
            _ => Ok(self.machine.memory.write(to, bytes)?),
        }
    }

    fn copy(
        &mut self,
        to: Pointer,
        from: Pointer,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        match bytes {
            0 => Ok(()),
            _ => Ok(self.machine.memory.copy(to, from, bytes, may_overlap)?),
        }
    }

    fn fill(&mut self, to: Pointer, byte: u8, bytes: u64) -> Result<(), Stop> {
        match bytes {
            0 => Ok(()),
            _ => Ok(self.machine.memory.fill(to, byte, bytes)?),
        }
    }

    fn string(&mut self, from: Pointer, most: u64) -> Result<Vec<u8>, Stop> {
        match most {
            0 => Ok(Vec::new()),
            _ => Ok(self.machine.memory.string(from, most)?),
        }
    }

    fn load_pointer(&mut self, from: Pointer) -> Result<Pointer, Stop> {
        let layout = self.layout();
        let bytes = layout.pointer_bytes();
        let value = self.machine.memory.load(from, bytes, layout.pointer_bits)?;
        match value.number() {
            Some(_) => Machine::pointer(&value),
            None => Err(Fault::UninitializedMemory { pointer: from }.into()),
        }
    }

    fn store_pointer(&mut self, to: Pointer, value: Pointer) -> Result<(), Stop> {
        let bytes = self.layout().pointer_bytes();
        Ok(self
            .machine
            .memory
            .store(to, bytes, &Value::pointer(value))?)
    }

    fn allocate(&mut self, bytes: u64, align: u64, zeroed: bool) -> Option<Pointer> {
        let trace = self.machine.kept_trace();
        let making = Making {
            kind: Kind::Heap(self.name),
            bytes,
            align,
        };
        let id = self.machine.memory.allocate(&making, trace)?;
        let start = self.machine.memory.start(id);
        if zeroed && bytes > 0 {
            // It was just made, that large.
            let _ = self.machine.memory.fill(start, 0, bytes);
        }
        Some(start)
    }

    fn release(&mut self, block: Pointer) -> Result<(), Stop> {
        let (id, _) = self.allocation(block)?;
        let trace = self.machine.kept_trace();
        self.machine.memory.end(id, End::Freed, Some(trace));
        Ok(())
    }

    fn block_size(&mut self, block: Pointer) -> Result<u64, Stop> {
        Ok(self.allocation(block)?.1)
    }

    fn static_object(&mut self, name: &'static str, make: &dyn Fn() -> Vec<u8>) -> Pointer {
        if let Some(&known) = self.machine.statics.get(name) {
            return known;
        }
        let bytes = make();
        let id = self.machine.memory.make_static(&Making {
            kind: Kind::Library(name),
            bytes: bytes.len() as u64,
            align: 16,
        });
        let start = self.machine.memory.start(id);
        let _ = self.machine.memory.write(start, &bytes);
        self.machine.statics.insert(name, start);
        start
    }

    fn own_object(&mut self, name: &'static str, make: &dyn Fn() -> Vec<u8>) -> Pointer {
        if let Some(&known) = self.machine.threads.own().own.get(name) {
            return known;
        }
        let bytes = make();
        let start = self
            .machine
            .make_library_object(name, bytes.len() as u64, 16);
        // It was just made, that large.
        let _ = self.machine.memory.write(start, &bytes);
        self.machine.threads.own().own.insert(name, start);
        start
    }

    fn start_thread(&mut self, new: NewThread) -> Result<Option<ThreadId>, Stop> {
        self.machine.start_thread(new)
    }

    fn own_handle(&mut self) -> Pointer {
        self.machine.own_handle()
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn function_named(&mut self, name: &str) -> Option<Pointer> {
        let id = self.machine.function_named(name)?;
        Some(self.machine.symbols.functions[id.index()])
    }

    fn exceptions(&mut self) -> &mut Exceptions {
        &mut self.machine.exceptions
    }

    fn dynamic_cast(
        &mut self,
        from: Pointer,
        class: Pointer,
        to: Pointer,
    ) -> Result<Pointer, Stop> {
        self.machine.dynamic_cast(from, class, to)
    }

    fn set_poison(&mut self, start: u64, bytes: u64, poison: Option<Poison>) {
        self.machine.memory.set_poison(start, bytes, poison);
    }

    fn first_poisoned(&self, start: u64, bytes: u64) -> Option<u64> {
        self.machine.memory.first_poisoned(start, bytes)
    }

    fn object_around(&self, place: Pointer) -> Option<(Pointer, u64, bool)> {
        let id = self.machine.object_of(place);
        let object = self.machine.memory.get(id).filter(|_| !id.is_none())?;
        let start = self.machine.memory.start(id);
        Some((start, object.size, matches!(object.kind, Kind::Heap(_))))
    }

    fn read_forbidden(&mut self, from: Pointer) -> Option<u64> {
        let id = self.machine.object_of(from);
        let memory = &mut self.machine.memory;
        let before = memory.get_mut(id)?.take_poison();
        let value = memory.load(from, 8, 64);
        memory.get_mut(id)?.put_poison(before);
        value.ok()?.number().map(|number| number as u64)
    }

    fn argument(&self, number: usize) -> Result<Value, Stop> {
        Native::argument(self, number).cloned()
    }

    fn make_context(
        &mut self,
        place: u64,
        function: Pointer,
        link: Pointer,
        bytes: u64,
        arguments: (Vec<Value>, Vec<Type>),
    ) -> Result<(), Stop> {
        let machine = &mut *self.machine;
        machine.make_context(place, function, link, bytes, arguments)
    }

    fn functions(&self) -> Vec<Pointer> {
        let functions = self.machine.functions();
        functions
            .map(|id| self.machine.symbols.functions[id.index()])
            .collect()
    }

    fn name_of_function(&self, place: Pointer) -> Option<String> {
        let id = self.machine.callee(place).ok()?;
        Some(self.machine.module.functions[id].name.clone())
    }

    fn limit_memory(&mut self, bytes: u64) {
        self.machine.memory.limit(bytes);
    }

    fn threads(&mut self) -> &mut Threads {
        &mut self.machine.threads
    }

    fn trace(&mut self) -> Trace {
        self.machine.trace()
    }

    fn call_back(
        &mut self,
        function: Pointer,
        arguments: &[Value],
        types: &[Type],
    ) -> Result<Value, Stop> {
        let before = self.machine.native.take();
        let value = self.machine.call_back(function, arguments, types);
        if value.is_ok() {
            self.machine.native = before;
        }
        value
    }

    fn library(&mut self) -> &mut State {
        &mut self.machine.library
    }

    fn layout(&self) -> Layout {
        self.machine.module.layout
    }

    fn for_bytes(&self, pointer: Pointer, bytes: u64) -> Pointer {
        self.machine.memory.rest_of(pointer, bytes)
    }

    fn byte(&mut self, from: Pointer) -> Result<u8, Stop> {
        match self.machine.memory.load(from, 1, 8)? {
            Value::Scalar { bits, .. } => Ok(bits as u8),
            _ => Err(Fault::UninitializedMemory { pointer: from }.into()),
        }
    }

    fn same_bytes(&self, sides: [Pointer; 2], most: u64, ends: bool) -> u64 {
        self.machine.memory.same_bytes(sides, most, ends)
    }

    fn reachable(&mut self, from: Pointer, bytes: u64) -> Result<(), Stop> {
        self.machine.memory.locate(from, bytes, Access::Read)?;
        Ok(())
    }

    fn writable(&mut self, to: Pointer, bytes: u64) -> Result<(), Stop> {
        self.machine.memory.locate_to_write(to, bytes)?;
        Ok(())
    }

    fn variable(&mut self, name: &'static str) -> Pointer {
        match library::variable(name) {
            Some((name, holds)) => self.machine.static_variable(name, holds),
            None => Pointer::NULL,
        }
    }
}
