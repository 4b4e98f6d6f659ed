// Loads of every type, one element behind the chunk.
//@[bad] levels: O0 O2
//@[fixed] levels: O2
//@ defines: T=char T=short T=int T=long T=__int128 T=double T=long_double T=complex_float T=complex_double T=vector16 T=vector32 T=vector64
#include "hide.h"
#include <stdlib.h>

#ifndef __SIZEOF_INT128__
#define __int128 long long
#endif

typedef long double long_double;
typedef float _Complex complex_float;
typedef double _Complex complex_double;
typedef int vector16 __attribute__((vector_size(16)));
typedef int vector32 __attribute__((vector_size(32)));
typedef int vector64 __attribute__((vector_size(64)));

int main(void) {
  // aligned_alloc wants a multiple of 64 bytes; 64 elements of any size are one.
  T *elements = aligned_alloc(64, 64 * sizeof *elements);
  for (int i = 0; i < 64; i++)
    elements[i] = (T){0};
#ifdef FIXED
  T *chosen = hide_pointer(elements + hide(63));
#else
  T *chosen = hide_pointer(elements + hide(64));
#endif
  T loaded = *chosen; //~ ERROR heap-buffer-overflow
  touch(&loaded);
  free(elements);
  return 0;
}
