// Bytes from a kept address on are cleared, more than its array has.
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
  char *head = packet->head;
  memset(head, 0, bytes); //~ ERROR sub-object-overflow
}

int main(void) {
  struct packet packet = {0};
#ifdef FIXED
  clear(&packet, 8);
#else
  clear(&packet, 10);
#endif
  return packet.check;
}
