//! Inline assembly that asks the processor: `cpuid` and `rdtsc`, as headers and programs write them.

use super::code::Rare;
use super::{Decoder, Operand, Refused};
use sanecc_ir::{Assembly, Parts, Type, ValueId};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What the processor can do: leaf and part.
    Abilities,
    /// How much time has passed.
    Time,
}

/// A register of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `eax`
    A,
    /// `ebx`
    B,
    /// `ecx`
    C,
    /// `edx`
    D,
}

/// What a constraint names; a register that the compiler chooses has what stands in `rbx` behind an exchange.
fn register(constraint: &str) -> Option<Answer> {
    match constraint.trim_start_matches(['=', '&']) {
        "{ax}" => Some(Answer::A),
        "{bx}" | "r" => Some(Answer::B),
        "{cx}" => Some(Answer::C),
        "{dx}" => Some(Answer::D),
        _ => None,
    }
}

/// What assembly asks, if it asks anything.
fn question(text: &str) -> Option<Question> {
    let lines = text.split(['\n', ';']).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        ["cpuid"] => Some(Question::Abilities),
        // It saves rbx, which may not be named.
        [before, "cpuid", after] if before == after && before.starts_with("xchg") => {
            Some(Question::Abilities)
        }
        ["rdtsc"] => Some(Question::Time),
        _ => None,
    }
}

/// The registers of results, and the numbers of the arguments for leaf and part.
fn operands(constraints: &str) -> Option<(Vec<Answer>, [Option<usize>; 2])> {
    let (mut results, mut inputs) = (Vec::new(), [None; 2]);
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|one| !one.starts_with('~')) {
        if constraint.starts_with('=') {
            results.push(register(constraint)?);
            continue;
        }
        let of = match constraint.parse::<usize>() {
            Ok(number) => *results.get(number)?,
            Err(_) => register(constraint)?,
        };
        match of {
            Answer::A => inputs[0] = Some(argument),
            Answer::C => inputs[1] = Some(argument),
            Answer::B | Answer::D => return None,
        }
        argument += 1;
    }
    Some((results, inputs))
}

impl Decoder<'_> {
    /// Decodes such a question; false if the assembly is none.
    ///
    /// # Errors
    /// If its operands are not those of the instruction.
    pub(super) fn question(
        &mut self,
        id: ValueId,
        assembly: &Assembly,
        arguments: &[Operand],
    ) -> Result<bool, Refused> {
        let Some(question) = question(&assembly.text) else {
            return Ok(false);
        };
        let refused = || {
            format!(
                "the operands of the inline assembly `{}`",
                assembly.text.trim()
            )
        };
        let (results, inputs) = operands(&assembly.constraints).ok_or_else(refused)?;
        let types: Vec<Type> = match self.type_of(id) {
            Type::Aggregate(id) => match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => fields.iter().map(|field| field.ty).collect(),
                Parts::Elements { .. } => return Err(refused()),
            },
            one => vec![one],
        };
        let is_number = |ty: &Type| matches!(ty, Type::Int(32 | 64));
        if types.len() != results.len() || !types.iter().all(is_number) {
            return Err(refused());
        }
        let inputs = inputs.map(|number| number.and_then(|number| arguments.get(number).copied()));
        let to = self.register(id);
        self.rare(Rare::Question(to, question, results, inputs));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_known_with_their_operands() {
        let text = "  xchgq  %rbx,${1:q}\n  cpuid\n  xchgq  %rbx,${1:q}";
        assert_eq!(question(text), Some(Question::Abilities));
        assert_eq!(question("rdtsc"), Some(Question::Time));
        assert_eq!(question("rdtsc; hlt"), None);
        let all = vec![Answer::A, Answer::B, Answer::C, Answer::D];
        assert_eq!(
            operands("={ax},=r,={cx},={dx},0,2,~{dirflag}"),
            Some((all, [Some(0), Some(1)]))
        );
        assert_eq!(operands("={ax},={si}"), None);
    }
}
