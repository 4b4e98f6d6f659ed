// Chunks of many sizes, freed in another order; nobody's bytes change.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 2000 };

int main(void) {
  static unsigned char *blocks[COUNT];
  static size_t sizes[COUNT];
  unsigned seed = 1;
  for (int round = 0; round < 10; round++) {
    for (int i = 0; i < COUNT; i++) {
      seed = seed * 1103515245 + 12345;
      if (blocks[i] == NULL) {
        sizes[i] = seed >> 16 & 1023;
        blocks[i] = malloc(sizes[i]);
        memset(blocks[i], i & 255, sizes[i]);
      } else if (seed & 1 << 20) {
        for (size_t j = 0; j < sizes[i]; j++)
          if (blocks[i][j] != (i & 255))
            return 1;
        free(blocks[i]);
        blocks[i] = NULL;
      }
    }
  }
  for (int i = 0; i < COUNT; i++)
    free(blocks[i]);
  return 0;
}
