//! Inline assembly without instructions: its results are the operands that they are tied to. Programs use it to hide values from the optimiser.

use super::code::{Inst, Operand, Rare};
use super::{Decoder, Refused};
use sanecc_ir::{Assembly, CastOp, Op, Parts, Type, ValueId};

/// What assembly does that has no instructions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tied {
    /// For each result the argument that it is tied to, if it is tied to one.
    results: Vec<Option<usize>>,
    /// Arguments that are the addresses of results in memory, with the arguments that these are tied to.
    stores: Vec<(usize, usize)>,
}

/// An output, in the order in which constraints count them.
enum Output {
    /// A result of the instruction, by its number.
    Result(usize),
    /// Memory that this argument points to.
    Memory(usize),
}

impl Tied {
    /// Of the constraints of assembly with so many arguments.
    fn of(constraints: &str, arguments: usize) -> Option<Self> {
        let mut tied = Self::default();
        let mut outputs: Vec<Output> = Vec::new();
        let mut argument = 0;
        for constraint in constraints.split(',').filter(|one| !one.starts_with('~')) {
            match constraint.strip_prefix('=') {
                Some(output) if output.contains('*') => {
                    outputs.push(Output::Memory(argument));
                    argument += 1;
                }
                Some(_) => {
                    outputs.push(Output::Result(tied.results.len()));
                    tied.results.push(None);
                }
                None => {
                    if let Ok(number) = constraint.parse::<usize>() {
                        match outputs.get(number)? {
                            Output::Result(result) => tied.results[*result] = Some(argument),
                            Output::Memory(to) => tied.stores.push((*to, argument)),
                        }
                    }
                    argument += 1;
                }
            }
        }
        (argument <= arguments).then_some(tied)
    }
}

impl Decoder<'_> {
    /// Assembly that does nothing at run time but pass operands on.
    pub(super) fn assembly(
        &mut self,
        id: ValueId,
        assembly: &Assembly,
        arguments: &[ValueId],
    ) -> Result<(), Refused> {
        let text = assembly.text.trim();
        let is_nothing = matches!(text, "nop" | "pause" | "rep; nop")
            || text.starts_with(".p2align ") && text.lines().count() == 1;
        if is_nothing && self.type_of(id) == Type::Void {
            self.rare(Rare::Barrier);
            return Ok(());
        }
        let operands = self.operands(arguments)?;
        if !text.is_empty() {
            return match self.question(id, assembly, &operands)? {
                true => Ok(()),
                false => Err(format!("the inline assembly `{text}`")),
            };
        }
        let tied = Tied::of(&assembly.constraints, operands.len());
        let tied = tied.filter(|tied| self.are_alike(id, arguments, &tied.results));
        let tied = tied.ok_or("assembly whose results are of other types than its operands")?;
        for (to, from) in tied.stores {
            let (value, ty) = self.fitting(arguments[to], (arguments[from], operands[from]))?;
            self.rare(Rare::Store(operands[to], value, ty));
        }
        let results = tied.results.iter();
        let results: Vec<_> = results.map(|number| number.map(|n| operands[n])).collect();
        match results.as_slice() {
            [] => self.rare(Rare::Barrier),
            [Some(one)] => {
                let to = self.register(id);
                self.push(Inst::Move(to, *one));
            }
            _ => {
                let to = self.register(id);
                self.rare(Rare::Tied(to, results));
            }
        }
        Ok(())
    }

    /// What is stored of a value in memory that it is tied to: no more than that has.
    fn fitting(
        &mut self,
        to: ValueId,
        (from, operand): (ValueId, Operand),
    ) -> Result<(Operand, Type), Refused> {
        let ty = self.type_of(from);
        let Some((bytes, bits)) = self.few_bytes(ty) else {
            return Ok((operand, ty));
        };
        // What the variable's type is, only its size says.
        let room = match self.function.op(to) {
            Some(Op::Alloca {
                bytes: Some(room), ..
            }) => *room,
            _ if matches!(ty, Type::Pointer(_)) => {
                return Err("assembly that writes a pointer to memory of unknown size".to_owned());
            }
            _ => u64::from(bytes),
        };
        if u64::from(bytes) <= room {
            return Ok((operand, ty));
        }
        let register = self.code.registers;
        self.code.registers += 1;
        let narrow = 8 * room as u8;
        self.push(Inst::Cast(CastOp::Trunc, bits, narrow, register, operand));
        Ok((register.into(), Type::Int(narrow.into())))
    }

    /// Whether the results have the types of the operands that they are tied to.
    fn are_alike(&self, id: ValueId, arguments: &[ValueId], tied: &[Option<usize>]) -> bool {
        let types: Vec<Type> = match self.type_of(id) {
            Type::Void => Vec::new(),
            Type::Aggregate(id) => match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => fields.iter().map(|field| field.ty).collect(),
                Parts::Elements { .. } => return false,
            },
            one => vec![one],
        };
        let mut pairs = types.iter().zip(tied);
        let is_alike = |(ty, number): (&Type, &Option<usize>)| {
            number.is_none_or(|number| self.type_of(arguments[number]) == *ty)
        };
        types.len() == tied.len() && pairs.all(is_alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each result is tied to, and what is stored where.
    type Read = (Vec<Option<usize>>, Vec<(usize, usize)>);

    fn tied(constraints: &str, arguments: usize) -> Option<Read> {
        Tied::of(constraints, arguments).map(|tied| (tied.results, tied.stores))
    }

    #[test]
    fn results_are_what_they_are_tied_to() {
        assert_eq!(tied("=r,0,~{memory}", 1), Some((vec![Some(0)], vec![])));
        assert_eq!(tied("=r,=&r,r,1", 2), Some((vec![None, Some(1)], vec![])));
        assert_eq!(tied("r,~{memory}", 1), Some((vec![], vec![])));
        assert_eq!(tied("=*imr,=*m,0,*m", 4), Some((vec![], vec![(0, 2)])));
        assert_eq!(tied("=r,7", 1), None);
        assert_eq!(tied("r,r", 1), None);
    }
}
