//! Wide characters, and conversions between them and bytes.

use super::{allocating, checked};
use sanecc_rt::library::wide::*;

allocating! {
    "wcsdup" 1 (text) |call| whole(text, call);
}

checked! {
    "wcslen" 1 (text) after |call, found| length_found(text, usize::MAX, found, call);
    "wcsnlen" 2 (text, bound) after |call, found| length_found(text, bound, found, call);
    "wcscpy" 2 (to, from) around |call, real| {
        let copied = copy(to, from, call);
        real(to + copied, from + copied);
        to
    };
    "wcpcpy" 2 (to, from) around |call, real| {
        let copied = copy(to, from, call);
        real(to + copied, from + copied)
    };
    "__wcscpy_chk" 3 (to, from, _capacity) before |call| before_copy(to, from, call);
    "wcsncpy" 3 (to, from, bound) before |call| copy_and_fill(to, from, bound, call);
    "__wcsncpy_chk" 4 (to, from, bound, _capacity) before |call| copy_and_fill(to, from, bound, call);
    "wcscat" 2 (to, from) before |call| append(to, from, call);
    "__wcscat_chk" 3 (to, from, _capacity) before |call| append(to, from, call);
    "wcsncat" 3 (to, from, bound) before |call| append_bounded(to, from, bound, call);
    "__wcsncat_chk" 4 (to, from, bound, _capacity) before |call| append_bounded(to, from, bound, call);
    "wcscmp" 2 (a, b) before |call| compare(a, b, usize::MAX, call);
    "wcsncmp" 3 (a, b, bound) before |call| compare(a, b, bound, call);
    "wcschr" 2 (text, _character) after |call, found| find(text, found, call);
    "wcsrchr" 2 (text, _character) before |call| whole(text, call);
    "wcspbrk" 2 (text, set) after |call, found| {
        whole(set, call);
        find(text, found, call);
    };
    "wcsstr" 2 (text, wanted) after |call, found| find_string(text, wanted, found, call);
    "wcsspn" 2 (text, set) after |call, found| span(text, set, found, call);
    "wcstok" 3 (text, _set, state) after |call, found| token(text, state, found, call);
    "wcsxfrm" 3 (to, from, capacity) after |call, made| transform(to, from, capacity, made, call);
    "wcsxfrm_l" 4 (to, from, capacity, _locale) after |call, made| transform(to, from, capacity, made, call);
    "wmemcpy" 3 (to, from, count) before |call| copy_memory(to, from, count, call), unless is_addressable_array_copy(to, from, count);
    "__wmemcpy_chk" 4 (to, from, count, _capacity) before |call| copy_memory(to, from, count, call);
    "wmemmove" 3 (to, from, count) before |call| shift_memory(to, from, count, call), unless is_addressable_array(from, count) && is_addressable_array(to, count);
    "__wmemmove_chk" 4 (to, from, count, _capacity) before |call| shift_memory(to, from, count, call);
    "wmemset" 3 (to, _character, count) before |call| fill_memory(to, count, call), unless is_addressable_array(to, count);
    "__wmemset_chk" 4 (to, _character, count, _capacity) before |call| fill_memory(to, count, call);
    "wmemcmp" 3 (a, b, count) before |call| compare_blocks(a, b, count, call), unless is_addressable_array(a, count) && is_addressable_array(b, count);
    "wmemchr" 3 (chunk, _character, count) after |call, found| find_in_chunk(chunk, count, found, call);
    "mbstowcs" 3 (to, from, capacity) after |call, made| widen_string(to, from, capacity, made, call);
    "__mbstowcs_chk" 4 (to, from, capacity, _size) after |call, made| widen_string(to, from, capacity, made, call);
    "wcstombs" 3 (to, from, capacity) after |call, made| narrow_string(to, from, capacity, made, call);
    "__wcstombs_chk" 4 (to, from, capacity, _size) after |call, made| narrow_string(to, from, capacity, made, call);
    "mbsrtowcs" 4 (to, place, capacity, state) around |call, real| {
        before_conversion(place, state, call);
        let made = real(to, place, capacity, state);
        after_widening(to, place, made, call);
        made
    };
    "__mbsrtowcs_chk" 5 (to, place, capacity, state, size) around |call, real| {
        before_conversion(place, state, call);
        let made = real(to, place, capacity, state, size);
        after_widening(to, place, made, call);
        made
    };
    "wcsrtombs" 4 (to, place, capacity, state) around |call, real| {
        before_conversion(place, state, call);
        let made = real(to, place, capacity, state);
        after_narrowing(to, place, made, call);
        made
    };
    "__wcsrtombs_chk" 5 (to, place, capacity, state, size) around |call, real| {
        before_conversion(place, state, call);
        let made = real(to, place, capacity, state, size);
        after_narrowing(to, place, made, call);
        made
    };
    "mbsnrtowcs" 5 (to, place, bytes, capacity, state) around |call, real| {
        before_widening(place, bytes, state, call);
        let made = real(to, place, bytes, capacity, state);
        after_widening(to, place, made, call);
        made
    };
    "__mbsnrtowcs_chk" 6 (to, place, bytes, capacity, state, size) around |call, real| {
        before_widening(place, bytes, state, call);
        let made = real(to, place, bytes, capacity, state, size);
        after_widening(to, place, made, call);
        made
    };
    "wcsnrtombs" 5 (to, place, characters, capacity, state) around |call, real| {
        before_narrowing(place, characters, state, call);
        let made = real(to, place, characters, capacity, state);
        after_narrowing(to, place, made, call);
        made
    };
    "__wcsnrtombs_chk" 6 (to, place, characters, capacity, state, size) around |call, real| {
        before_narrowing(place, characters, state, call);
        let made = real(to, place, characters, capacity, state, size);
        after_narrowing(to, place, made, call);
        made
    };
    "mbrtowc" 4 (to, from, bound, place) around |call, real| {
        state(place, call);
        let used = real(to, from, bound, place);
        one_widened(to, from, bound, used as isize, call);
        used
    };
    "mbrlen" 3 (from, bound, place) around |call, real| {
        state(place, call);
        let used = real(from, bound, place);
        one_widened(0, from, bound, used as isize, call);
        used
    };
    "mbtowc" 3 (to, from, bound) after |call, used| one_widened(to, from, bound, used as i32 as isize, call);
    "mblen" 2 (from, bound) after |call, used| one_widened(0, from, bound, used as i32 as isize, call);
    "wcrtomb" 3 (to, character, place) around |call, real| {
        state(place, call);
        if to == 0 {
            return real(to, character, place);
        }
        let mut buffer = [0; LONGEST];
        let made = real(buffer.as_mut_ptr() as usize, character, place);
        one_narrowed(to, &buffer, made as isize, call);
        made
    };
    "__wcrtomb_chk" 4 (to, character, place, size) around |call, real| {
        state(place, call);
        if to == 0 {
            return real(to, character, place, size);
        }
        let mut buffer = [0; LONGEST];
        let made = real(buffer.as_mut_ptr() as usize, character, place, size);
        one_narrowed(to, &buffer, made as isize, call);
        made
    };
    "wctomb" 2 (to, character) around |call, real| {
        if to == 0 {
            return real(to, character);
        }
        let mut buffer = [0; LONGEST];
        let made = real(buffer.as_mut_ptr() as usize, character);
        one_narrowed(to, &buffer, made as i32 as isize, call);
        made
    };
    "__wctomb_chk" 3 (to, character, size) around |call, real| {
        if to == 0 {
            return real(to, character, size);
        }
        let mut buffer = [0; LONGEST];
        let made = real(buffer.as_mut_ptr() as usize, character, size);
        one_narrowed(to, &buffer, made as i32 as isize, call);
        made
    };
}
