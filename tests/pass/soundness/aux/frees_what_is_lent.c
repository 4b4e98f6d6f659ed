#include <stdlib.h>

void look(int *number, int end) {
  if (end)
    free(number);
}
