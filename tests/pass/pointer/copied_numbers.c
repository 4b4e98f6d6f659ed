// Structures of numbers are copied to where a pointer lay, and make up another pointer of the same value.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#include "hide.h"
#include "reuse.h"
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct halves {
  uint32_t low, high;
};

struct three {
  uint32_t before;
  struct halves address;
};

union word {
  struct halves halves;
  long *pointer;
};

NOINLINE static void put(struct halves *to, const struct halves *from) { *to = *from; }

NOINLINE static void put_three(struct three *to, const struct three *from) { *to = *from; }

NOINLINE static long read_at(union word *word) { return *word->pointer; }

int main(void) {
  union word *kept = calloc(1, sizeof *kept);
  struct {
    union word before, word;
  } *behind = calloc(1, sizeof *behind);
  long *first = calloc(2, sizeof *first);
  kept->pointer = behind->word.pointer = hide_pointer(first);
  uintptr_t address = (uintptr_t)first;
  free(first);
  long *second = in_place_of(first, 2 * sizeof *second);
  if ((uintptr_t)second == address) {
    second[0] = 5;
    struct halves halves = {(uint32_t)address, (uint32_t)(address >> 32)};
    put(&kept->halves, &halves);
    assert(read_at(kept) == 5);
    // Begins in the middle of a word.
    struct three three = {7, halves};
    put_three((struct three *)&behind->before.halves.high, &three);
    assert(read_at(&behind->word) == 5 && behind->before.halves.high == 7);
  }
  free(second);
  free(behind);
  free(kept);
  return 0;
}
