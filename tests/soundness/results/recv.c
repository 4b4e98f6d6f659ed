// The length of the packet is asked for, which is more than there is room for.
//@ levels: O2
#include "hide.h"
#include <sys/socket.h>

static NOINLINE char last(int from) {
  char bytes[8] = {0};
#ifdef FIXED
  long length = recv(from, bytes, sizeof bytes, 0);
#else
  long length = recv(from, bytes, sizeof bytes, MSG_TRUNC);
#endif
  if (length < 1)
    return 0;
  return bytes[length - 1]; //~ ERROR stack-buffer-overflow
}

int main(void) {
  int ends[2];
  char packet[12] = {0};
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) || send(ends[1], packet, sizeof packet, 0) < 0)
    return 1;
  return last(ends[0]) == 77;
}
