// Copies more than a member holds, and not the rest of the structure.
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

int main(void) {
  struct packet packet = {0};
#ifdef FIXED
  memcpy(packet.head, "12345678", 8);
#else
  memcpy(packet.head, "1234567890", 10); //~ ERROR sub-object-overflow
#endif
  touch(&packet);
  return packet.check;
}
