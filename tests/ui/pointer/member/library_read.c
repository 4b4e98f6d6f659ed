// More bytes are read from a pipe than the array of a structure has.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <unistd.h>

struct packet {
  unsigned short length;
  unsigned char bytes[14];
  unsigned int sum;
  unsigned int count;
};

NOINLINE static long receive(int from, struct packet *packet, unsigned long most) {
  return read(from, packet->bytes, most); //~ ERROR sub-object-overflow
}

int main(void) {
  int ends[2];
  struct packet packet = {0, "", 5, 5};
  if (pipe(ends) || write(ends[1], "0123456789abcdef", 16) != 16)
    return 1;
#ifdef FIXED
  long got = receive(ends[0], &packet, 14);
#else
  long got = receive(ends[0], &packet, 16);
#endif
  return got < 0 || packet.sum != 5;
}
