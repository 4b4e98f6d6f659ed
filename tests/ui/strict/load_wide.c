// A number reaches beyond the chunk; it is not used. Without optimisation its type says that it does not cross granules.
//@[bad] levels: O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
#ifdef FIXED
  char *bytes = (char *)p + hide(8);
#else
  char *bytes = (char *)p + hide(12);
#endif
  (void)*(long long *)bytes; //~ ERROR heap-buffer-overflow
  free(p);
  return 0;
}
