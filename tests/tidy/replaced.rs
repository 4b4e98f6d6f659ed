//! Names that were replaced stay replaced.

use crate::assert_none;
use crate::source::{all_files, has_word};
use std::path::Path;

/// Names that were replaced, and what replaced them. Add a row when the last use of a name is gone.
const REPLACED: &[(&str, &str)] = &[
    ("doubted", "mutant!"),
    ("mutated", "mutant!"),
    ("unheld", "surviving"),
    ("SANECC_DOUBT", "SANECC_MUTANT"),
    ("SANECC_DOUBTS_ASKED", "SANECC_MUTANTS_REACHED"),
    ("own-block", "non-escaping"),
    ("across-calls", "interprocedural"),
    ("loop-range", "hoist-range"),
    ("loop-limit", "cached-bound"),
    ("late-frames", "shrink-wrap"),
    ("late_frames", "shrink_wrap"),
    ("LateFrames", "ShrinkWrap"),
    ("OwnBlocks", "NonEscapingAllocations"),
    ("OwnBlocksCursor", "NonEscapingCursor"),
    ("Endings", "Kills"),
    ("Covered", "RedundantChecks"),
    ("Across", "CheckSummaries"),
    ("Lasting", "CallerOwned"),
    ("Reloads", "LoadForwarding"),
    ("reloads", "load forwarding"),
    ("LoopLimit", "CachedBound"),
    ("LoopRange", "HoistedRange"),
    ("Wild", "MayBePoison"),
    ("MayBeDead", "TemporalFailure"),
    ("Course", "Recurrence"),
    ("sketch", "builder"),
    ("is_covered", "is_redundant"),
    ("asks_shadow", "checks_shadow"),
    ("ask_shadow", "check_shadow"),
    ("MadeLate", "ShrinkWrapped"),
    ("RANGE_GOOD", "RANGE_ADDRESSABLE"),
    ("range_good", "range_addressable"),
    ("MOST_LIMITS", "MOST_CACHED_BOUNDS"),
    ("FEW_ROUNDS", "FEW_ITERATIONS"),
    ("MOST_ROUNDS", "MOST_ITERATIONS"),
    ("withdraw_promises", "drop_poison_flags"),
    ("withdraw_ranges", "drop_range_attributes"),
    ("withdraws", "drops_flags"),
    ("unsettle_arguments", "drop_noundef_arguments"),
    ("Withdrawn", "Dropped"),
    ("is_in_every_round", "is_in_every_iteration"),
    ("whole-block", "bulk"),
    ("expand_within", "expand_into"),
    ("tell_of_shortage", "note_low_space"),
    ("without promises", "poison flags dropped"),
    ("sanecc_hold_back", "sanecc_suppress_speculation"),
    ("mirror IR", "analysis IR"),
    ("the mirror", "the analysis IR"),
    ("has_room", "has_capacity"),
    ("make_room", "evict_for"),
    ("gets_room", "becomes_writable"),
    ("room_for", "mapping_bytes"),
    ("ROOM_LEFT", "UNUSED"),
    ("FREED_TWICE", "report_concurrent_free"),
    ("room_of_all", "least_dereferenceable"),
    ("sanecc.held", "sanecc.barrier"),
];

#[test]
fn replaced_names_do_not_come_back() {
    let mut violations = Vec::new();
    for file in all_files() {
        if file.path == Path::new("tests/tidy/replaced.rs") {
            continue;
        }
        for (old, new) in REPLACED {
            if !file.text.contains(old) {
                continue;
            }
            let lines = file.text.lines().enumerate();
            let old_lines = lines.filter(|(_, line)| has_word(line, old));
            violations.extend(
                old_lines.map(|(number, _)| file.at(number, &format!("`{old}` is now `{new}`"))),
            );
        }
    }
    assert_none("one thing has one name", &violations);
}
