// An index into a matrix that is a member: beyond all of its rows.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct image {
  int width;
  unsigned char pixels[2][3];
  int checksum;
};

NOINLINE static void set(struct image *image, int y, int x) {
  image->pixels[y][x] = 1; //~ ERROR sub-object-overflow
}

int main(void) {
  struct image image = {0};
#ifdef FIXED
  set(&image, 1, 2);
#else
  set(&image, 2, 0);
#endif
  return image.width;
}
