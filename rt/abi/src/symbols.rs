//! Names of the runtime's entry points for instrumented code. Signatures are in C notation; `Site`,
//! `Object`, `Global` are the records of this crate. All follow the C calling convention and return
//! only where it says so.

use crate::target::Architecture;

/// Stands behind the names of what was local to a module that became several objects (`-fsanecc-whole-program`).
pub const SPLIT_SUFFIX: &str = ".sanecc";

/// Every instrumented module refers to this symbol and only the runtime of the same version defines it.
///
/// Linkers and the loader print a name that they cannot find, and nothing else that is of use; so the name
/// says what is wrong and what to do.
pub const VERSION_SYMBOL: &str =
    "__sanecc_runtime_v12_is_missing__link_with_sanecc_or_preload_libsanecc_rt.so";

/// Defined, as any number but 0, by who links a program that is to look for leaks unless options say otherwise.
pub const LOOKS_FOR_LEAKS: &str = "__sanecc_looks_for_leaks";
/// `void __sanecc_init(void)`: sets the runtime up; idempotent, cheap when it is.
pub const INIT: &str = "__sanecc_init";
/// `void __sanecc_register_globals(const Global *first, size_t count)`: poisons redzones.
pub const REGISTER_GLOBALS: &str = "__sanecc_register_globals";
/// `void __sanecc_unregister_globals(const Global *first, size_t count)`: takes that back (module unloaded).
pub const UNREGISTER_GLOBALS: &str = "__sanecc_unregister_globals";

/// `void __sanecc_before_dynamic_init(const Global *first)`: the constructors of the unit begin that registered these
/// records; with `check_initialization_order`, poisons what those of other units have yet to give a value.
pub const BEFORE_DYNAMIC_INIT: &str = "__sanecc_before_dynamic_init";
/// `void __sanecc_after_dynamic_init(void)`: they have run; takes that back.
pub const AFTER_DYNAMIC_INIT: &str = "__sanecc_after_dynamic_init";

/// `void __sanecc_report(const void *address, const Site *site)`: a fixed-size check failed.
/// `address` is the first byte of the access. Returns only for sites with `flags::RECOVER`, and only if the
/// program is to go on after errors.
pub const REPORT: &str = "__sanecc_report";
/// `__sanecc_slow_access_R`, one for each general register `R` but `rsp`: the exact check of an access that touches a granule which is not wholly
/// addressable; reports a poisoned byte, and does not return then. No function of C, and called from a function without red zone: `R` holds the address of the first
/// byte, and a [`SlowCall`](crate::site::SlowCall) stands where the call returns to. It changes no other register, so that the cold call costs the code around
/// it nothing.
pub const SLOW_ACCESS: &str = "__sanecc_slow_access_";
/// `__sanecc_slow_granule_R`: the same for accesses that touch a single granule: quicker where enough of its first bytes are addressable.
pub const SLOW_GRANULE: &str = "__sanecc_slow_granule_";
/// `__sanecc_slow_coalesced_R`: the same for several accesses. `R` holds the address of the first byte, and the record leads to a
/// [`Together`](crate::site::Together): where not all is addressable from the first byte to the last, each is checked by itself, in order.
pub const SLOW_COALESCED: &str = "__sanecc_slow_coalesced_";
/// `__sanecc_slow_object_R`: an access of an aligned word of at most 8 bytes lies not certainly in a living object that its pointer was derived from. Looks at the shadow and compares,
/// exactly. `R` holds the address, which lies on the stack, too, and above it the provenance; a [`SlowCall`](crate::site::SlowCall) stands where the call returns to, and the stack is
/// as before the two words then.
pub const SLOW_OBJECT: &str = "__sanecc_slow_object_";
/// `void __sanecc_outlined_granule(const void *address, const Site *site)`: the whole check of an access that touches a single granule, for code that keeps
/// nothing of it inline. Changes no register that the caller could use but `r11` (`preserve_allcc`); therefore it is not for code that goes on after reports, as copies of
/// structures may.
pub const OUTLINED_GRANULE: &str = "__sanecc_outlined_granule";
/// The same for accesses that may touch several granules.
pub const OUTLINED_ACCESS: &str = "__sanecc_outlined_access";
/// The same for coalesced accesses, with a [`Together`](crate::site::Together) in place of the site.
pub const OUTLINED_COALESCED: &str = "__sanecc_outlined_coalesced";
/// `void __sanecc_check_each(const void *start, const Together *accesses)`: each of several accesses by itself, in order; returns as
/// [`CHECK_RANGE`] does, and may change registers as any function does.
pub const CHECK_EACH: &str = "__sanecc_check_each";
/// `void __sanecc_check_range(const void *address, size_t length, const Site *site)`: the exact check of
/// any range; reports the first poisoned byte, returns if there is none. `length` 0 always passes. After a report it
/// returns as [`REPORT`] does, and for sites of memory intrinsics.
pub const CHECK_RANGE: &str = "__sanecc_check_range";
/// `int __sanecc_is_addressable(uintptr_t first, uintptr_t last, size_t most)`: whether all bytes from `first` to `last` may be accessed: 1 or 0, and no
/// report. 0 may also mean that more than `most` granules would have to be looked at one by one, or that `last` lies before `first`. Large chunks about
/// which this is asked again and again get a shadow that answers at once.
pub const IS_ADDRESSABLE: &str = "__sanecc_is_addressable";
/// Where the linker script places the shadow ([`Mapping::Symbols`](crate::target::Mapping::Symbols)): its address is what a granule number has to be added to.
pub const SHADOW_OFFSET: &str = "__sanecc_shadow_offset";
/// `uintptr_t __sanecc_high_memory`, where [`Space::Measured`](crate::target::Space::Measured): the first address above the shadow. Constant once the runtime is set up.
pub const HIGH_MEMORY: &str = "__sanecc_high_memory";
/// `uintptr_t __sanecc_address_end`: the first address past those that programs can have, on the same targets. Addresses from [`HIGH_MEMORY`] to it have a
/// shadow that can be read.
pub const ADDRESS_END: &str = "__sanecc_address_end";
/// `void __sanecc_check_overlap(const void *to, const void *from, size_t length, const Site *site)`: the ranges of a
/// copy may be equal or have no byte in common, otherwise it reports.
pub const CHECK_OVERLAP: &str = "__sanecc_check_overlap";
/// `void __sanecc_report_object(const void *address, size_t length, const void *object_start,
/// size_t object_size, const Site *site, const Object *object)`: an offset comparison failed. Returns as [`REPORT`] does.
pub const REPORT_OBJECT: &str = "__sanecc_report_object";
/// `void __sanecc_check_pair(const void *one, const void *other, const Site *site)`: both are ordered, or subtracted
/// (`flags::DIFFERENCE`), for which they must point into one object; reports otherwise, as far as
/// `detect_invalid_pointer_pairs` asks for it. Returns if the program is to go on after errors.
pub const CHECK_PAIR: &str = "__sanecc_check_pair";
/// `void __sanecc_assumption_failed(size_t left, size_t right, const Assumption *assumption)`: a condition does not hold that the source says holds; `left` and `right`
/// are what it compares, as [`readings`](crate::site::readings) says. Returns as [`REPORT`] does.
pub const ASSUMPTION_FAILED: &str = "__sanecc_assumption_failed";

/// Every module that follows the provenance of pointers defines this symbol, weakly: the runtime makes the tables before code runs that comes before constructors (`_init`; in static programs, an own `malloc`).
pub const PROVENANCE_IS_FOLLOWED: &str = "__sanecc_provenance_is_followed";
/// `void __sanecc_follow_provenance(void)`: a module begins that follows the provenance of pointers (see [`crate::provenance`]), for one that the program loads later; idempotent.
pub const FOLLOW_PROVENANCE: &str = "__sanecc_follow_provenance";
/// `Handover __sanecc_handover`, thread-local: see [`Handover`](crate::provenance::Handover).
pub const HANDOVER: &str = "__sanecc_handover";
/// `uint64_t __sanecc_epoch`: how many calls there have been of code that may have written pointers without their slots.
pub const EPOCH: &str = "__sanecc_epoch";
/// `uint64_t __sanecc_new_object(const void *start, size_t size)`: makes the record of an object that begins; its provenance.
pub const NEW_OBJECT: &str = "__sanecc_new_object";
/// `uint64_t __sanecc_part(uint64_t whole, const void *start, const Object *part)`: the provenance of pointers that are held to a part of an object ([`crate::provenance::OF_PART`]), or that of
/// the whole where nothing more can be told.
pub const PART: &str = "__sanecc_part";
/// `uint64_t __sanecc_whole(uint64_t part)`: the provenance of pointers to the whole object of a part, unknown if it is gone.
pub const WHOLE: &str = "__sanecc_whole";
/// `uint64_t __sanecc_new_chunk(const void *start)`: the same for a chunk that the C library has made, of which the heap knows the size. One that has a record already keeps it.
pub const NEW_CHUNK: &str = "__sanecc_new_chunk";
/// `void __sanecc_chunk_stored(void **place)`: the same for a chunk whose address the C library has stored there; its slot says so afterwards.
pub const CHUNK_STORED: &str = "__sanecc_chunk_stored";
/// `void __sanecc_initial_pointers(const InitialPointer *first, size_t count)`: pointers into variables that lie in variables from the start
/// ([`InitialPointer`](crate::provenance::InitialPointer)).
pub const INITIAL_POINTERS: &str = "__sanecc_initial_pointers";
/// `void __sanecc_copy_provenance(const void *to, const void *from, size_t size)`: the bytes were copied, and with them what slots say of pointers there.
pub const COPY_PROVENANCE: &str = "__sanecc_copy_provenance";
/// `void __sanecc_forget_provenance(const void *address, size_t size)`: the bytes were written otherwise, so the slots there say nothing any more.
pub const FORGET_PROVENANCE: &str = "__sanecc_forget_provenance";
/// `void __sanecc_unchecked_called(void)`: a function was called that may have written pointers without their slots. On x86-64 it changes no general
/// register but `r11` (`preserve_mostcc`).
pub const UNCHECKED_CALLED: &str = "__sanecc_unchecked_called";
/// `void __sanecc_provenance_failed(const void *address, size_t length, uint64_t provenance, const Site *site)`: an access is not inside of the object that its pointer was
/// derived from, or that object is gone. Decides exactly; returns where that is no error, and after a report as [`REPORT`] does.
pub const PROVENANCE_FAILED: &str = "__sanecc_provenance_failed";
/// `void __sanecc_check_call(const void *function, const Call *call)`: a function is about to be called at whose address no signature stands that is certainly the call's (see
/// [`crate::call`]). Decides exactly; returns where that is no error, and after a report as [`REPORT`] does.
pub const CHECK_CALL: &str = "__sanecc_check_call";
/// `void __sanecc_variadic_begins(const va_list list, const Passed *passed, size_t fixed)`: `va_start` has begun a list of what was passed by a call with this record, or by an unknown one if
/// null, to a function with so many fixed parameters (see [`crate::variadic`]).
pub const VARIADIC_BEGINS: &str = "__sanecc_variadic_begins";
/// `void __sanecc_check_variadic(const va_list list, const Read *read)`: `va_arg` is about to read. Returns where that is no error, or nothing is known, and after a report as [`REPORT`] does.
pub const CHECK_VARIADIC: &str = "__sanecc_check_variadic";
/// `void __sanecc_check_format(const char *format, const Passed *passed, size_t fixed)`: a function of the printf family with so many fixed parameters is about to be called. Returns as
/// [`CHECK_VARIADIC`] does.
pub const CHECK_FORMAT: &str = "__sanecc_check_format";
/// `void __sanecc_check_list_format(const char *format, const va_list list, const Site *site)`: the same of one that takes a list.
pub const CHECK_LIST_FORMAT: &str = "__sanecc_check_list_format";

/// `void __sanecc_hold_argument(const void *array, const HeldArgument *held)`: the call of a library function that follows gets a pointer into this array, which is a member of a structure.
pub const HOLD_ARGUMENT: &str = "__sanecc_hold_argument";
/// `void __sanecc_let_argument_go(const void *argument)`: the same call gets this pointer, too, of which the source names no array, so those that it points into hold nobody.
pub const LET_ARGUMENT_GO: &str = "__sanecc_let_argument_go";

/// `void __sanecc_hold_pointer(const void *pointer, uint64_t provenance, bool parts)`: the call of a library function that follows gets a pointer that is perhaps not inside of the living object
/// of this provenance; or, if `parts`, is held to a part of that.
pub const HOLD_POINTER: &str = "__sanecc_hold_pointer";
/// `void __sanecc_let_pointer_go(void)`: that call has returned.
pub const LET_POINTER_GO: &str = "__sanecc_let_pointer_go";

/// `void __sanecc_release_failed(const void *address, uint64_t provenance)`: the chunk at an address is about to be freed by a pointer whose object is gone, so it may be another
/// one. Decides exactly, and returns as [`PROVENANCE_FAILED`] does.
pub const RELEASE_FAILED: &str = "__sanecc_release_failed";

/// `uint64_t __sanecc_counts[]`: a counter for each class of accesses, see [`crate::count`].
pub const COUNTS: &str = "__sanecc_counts";
/// `void __sanecc_name_counts(const Class *first, size_t count)`: what the classes are called; from then on the counts are printed
/// at the end of the program.
pub const NAME_COUNTS: &str = "__sanecc_name_counts";

/// `void __sanecc_handle_no_return(void)`: the stack below the caller's frames is about to be left
/// without epilogues (longjmp, throw, exit): unpoisons it.
pub const HANDLE_NO_RETURN: &str = "__sanecc_handle_no_return";
/// `void __sanecc_handle_no_return_of(const void *function)`: the same before a call of that function, unless it begins behind [`ANNOUNCES`].
pub const HANDLE_NO_RETURN_OF: &str = "__sanecc_handle_no_return_of";
/// What stands in front of checked functions that never return: frames are left by what they call, and they say so there. Read little-endian.
pub const ANNOUNCES: u64 = 0xa94c_1ed3_5b07_66f1;
/// `void __sanecc_handle_unwinding(const void *set_ip)`: before a call of a function that ends the program or leaves frames by the unwinder alone,
/// perhaps for handlers that jump. `set_ip` is the caller's [`unwinder_goes_on`]. Where it is not known that whoever leaves frames will say how
/// far, unpoisons the stack as [`HANDLE_NO_RETURN`] does.
pub const HANDLE_UNWINDING: &str = "__sanecc_handle_unwinding";
/// What personality routines call when they have found where to go on: on 32-bit Arm, and elsewhere. Source: Exception Handling ABI for the Arm
/// Architecture, 8.5; Itanium C++ ABI, Exception Handling, 1.5.
pub const UNWINDER_GOES_ON: [&str; 2] = ["_Unwind_VRS_Set", "_Unwind_SetIP"];
/// The one of [`UNWINDER_GOES_ON`] that these processors' unwinders have.
pub const fn unwinder_goes_on(architecture: Architecture) -> &'static str {
    let [on_arm, elsewhere] = UNWINDER_GOES_ON;
    if matches!(architecture, Architecture::Arm) {
        on_arm
    } else {
        elsewhere
    }
}
/// `void __sanecc_handle_jump(const void *buffer)`: before `longjmp` and its like with this `jmp_buf`: unpoisons the stack below the frame that
/// it leads to.
pub const HANDLE_JUMP: &str = "__sanecc_handle_jump";
/// `void __sanecc_vfork_returned(pid_t result)`: after each call of `vfork`; in the parent, unpoisons the stack below the
/// caller, where the child has left frames without epilogues. Also after `sigsetjmp` has returned to handlers of a thread that ends.
pub const VFORK_RETURNED: &str = "__sanecc_vfork_returned";
/// `void __sanecc_set_shadow(void *address, size_t size, int byte)`: writes one poison code over the granules of
/// `[address, address + size)`, both multiples of 8. For frames too large for inline stores.
pub const SET_SHADOW: &str = "__sanecc_set_shadow";
/// `void __sanecc_unpoison(void *address, size_t size)`: makes an object addressable (folded runs, partial last
/// granule). `address` is a multiple of 8.
pub const UNPOISON: &str = "__sanecc_unpoison";
/// `void __sanecc_clear_shadow(void *address, size_t size)`: back to untouched (0). Both multiples of 8.
pub const CLEAR_SHADOW: &str = "__sanecc_clear_shadow";
/// `void __sanecc_poison_alloca(void *address, size_t size)`: object of a variable-length array or
/// `alloca` at `address` (multiple of 32), with 32 bytes of redzone before and at least 32 (up to a multiple
/// of 32) after it: poisons the redzones, makes the object addressable.
pub const POISON_ALLOCA: &str = "__sanecc_poison_alloca";
/// `void __sanecc_unpoison_allocas(void *top, void *bottom)`: the stack in `[top, bottom)` is given back;
/// its shadow becomes 0. Nothing if `top` is null or `top >= bottom`.
pub const UNPOISON_ALLOCAS: &str = "__sanecc_unpoison_allocas";

/// Bytes of redzone before an `alloca` of variable size, and the least after it.
pub const ALLOCA_REDZONE: usize = 32;

/// `void *__sanecc_fake_frame_N(void)`: a slot of the fake stack of class `N` (see [`crate::frame`]), or null where there is none
/// to have: the option is off, too many are in use, the thread ends. Preserves all general registers but `rax` and
/// `r11` (LLVM's `preserve_most`).
pub const FAKE_FRAMES: [&str; crate::frame::FAKE_CLASSES] = [
    "__sanecc_fake_frame_0",
    "__sanecc_fake_frame_1",
    "__sanecc_fake_frame_2",
    "__sanecc_fake_frame_3",
    "__sanecc_fake_frame_4",
    "__sanecc_fake_frame_5",
    "__sanecc_fake_frame_6",
    "__sanecc_fake_frame_7",
    "__sanecc_fake_frame_8",
    "__sanecc_fake_frame_9",
    "__sanecc_fake_frame_10",
];
/// The same whether the option is on or off (`-fsanitize-address-use-after-return=always`).
pub const FAKE_FRAMES_ALWAYS: [&str; crate::frame::FAKE_CLASSES] = [
    "__sanecc_fake_frame_always_0",
    "__sanecc_fake_frame_always_1",
    "__sanecc_fake_frame_always_2",
    "__sanecc_fake_frame_always_3",
    "__sanecc_fake_frame_always_4",
    "__sanecc_fake_frame_always_5",
    "__sanecc_fake_frame_always_6",
    "__sanecc_fake_frame_always_7",
    "__sanecc_fake_frame_always_8",
    "__sanecc_fake_frame_always_9",
    "__sanecc_fake_frame_always_10",
];
