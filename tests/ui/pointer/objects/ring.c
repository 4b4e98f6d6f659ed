// The position of a ring buffer is not taken modulo its size.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct ring {
  unsigned char *bytes;
  unsigned long size, position;
};

NOINLINE static void put(struct ring *ring, unsigned char byte) {
#ifdef FIXED
  ring->bytes[ring->position++ % ring->size] = byte;
#else
  ring->bytes[ring->position++] = byte; //~ ERROR cross-object-access
#endif
}

int main(void) {
  struct ring ring = {malloc(64), 64, 0};
  unsigned char *key = calloc(64, 1);
  put(&ring, 1);
  ring.position = hide(key > ring.bytes ? key - ring.bytes : ring.bytes - key);
  if (key < ring.bytes) {
    unsigned char *bytes = ring.bytes;
    ring.bytes = key;
    key = bytes;
  }
  put(&ring, 2);
  free(ring.bytes);
  free(key);
  return 0;
}
