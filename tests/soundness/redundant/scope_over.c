// A local was accessed through a pointer in its scope, and is again behind its end.
//@ levels: O2
#include "hide.h"

static NOINLINE int both(long again) {
  int sum = 0;
  int *kept;
  {
    int number = (int)again;
    kept = hide_pointer(&number);
    sum += *kept;
    touch(&number);
  }
  if (again)
    sum += *kept; //~ ERROR stack-use-after-scope
  return sum;
}

#ifdef FIXED
int main(void) { return both(hide(0)) + both(hide(0)) < 0; }
#else
int main(void) { return both(hide(0)) + both(hide(1)) < 0; }
#endif
