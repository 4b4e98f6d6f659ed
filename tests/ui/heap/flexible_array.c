// The flexible array has fewer elements than the header says.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct packet {
  int count;
  short items[];
};

static NOINLINE long sum(const struct packet *packet) {
  long total = 0;
  for (int i = 0; i < packet->count; i++)
    total += packet->items[i]; //~ ERROR heap-buffer-overflow
  return total;
}

int main(void) {
#ifdef FIXED
  struct packet *packet = calloc(1, sizeof *packet + 6 * sizeof packet->items[0]);
#else
  struct packet *packet = calloc(1, sizeof *packet + 5 * sizeof packet->items[0]);
#endif
  packet->count = 6;
  printf("%ld\n", sum(packet));
  free(packet);
  return 0;
}
