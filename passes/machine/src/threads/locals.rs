//! Variables of which each thread has its own. Those of the first thread are made with all other variables, those of others at their first use.

use super::ThreadId;
use crate::concrete::Pointer;
use crate::fault::Stop;
use crate::memory::{Kind, Making};
use crate::run::Machine;
use sanecc_ir::{GlobalId, Id};

impl Machine<'_> {
    /// Where the current thread has its variable.
    pub(crate) fn thread_local(&mut self, id: GlobalId) -> Result<Pointer, Stop> {
        if self.threads.current == ThreadId::MAIN {
            return Ok(self.symbols.globals[id.index()]);
        }
        if let Some(&known) = self.threads.own().locals.get(&id) {
            return Ok(known);
        }
        let global = &self.module().globals[id];
        let object = self.memory.make_static(&Making {
            kind: Kind::Global(id),
            bytes: global.size,
            align: global.align.max(1),
        });
        let start = self.memory.start(object);
        self.fill_global(id, start).map_err(Stop::Unsupported)?;
        self.threads.own().locals.insert(id, start);
        Ok(start)
    }
}
