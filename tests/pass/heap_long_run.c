// Phase after phase a program wants other sizes, as a server does in a day: what it holds must not grow with the phases.
//@ only: x86_64 an emulator has memory of its own
//@ asan: any it keeps 256 MiB of what was freed
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 3000, PHASES = 48, ROUNDS = 12000, WARM = 24 };

static char *kept[KEPT];

static long resident(void) {
  long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
    exit(2);
  fclose(file);
  return pages * 4;
}

int main(void) {
  unsigned seed = 7;
  long warm = 0, last = 0;
  for (int phase = 0; phase < PHASES; phase++) {
    // Eight kinds of load, each with sizes of its own, and now and then a chunk that is mapped by itself.
    unsigned typical = 24u << phase % 8;
    for (int round = 0; round < ROUNDS; round++) {
      seed = seed * 1103515245 + 12345;
      char **place = &kept[seed >> 8 & 2047];
      size_t size = (seed & 0x3ff00000) == 0 ? 400000 : typical + (seed >> 20) % typical;
      if ((seed & 7) == 0 && *place) {
        *place = realloc(*place, size);
      } else {
        free(*place);
        *place = malloc(size);
      }
      memset(*place, phase, size);
    }
    if (phase % 8 == 7)
      for (int place = 0; place < KEPT; place += 2) {
        free(kept[place]);
        kept[place] = NULL;
      }
    last = resident();
    if (phase == WARM - 1)
      warm = last;
  }
  if (last > warm + warm / 5 + 4096) {
    printf("%ld KiB after %d phases, %ld after %d\n", warm, WARM, last, PHASES);
    return 1;
  }
  return 0;
}
