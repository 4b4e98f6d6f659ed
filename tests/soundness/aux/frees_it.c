// Frees what it is given.
#include <stdlib.h>

void free_it(void *block) {
  free(block);
}
