//! A module of the analysis IR.

use rustc_hash::FxHashSet;
use sanecc_abi::target::Target;

use crate::{
    Aggregate, AggregateId, Arena, FuncId, Function, GlobalId, Id, Initial, InitialAddress, Lane,
    Layout, Type,
};

/// How a symbol may be replaced at link time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// This definition is the one that is used (or none other can be).
    Exact,
    /// The linker merges definitions of several modules or prefers another one (weak, common, linkonce).
    Merged,
    /// Defined elsewhere (also `available_externally`).
    #[default]
    Elsewhere,
}

/// A global variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Global {
    /// Symbol.
    pub name: String,
    /// Size in bytes; 0 where the type has none.
    pub size: u64,
    /// Alignment in bytes; 0 where it is the type's own.
    pub align: u64,
    /// Who defines it.
    pub linkage: Linkage,
    /// The program cannot write it.
    pub constant: bool,
    /// One for each thread.
    pub thread_local: bool,
    /// The section that the source asked for.
    pub section: Option<String>,
    /// The source asked for no checks (`no_sanitize`).
    pub unchecked: bool,
    /// Line of its definition where debug information says it; 0 is unknown.
    pub line: u32,
    /// Lies outside of the default address space.
    pub foreign_space: bool,
    /// The loader may use another library's definition instead of this one.
    pub preemptible: bool,
    /// It may be defined nowhere, and is null then (`extern_weak`).
    pub optional: bool,
    /// No other module can name it.
    pub local: bool,
    /// Its address stands in data or in a constant other than address arithmetic, so it may come from anywhere.
    pub address_in_data: bool,
    /// The linker keeps one group of all that have the same name, of whichever module (a comdat).
    pub grouped: bool,
    /// The front end said that a constructor gives it its value (`sanitize_address_dyninit`).
    pub dynamic: bool,
    /// What it holds when the program starts, in short.
    pub content: Content,
    /// Type of its content.
    pub ty: Type,
    /// What it holds when the program starts, of one that is defined here.
    pub initial: Option<Initial>,
}

/// What a global holds when the program starts, as far as it decides where code generation puts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Content {
    /// Zeros, or what another module says.
    #[default]
    Zero,
    /// Numbers.
    Numbers,
    /// Addresses, too, which the loader may have to fill in.
    Addresses,
}

impl Global {
    /// Whether another definition than the one here may be used, of a size that only the linker or the loader knows.
    pub fn may_be_replaced(&self) -> bool {
        self.linkage == Linkage::Merged || self.preemptible
    }

    /// Whether this definition is meant to be the only one: the linker merges none with it.
    pub fn is_only_definition(&self) -> bool {
        self.linkage == Linkage::Exact && !self.grouped
    }
}

/// Symbols whose address occurs in data that the analysis IR does not model: in an alias, in a constant other than
/// an address plus an offset, in a list for the linker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposed {
    /// Global variables.
    pub globals: FxHashSet<GlobalId>,
    /// Functions.
    pub functions: FxHashSet<FuncId>,
}

/// A module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The source file, as the compiler was given it.
    pub source: String,
    /// Target triple.
    pub triple: String,
    /// What the target says about memory.
    pub layout: Layout,
    /// Struct and array types.
    pub aggregates: Arena<AggregateId, Aggregate>,
    /// Functions, defined and declared.
    pub functions: Arena<FuncId, Function>,
    /// Global variables, defined and declared.
    pub globals: Arena<GlobalId, Global>,
    /// Functions that run when the module is loaded, after those of the runtime.
    pub constructors: Vec<FuncId>,
    /// The addresses in the initial value of each global, in the order of their places; index = global.
    pub initial_addresses: Vec<Vec<InitialAddress>>,
    /// Symbols whose address may be anywhere.
    pub exposed: Exposed,
}

impl Module {
    /// What is known of its target; of a triple without checks, the host's row.
    pub fn target(&self) -> &'static Target {
        Target::of(&self.triple).unwrap_or_default()
    }

    /// Bytes that a load or store of this type touches; `None` where the type has no size here.
    pub fn bytes_of(&self, ty: Type) -> Option<u64> {
        let bits = match ty {
            Type::Int(bits) => u64::from(bits),
            Type::Float(format) => u64::from(format.bits()),
            Type::Pointer(0) => u64::from(self.layout.pointer_bits),
            Type::Vector { lanes, lane } => {
                let lane = match lane {
                    Lane::Int(bits) => bits,
                    Lane::Float(format) => format.bits(),
                    Lane::Pointer(0) => self.layout.pointer_bits,
                    Lane::Pointer(_) => return None,
                };
                u64::from(lanes) * u64::from(lane)
            }
            Type::Aggregate(id) => return Some(self.aggregates[id].bytes),
            Type::Pointer(_) | Type::Void | Type::Other => return None,
        };
        Some(bits.div_ceil(8))
    }

    /// The addresses in the initial value of a global that is defined here.
    pub fn initial_addresses(&self, global: GlobalId) -> &[InitialAddress] {
        self.initial_addresses
            .get(global.index())
            .map_or(&[], Vec::as_slice)
    }
}
