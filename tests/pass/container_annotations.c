// Annotations of containers whose elements begin anywhere, in memory of any alignment, and what verifies them.
#include <sanitizer/asan_interface.h>
#include <stdlib.h>

enum { ROOM = 24, GRANULE = 8 };

static char *start_of_granule(char *place) { return place - (unsigned long)place % GRANULE; }

// Whether just these elements are addressable: all else in the storage is not, where a granule can say so.
static int holds(char *storage, char *first, char *last, char *end) {
  if (first != last)
    first = start_of_granule(first) > storage ? start_of_granule(first) : storage;
  for (char *place = storage; place < end; ++place)
    if (__asan_address_is_poisoned(place) != (place < first || place >= last))
      return 0;
  return 1;
}

static void change(char *storage, char **now, char *first, char *last) {
  char *end = storage + ROOM;
  __sanitizer_annotate_double_ended_contiguous_container(storage, end, now[0], now[1], first, last);
  now[0] = first;
  now[1] = last;
}

static void check(char *storage) {
  char *end = storage + ROOM;
  char *now[2] = {storage, storage};
  for (int first = 0; first <= ROOM; first += 3)
    for (int last = first; last <= ROOM; ++last) {
      char *from = storage + first, *to = storage + last;
      change(storage, now, from, to);
      if (!holds(storage, from, to, end))
        abort();
      if (!__sanitizer_verify_double_ended_contiguous_container(storage, from, to, end))
        abort();
      if (last < ROOM) {
        // One element more: the first byte that is not as it should be, which without elements lies at the granule's beginning.
        char *bad = first == last ? start_of_granule(from) : to;
        const void *found = __sanitizer_double_ended_contiguous_container_find_bad_address(storage, from, to + 1, end);
        if (found != (bad < storage ? storage : bad))
          abort();
      }
    }
}

int main(void) {
  for (int offset = 0; offset < GRANULE; ++offset) {
    char *memory = malloc(ROOM + 2 * GRANULE);
    __asan_poison_memory_region(memory, ROOM + 2 * GRANULE);
    check(memory + offset);
    __asan_unpoison_memory_region(memory, ROOM + 2 * GRANULE);
    free(memory);
  }
  // Elements in a last granule that goes on behind the storage.
  char *memory = calloc(1, ROOM);
  char *end = memory + 13;
  __sanitizer_annotate_double_ended_contiguous_container(memory, end, memory, end, end, end);
  int right = __sanitizer_verify_double_ended_contiguous_container(memory, end, end, end);
  __asan_unpoison_memory_region(memory, ROOM);
  free(memory);
  return !right;
}
