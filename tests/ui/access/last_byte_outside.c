// Only the access's last byte is outside.
//@ levels: O2
//@ defines: T=short T=int T=long T=__int128 T=vector16 T=vector32 T=vector64
#include "hide.h"
#include <stdlib.h>

typedef int vector16 __attribute__((vector_size(16)));
typedef int vector32 __attribute__((vector_size(32)));
typedef int vector64 __attribute__((vector_size(64)));

struct __attribute__((packed)) unaligned {
  char before[5];
  T value;
};

int main(void) {
#ifdef FIXED
  char *block = calloc(1, sizeof(struct unaligned));
#else
  char *block = calloc(1, sizeof(struct unaligned) - 1);
#endif
  struct unaligned *pointer = hide_pointer(block);
  T loaded = pointer->value; //~ ERROR heap-buffer-overflow
  touch(&loaded);
  free(block);
  return 0;
}
