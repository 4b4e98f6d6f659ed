//! Sorting and searching, and conversions between character sets.

use super::checked;
use sanecc_rt::library::search::*;

checked! {
    "bsearch" 5 (_key, array, count, size, _compare) before |call| search_sorted(array, count, size, call);
    "qsort" 4 (array, count, size, _compare) before |call| sort(array, count, size, call);
    "qsort_r" 5 (array, count, size, _compare, _context) before |call| sort(array, count, size, call);
    "lfind" 5 (_key, _array, count, _size, _compare) before |call| linear(count, false, call);
    "lsearch" 5 (key, array, count, size, compare) around |call, real| {
        linear(count, true, call);
        let was = word_at(count);
        let found = real(key, array, count, size, compare);
        appended(found, was, word_at(count), size, call);
        found
    };
    "iconv" 5 (converter, input, input_left, output, output_left) around |call, real| {
        before_iconv((input, input_left), (output, output_left), call);
        let start = if output == 0 { 0 } else { word_at(output) };
        let made = real(converter, input, input_left, output, output_left);
        after_iconv(start, output, call);
        made
    };
}
