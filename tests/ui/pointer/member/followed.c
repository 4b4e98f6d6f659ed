// An array at the end of its structure, which something follows in the structure around it.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct label {
  int length;
  char text[4];
};

struct box {
  struct label label;
  int width;
};

NOINLINE static void write(struct box *box, int at) {
  box->label.text[at] = 'x'; //~ ERROR sub-object-overflow
}

int main(void) {
  struct box box = {0};
#ifdef FIXED
  write(&box, 3);
#else
  write(&box, 4);
#endif
  return box.width;
}
