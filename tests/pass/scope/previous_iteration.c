// Each iteration uses its own variable.
#include "hide.h"

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
    int own = i;
    touch(&own);
    kept = hide_pointer(&own);
    *(volatile int *)kept = i;
  }
  return 0;
}
