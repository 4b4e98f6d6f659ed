// A text is compared whose memory is another object's by now.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it does not know whose memory that is
#include "hide.h"
#include "reuse.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *old = calloc(1, 16);
  strcpy(old, "old");
#ifdef FIXED
  int result = strcmp(old, "old");
  free(old);
#else
  free(old);
  char *new = in_place_of(old, 16);
  strcpy(new, "new");
  int result = strcmp(old, "new"); //~ ERROR use-after-reuse
  free(new);
#endif
  return result;
}
