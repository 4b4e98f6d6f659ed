// The pointer comes out of a structure in memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

struct buffer {
  int *numbers;
  long capacity;
};

NOINLINE static struct buffer *new_buffer(long capacity) {
  struct buffer *buffer = malloc(sizeof *buffer);
  buffer->numbers = malloc(capacity * sizeof *buffer->numbers);
  buffer->capacity = capacity;
  return buffer;
}

NOINLINE static void put(struct buffer *buffer, long index, int number) {
#ifdef FIXED
  if (index < 0 || index >= buffer->capacity) return;
#endif
  buffer->numbers[index] = number; //~ ERROR cross-object-access
}

int main(void) {
  struct buffer *first = new_buffer(40), *second = new_buffer(40);
  put(first, 39, 1);
  put(second, 0, 1);
  put(first, hide((char *)second->numbers - (char *)first->numbers) / 4 + 3, 7);
  return 0;
}
