// Clears as many bytes as are asked for, from an array on.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct packet {
  int length;
  char head[8];
  char body[8];
  int check;
};

NOINLINE static void clear(struct packet *packet, size_t bytes) {
  memset(packet->head, 0, bytes); //~ ERROR sub-object-overflow
}

int main(void) {
  struct packet packet = {0};
#ifdef FIXED
  clear(&packet, 8);
#else
  clear(&packet, 9);
#endif
  return packet.check;
}
