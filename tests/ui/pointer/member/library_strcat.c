// A string is appended to another one in the first array of a structure.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct path {
  char text[16];
  unsigned char is_folder[16];
};

static struct path path = {"/usr/local", {0}};

NOINLINE static void enter(struct path *path, const char *name) {
  strcat(path->text, name); //~ ERROR sub-object-overflow
}

int main(void) {
#ifdef FIXED
  enter(&path, "/lib3");
#else
  enter(&path, "/lib64");
#endif
  return path.is_folder[0];
}
