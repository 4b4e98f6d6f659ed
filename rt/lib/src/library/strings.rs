//! Strings of bytes.

use super::{allocating, checked};
use sanecc_rt::library::hooks;
use sanecc_rt::library::memory::is_addressable_copy;
use sanecc_rt::library::strings::*;
use sanecc_rt::library::switches::STRCHR;
use sanecc_rt::shadow::{is_in_first_run, is_surely_addressable};

allocating! {
    "strdup" 1 (text) |call| whole(text, call);
    "strndup" 2 (text, bound) |call| if !is_surely_addressable(text, bound) { duplicate_bounded(text, bound, call) };
}

checked! {
    "strlen" 1 (text) after |call, found| length(text, found, call);
    "strnlen" 2 (text, bound) after |call, found| bounded_length(text, bound, found, call), unless is_in_first_run(text, bound);
    "strcpy" 2 (to, from) around |call, real| {
        let copied = copy(to, from, call);
        real(to + copied, from + copied);
        to
    };
    "stpcpy" 2 (to, from) around |call, real| {
        let copied = copy(to, from, call);
        real(to + copied, from + copied)
    };
    "__strcpy_chk" 3 (to, from, _capacity) before |call| before_copy(to, from, call);
    "strncpy" 3 (to, from, bound) before |call| copy_and_fill(to, from, bound, call), unless is_addressable_copy(to, from, bound);
    "__strncpy_chk" 4 (to, from, bound, _capacity) before |call| copy_and_fill(to, from, bound, call);
    "strcat" 2 (to, from) around |call, real| {
        let appended = append(to, from, call);
        real(to + appended.to, from + appended.from);
        to
    };
    "__strcat_chk" 3 (to, from, _capacity) before |call| before_append(to, from, call);
    "strncat" 3 (to, from, bound) before |call| append_bounded(to, from, bound, call);
    "__strncat_chk" 4 (to, from, bound, _capacity) before |call| append_bounded(to, from, bound, call);
    "strlcpy" 3 (to, from, capacity) before |call| copy_fitting(to, from, capacity, call);
    "__strlcpy_chk" 4 (to, from, capacity, _size) before |call| copy_fitting(to, from, capacity, call);
    "strlcat" 3 (to, from, capacity) before |call| append_fitting(to, from, capacity, call);
    "__strlcat_chk" 4 (to, from, capacity, _size) before |call| append_fitting(to, from, capacity, call);
    "strcmp" 2 (a, b) around |call, _real| match hooks::strcmp_is_unwatched() {
        true => compare(a, b, call) as usize,
        false => hooks::strcmp_watched(a, b, call),
    };
    "strcoll" 2 (a, b) before |call| compare_in_locale(a, b, call);
    "strncmp" 3 (a, b, bound) around |call, _real| match hooks::strncmp_is_unwatched() {
        true => compare_bounded(a, b, bound, call) as usize,
        false => hooks::strncmp_watched(a, b, bound, call),
    };
    "strcasecmp" 2 (a, b) before |call| {
        compare_letters(a, b, call);
        hooks::strcasecmp(a, b, call);
    };
    "strncasecmp" 3 (a, b, bound) before |call| {
        compare_letters_bounded(a, b, bound, call);
        hooks::strncasecmp(a, b, bound, call);
    };
    "strchr" 2 (text, byte) around |call, _real| find_first(text, byte as i32, call);
    "strchrnul" 2 (text, _byte) after |call, found| find(text, found, STRCHR, call);
    "strrchr" 2 (text, _byte) before |call| find_last(text, call);
    "strstr" 2 (text, wanted) after |call, found| {
        find_string(text, wanted, found, call);
        hooks::strstr(text, wanted, call);
    };
    "strspn" 2 (text, set) after |call, found| span(text, set, found, call);
    "strpbrk" 2 (text, set) after |call, found| find_of(text, set, found, call);
    "textdomain" 1 (text) before |call| whole(text, call);
    "setlocale" 2 (_category, text) before |call| whole(text, call);
    "strxfrm" 3 (to, from, capacity) after |call, made| transform(to, from, capacity, made, call);
    "strxfrm_l" 4 (to, from, capacity, _locale) after |call, made| transform(to, from, capacity, made, call);
    "strerror_r" 3 (_number, buffer, capacity) after |call, text| message(buffer, capacity, text == buffer, call);
    "__xpg_strerror_r" 3 (_number, buffer, capacity) after |call, _failed| message(buffer, capacity, true, call);
    "strtok" 2 (text, set) around |call, real| {
        before_token(text, set, call);
        let token = real(text, set);
        after_token(text, token, call);
        token
    };
    "strtok_r" 3 (text, set, state) around |call, real| {
        before_token(text, set, call);
        call.writes(state, size_of::<usize>());
        let token = real(text, set, state);
        after_token(text, token, call);
        token
    };
    "strsep" 2 (place, set) around |call, real| {
        before_part(place, set, call);
        let part = real(place, set);
        after_part(part, call);
        part
    };
}
