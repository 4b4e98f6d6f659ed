// The pointer was copied with the structure that it is a member of.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct view {
  long length;
  short *samples;
  char title[24];
};

static struct view views[4];

int main(void) {
  struct view view = {100, malloc(200), "one"};
  short *other = malloc(200);
  view.samples[0] = other[0] = 1;
  touch(&view);
  views[1] = view;
  memcpy(&views[2], &views[1], hide(sizeof view));
  memmove(&views[1], &views[2], 2 * hide(sizeof view) / 2);
  long index = hide((char *)other - (char *)view.samples) / (long)sizeof *other;
#ifdef FIXED
  index = 0;
#endif
  views[1].samples[index + 1] = 1; //~ ERROR cross-object-access
  return 0;
}
