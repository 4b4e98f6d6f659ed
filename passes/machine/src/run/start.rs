//! The beginning and the end of a run.

use super::{Machine, Options, Outcome};
use crate::concrete::{Pointer, Value};
use crate::decode::Symbols;
use crate::domain::Domain;
use crate::exceptions::Exceptions;
use crate::fault::{Fault, Stop};
use crate::library::{self, State};
use crate::memory::{Kind, Making, Memory};
use crate::threads::{Contexts, Threads};
use crate::watch::Watches;
use rustc_hash::FxHashMap;
use sanecc_ir::{FuncId, GlobalId, Id, Linkage, Module, Symbol, Type};

impl<'m, D: Domain> Machine<'m, D> {
    /// A program in a domain. Functions and variables of the program have no addresses yet.
    pub fn over(module: &'m Module, domain: D, options: Options) -> Self {
        let nowhere = |count| vec![Pointer::NULL; count];
        Machine {
            module,
            memory: domain,
            symbols: Symbols {
                functions: nowhere(module.functions.len()),
                globals: nowhere(module.globals.len()),
            },
            codes: vec![None; module.functions.len()],
            registers: Vec::new(),
            frames: Vec::new(),
            landings: FxHashMap::default(),
            saved_stacks: FxHashMap::default(),
            until: 0,
            serial: 0,
            threads: Threads::new(options.seed),
            exceptions: Exceptions::default(),
            contexts: Contexts::default(),
            stack: 0,
            link: None,
            library: State::default(),
            options,
            statics: FxHashMap::default(),
            native: None,
            judge: None,
            watch: None,
            is_followed: false,
            traces: FxHashMap::default(),
            left: super::step::BREATH,
            thousands: 0,
            watches: Watches::default(),
            watcher: None,
        }
    }
}

impl<'m> Machine<'m> {
    /// Lays out the functions and variables of a program.
    ///
    /// # Errors
    /// If something that it refers to is defined nowhere; the text says what.
    pub fn new(module: &'m Module, options: Options) -> Result<Self, String> {
        // Variadic arguments and the library are those of x86-64 Linux.
        let is_known = module.triple.starts_with("x86_64") && module.triple.contains("linux");
        if !is_known || module.layout.big_endian || module.layout.pointer_bits != 64 {
            return Err(format!("programs for {}", module.triple));
        }
        let mut machine = Machine::over(module, Memory::new(options.seed), options);
        machine.library.name = machine
            .options
            .arguments
            .first()
            .cloned()
            .unwrap_or_default();
        machine.place_symbols();
        machine.fill_globals()?;
        Ok(machine)
    }

    fn place_symbols(&mut self) {
        for (id, function) in self.module.functions.iter() {
            // What nobody defines, and need not, is null.
            if function.optional && !function.defined && library::find(&function.name).is_none() {
                continue;
            }
            // A byte for the function itself and one for each label.
            let object = self.memory.make_static(&Making {
                kind: Kind::Function(id),
                bytes: function.blocks.len() as u64 + 1,
                align: 16,
            });
            self.symbols.functions[id.index()] = self.memory.start(object);
        }
        for (id, global) in self.module.globals.iter() {
            let start = match library::variable(&global.name) {
                Some((name, holds)) if global.linkage == Linkage::Elsewhere => {
                    self.static_variable(name, holds)
                }
                _ if global.optional => Pointer::NULL,
                _ => {
                    // Of one that nobody defines there are no bytes.
                    let is_defined = global.linkage != Linkage::Elsewhere;
                    let object = self.memory.make_static(&Making {
                        kind: Kind::Global(id),
                        bytes: if is_defined { global.size } else { 0 },
                        align: global.align.max(1),
                    });
                    self.memory.start(object)
                }
            };
            self.symbols.globals[id.index()] = start;
        }
    }

    fn fill_globals(&mut self) -> Result<(), String> {
        for (id, _) in self.module.globals.iter() {
            let start = self.symbols.globals[id.index()];
            self.fill_global(id, start)?;
        }
        Ok(())
    }

    /// Gives a variable at an address its initial value.
    pub(crate) fn fill_global(&mut self, id: GlobalId, start: Pointer) -> Result<(), String> {
        let global = &self.module.globals[id];
        let Some(initial) = &global.initial else {
            return Ok(());
        };
        if global.name.starts_with("llvm.") {
            return Ok(());
        }
        if let Some(unknown) = initial.unknown.first() {
            let (name, at) = (&global.name, unknown.start);
            return Err(format!("the initial value of `{name}` at byte {at}"));
        }
        let failed = |_| format!("the initial value of `{}`", global.name);
        // Padding is zero in the file, so it has a value, though the language gives it none.
        self.memory.fill(start, 0, global.size).map_err(failed)?;
        self.memory.write(start, &initial.bytes).map_err(failed)?;
        let unknown = || format!("an address in the initial value of `{}`", global.name);
        for address in self.module.initial_addresses(id) {
            // Its bytes are those of a distance.
            if address.symbol == Symbol::Number {
                continue;
            }
            let base = self.address(address.symbol).ok_or_else(unknown)?;
            let value = Value::pointer(base.offset(address.offset));
            let at = start.offset(address.at as i64);
            let bytes = self.module.layout.pointer_bytes();
            self.memory.store(at, bytes, &value).map_err(failed)?;
        }
        for distance in &initial.distances {
            let ends = [distance.to, distance.from].map(|end| self.address(end));
            let [Some(to), Some(from)] = ends else {
                return Err(unknown());
            };
            let number = to.address.wrapping_sub(from.address);
            let number = number.wrapping_add_signed(distance.offset);
            let number = number.to_le_bytes();
            let kept = number.get(..distance.bytes as usize).ok_or_else(unknown)?;
            let at = start.offset(distance.at as i64);
            self.memory.write(at, kept).map_err(failed)?;
        }
        let object = self.memory.get_mut(start.object);
        if let Some(object) = object {
            object.constant = global.constant;
        }
        Ok(())
    }

    /// Where a symbol lies.
    fn address(&self, symbol: Symbol) -> Option<Pointer> {
        match symbol {
            Symbol::Global(id) => Some(self.symbols.globals[id.index()]),
            Symbol::Function(id) => Some(self.symbols.functions[id.index()]),
            Symbol::Label(id, block) => Some(self.symbols.label(id, block.index())),
            Symbol::Absolute => Some(Pointer::NULL),
            Symbol::Number | Symbol::Unknown => None,
        }
    }

    /// Runs the program from its constructors to its end.
    pub fn execute(&mut self) -> Outcome {
        self.is_followed = self
            .watch
            .as_ref()
            .is_some_and(|watch| watch.is_followed(0));
        let stop = match self.run_main() {
            Ok(status) => Stop::Exit(status),
            Err(stop) => stop,
        };
        match stop {
            Stop::Exit(status) => {
                self.registers.truncate(self.top());
                self.frames.clear();
                Outcome::Exited(status & 0xff)
            }
            Stop::Signal(number) => Outcome::Signalled(number),
            Stop::Fault(fault) => match self.undefined(&fault) {
                Some(what) => Outcome::Unsupported(what),
                None => Outcome::Faulted(fault),
            },
            Stop::Unsupported(what) => Outcome::Unsupported(what),
            Stop::Interrupted => Outcome::Interrupted,
            Stop::Watcher(why) => Outcome::Watcher(why),
            Stop::Follow | Stop::Jump(..) => Outcome::Faulted(crate::fault::Fault::DeadJump),
            Stop::Wait(_) | Stop::Leave | Stop::NoThread | Stop::Throw(_) => Outcome::Unsupported(
                "a thread that waits or ends before `main` or after it".to_owned(),
            ),
        }
    }

    /// What an access of a variable that no file defines says.
    fn undefined(&self, fault: &Fault) -> Option<String> {
        let Fault::OutOfBounds { pointer, .. } = fault else {
            return None;
        };
        let object = self.memory.get(self.object_of(*pointer))?;
        let Kind::Global(id) = object.kind else {
            return None;
        };
        let global = &self.module.globals[id];
        (global.linkage == Linkage::Elsewhere).then(|| {
            let name = &global.name;
            let whose = match name.starts_with("_ZS") || name.starts_with("_ZNS") || name.starts_with("_ZTVS") {
                true => ": it lives in the binary of the C++ library, of which the machine knows only a part",
                false => "",
            };
            format!("the variable `{name}`, which is defined in none of the files and is not known{whose}")
        })
    }

    fn run_main(&mut self) -> Result<i32, Stop> {
        let main = self.module.functions.iter();
        let mut main = main.filter(|(_, function)| function.name == "main" && function.defined);
        let (id, function) = main
            .next()
            .ok_or(Stop::Unsupported("a program without `main`".to_owned()))?;
        let arguments = self.vector("arguments of the program", self.options.arguments.clone());
        let count = self.options.arguments.len() as i32;
        let environment = self.environment();
        let all = [
            Value::int(count),
            Value::pointer(arguments),
            Value::pointer(environment),
        ];
        let types = [Type::Int(32), Type::Pointer(0), Type::Pointer(0)];
        // Linux passes the same to constructors.
        for &constructor in &self.module.constructors {
            let parameters = self.module.functions[constructor]
                .signature
                .parameters
                .len();
            let wanted = parameters.min(all.len());
            let constructor = self.symbols.functions[constructor.index()];
            self.call_back(constructor, &all[..wanted], &types[..wanted])?;
        }
        let wanted = function.signature.parameters.len().min(all.len());
        let main = self.symbols.functions[id.index()];
        let status = match self.call_back(main, &all[..wanted], &types[..wanted]) {
            Err(Stop::NoThread) => {
                self.revive();
                return self.finish(0);
            }
            other => other?,
        };
        let status = match (function.signature.result, status) {
            (Type::Int(_), Value::Scalar { bits, .. }) => bits as u32 as i32,
            _ => 0,
        };
        self.finish(status)
    }

    /// Ends the program as `exit` does.
    fn finish(&mut self, status: i32) -> Result<i32, Stop> {
        let number = library::find("exit");
        let number = number.ok_or(Stop::Unsupported("`exit`".to_owned()))?;
        match self.call_library(number, vec![Value::int(status)], &[Type::Int(32)]) {
            Err(Stop::Exit(status)) => Ok(status),
            Err(other) => Err(other),
            Ok(_) => Ok(status),
        }
    }

    /// The environment, as `main` and `environ` see it.
    pub(super) fn environment(&mut self) -> Pointer {
        const NAME: &str = "environment of the program";
        match self.statics.get(NAME) {
            Some(&known) => known,
            None => {
                let all = self.vector(NAME, self.options.environment.clone());
                self.statics.insert(NAME, all);
                all
            }
        }
    }

    /// A list of strings that ends with null.
    fn vector(&mut self, name: &'static str, all: Vec<Vec<u8>>) -> Pointer {
        let bytes = self.module.layout.pointer_bytes();
        let list = self.memory.make_static(&Making {
            kind: Kind::Library(name),
            bytes: bytes * (all.len() as u64 + 1),
            align: bytes,
        });
        let list = self.memory.start(list);
        for (text, at) in all.iter().zip((0..).step_by(bytes as usize)) {
            let mut text = text.clone();
            text.push(0);
            let object = self.memory.make_static(&Making {
                kind: Kind::Library(name),
                bytes: text.len() as u64,
                align: 1,
            });
            let start = self.memory.start(object);
            // Both were just made, large enough.
            let _ = self.memory.write(start, &text);
            let _ = self
                .memory
                .store(list.offset(at), bytes, &Value::pointer(start));
        }
        let end = list.offset((bytes * all.len() as u64) as i64);
        let _ = self.memory.store(end, bytes, &Value::integer(0));
        list
    }

    /// The function of this name, if the program defines it.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let mut all = self.module.functions.iter();
        all.find(|(_, function)| function.name == name && function.defined)
            .map(|(id, _)| id)
    }
}
