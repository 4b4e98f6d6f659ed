// A loop over explicit vectors goes one too far.
#include "hide.h"
#include <stdlib.h>

typedef float vector __attribute__((vector_size(16)));

static NOINLINE void scale(vector *vectors, long count) {
  for (long i = 0; i < count; i++)
    vectors[i] = vectors[i] * 2; //~ ERROR heap-buffer-overflow
}

int main(void) {
  vector *vectors = aligned_alloc(16, 7 * sizeof *vectors);
  for (int i = 0; i < 7; i++)
    vectors[i] = (vector){i};
#ifdef FIXED
  scale(vectors, hide(7));
#else
  scale(vectors, hide(8));
#endif
  touch(vectors);
  free(vectors);
  return 0;
}
