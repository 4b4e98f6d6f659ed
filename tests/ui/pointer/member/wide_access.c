// An access that begins in an array and ends behind it.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdint.h>

struct packet {
  unsigned char address[6];
  unsigned char kind[2];
};

NOINLINE static uint64_t address(struct packet *packet) {
#ifdef FIXED
  return *(uint32_t *)packet->address;
#else
  return *(uint64_t *)packet->address; //~ ERROR sub-object-overflow
#endif
}

int main(void) {
  static _Alignas(8) struct packet packet;
  return (int)address(&packet);
}
