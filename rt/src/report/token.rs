//! The line by which tools tell errors of one cause from others (`dedup_token_length`): the first functions of the stack.

use super::frames::Frame;
use super::settings;
use crate::output::{Bytes, Out};
use alloc::vec::Vec;
use core::fmt::Write;

/// Names of functions with dashes between.
#[derive(Default)]
pub struct Token {
    names: Vec<u8>,
    frames: usize,
}

impl Token {
    /// Takes the next frame of the stack.
    pub fn add(&mut self, frame: &Frame<'_>) {
        if self.frames == settings::token_frames() {
            return;
        }
        self.frames += 1;
        if !self.names.is_empty() {
            self.names.extend(b"--");
        }
        self.names.extend(frame.function().unwrap_or_default());
    }

    /// Prints the line, unless it would be empty.
    pub fn print(&self, out: &mut Out) {
        if !self.names.is_empty() {
            let _ = writeln!(out, "DEDUP_TOKEN: {}", Bytes(&self.names));
        }
    }
}
