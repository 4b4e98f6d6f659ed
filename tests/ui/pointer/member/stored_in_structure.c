// Another structure keeps where the array lies, and is copied.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: a pointer to it was kept first here:
//@ contains: struct reader first = {frame->payload, 13};
#include "hide.h"
#include <stdlib.h>

struct frame {
  unsigned kind;
  unsigned char payload[12];
  unsigned sum;
  unsigned spare[4];
};

struct reader {
  const unsigned char *next;
  int left;
};

NOINLINE static int read_byte(struct reader *reader) {
  reader->left--;
  return *reader->next++; //~ ERROR sub-object-overflow
}

int main(void) {
  struct frame *frame = calloc(1, sizeof *frame);
#ifdef FIXED
  struct reader first = {frame->payload, 12};
#else
  struct reader first = {frame->payload, 13};
#endif
  struct reader reader;
  touch(&first);
  reader = first;
  int sum = 0;
  while (reader.left > 0)
    sum += read_byte(&reader);
  free(frame);
  return sum;
}
