//! Where an operation stands in the source, and which access it is made for.

use super::{Call, Operation, Purpose, Subject, When};
use sanecc_ir::{Access, BlockId, Id, Location, ValueId};
use sanecc_prove::proof_id;

/// An access of the program.
pub(super) struct Made<'a> {
    pub(super) access: &'a Access,
    /// That of its remark.
    pub(super) name: String,
}

impl<'a> Subject<'a> {
    /// The access that a check is made for: one of the next instruction of the program, which is the one with the checked address if there are several.
    pub(super) fn access_for(&self, call: &Call<'_>, when: When) -> Option<Made<'a>> {
        let earlier = self.earlier.as_ref()?;
        if when != When::BeforeAccess {
            return None;
        }
        let instructions = &self.function.blocks[call.block].instructions;
        let at = instructions.iter().position(|one| *one == call.at)?;
        let function = earlier.words.function;
        let accesses = instructions[at..].iter().find_map(|one| {
            let then = self.before(*one)?;
            let own = function.accesses.iter();
            let own: Vec<_> = own
                .filter(|(_, access)| access.instruction == then)
                .collect();
            (!own.is_empty()).then_some(own)
        })?;
        let is_checked = |access: &Access| {
            let mut arguments = call.arguments.iter();
            arguments.any(|argument| self.before(*argument) == Some(access.pointer))
        };
        let meant = accesses.iter().find(|(_, access)| is_checked(access));
        let (id, access) = meant.or(accesses.first())?;
        Some(Made {
            access,
            name: proof_id(earlier.words.module, function, *id),
        })
    }

    /// An operation that says as yet only where it is.
    pub(super) fn operation_at(&self, block: BlockId, at: ValueId, when: When) -> Operation {
        let mut operation = placed(self.location(block, at, when));
        operation.symbol = Some(self.function.name.clone());
        if operation.function.is_none() && self.earlier.is_some() {
            operation.function = Some(self.function.name.clone());
        }
        operation
    }

    /// Its own location, or that of the instruction it is made for, or the nearest in the block, or that of the function.
    fn location(&self, block: BlockId, at: ValueId, when: When) -> Option<&'a Location> {
        let own = self.function.location_of(at).filter(|it| it.line != 0);
        let instructions = &self.function.blocks[block].instructions;
        let position = instructions.iter().position(|one| *one == at);
        let (before, after) = instructions.split_at(position.unwrap_or(0));
        let known = |one: &ValueId| {
            let then = self.before(*one)?;
            let location = self.earlier.as_ref()?.words.function.location_of(then);
            location.filter(|location| location.line != 0)
        };
        let earlier = || before.iter().rev().find_map(known);
        let later = || after.iter().find_map(known);
        let near = || match when {
            // Arguments are kept before anything else, by instructions without a location.
            When::After if block.index() == 0 => earlier(),
            When::After => earlier().or_else(later),
            When::BeforeAccess | When::Before => later().or_else(earlier),
            When::AtEntry => None,
        };
        let whole = self.function.location.as_ref();
        own.or_else(near).or(whole)
    }
}

/// An operation at this place.
pub(super) fn placed(location: Option<&Location>) -> Operation {
    let known = |number: u32| Some(number).filter(|number| *number != 0);
    Operation {
        operation: Purpose::Other,
        text: String::new(),
        calls: None,
        instructions: 1,
        file: location.map(|it| it.file.to_string()),
        line: location.and_then(|it| known(it.line)),
        column: location.and_then(|it| known(it.column)),
        function: location.map(|it| it.function.to_string()),
        symbol: None,
        access: None,
    }
}
