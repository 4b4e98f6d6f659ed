// Each iteration uses the variable of the one before.
#include "hide.h"

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
    if (kept)
      *(volatile int *)kept = i; //~ ERROR stack-use-after-scope
    int own = i;
    touch(&own);
    kept = hide_pointer(&own);
  }
  return 0;
}
