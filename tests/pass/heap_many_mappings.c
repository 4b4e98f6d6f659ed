// The system lets a process have some ten thousand mappings: chunks come and go also when there can be no more.
//@ only: x86_64 an emulator needs mappings of its own, and gets none either
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BLOCKS = 200, PAGE = 4096, MAPPINGS = 200000 };

int main(void) {
  char *area = mmap(NULL, (size_t)MAPPINGS * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED)
    return 2;
  static char *blocks[BLOCKS];
  for (int block = 0; block < BLOCKS; block++)
    blocks[block] = malloc(hide(2 << 20));
  // Every other page is a mapping of its own, until the system has enough of it. A few are left.
  long page = 0;
  while (page < MAPPINGS && mprotect(area + page * PAGE, PAGE, PROT_READ) == 0)
    page += 2;
  if (page >= MAPPINGS || mprotect(area, 16 * PAGE, PROT_NONE) != 0)
    return 3;
  for (int round = 0; round < 3; round++) {
    for (int block = round % 2; block < BLOCKS; block += 2) {
      if (blocks[block])
        memset(blocks[block], round, 100);
      free(blocks[block]);
      blocks[block] = malloc(hide(2 << 20));
    }
    char *small = malloc(hide(100));
    if (!small)
      return 1;
    memset(small, 1, 100);
    free(small);
  }
  for (int block = 0; block < BLOCKS; block++)
    free(blocks[block]);
  return 0;
}
