// The index of an aligned block of vectors is that of another block.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct image {
  float *pixels;
};

NOINLINE static float at(struct image *image, long index) {
  return image->pixels[index]; //~ ERROR cross-object-access
}

int main(void) {
  struct image images[2];
  for (int i = 0; i < 2; i++) {
    images[i].pixels = aligned_alloc(64, 1024);
    for (int j = 0; j < 256; j++)
      images[i].pixels[j] = 1;
  }
  touch(images);
  long index = (float *)hide_pointer(images[1].pixels) - (float *)hide_pointer(images[0].pixels);
#ifdef FIXED
  index = hide(255);
#endif
  float found = at(&images[0], index);
  free(images[0].pixels);
  free(images[1].pixels);
  return found != 1;
}
