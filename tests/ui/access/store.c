// Stores of every type, one element behind the array.
//@[bad] levels: O0 O2
//@[fixed] levels: O2
//@ defines: T=char T=short T=int T=long T=__int128 T=double T=long_double T=complex_float T=complex_double T=vector16 T=vector32 T=vector64
#include "hide.h"

typedef long double long_double;
typedef float _Complex complex_float;
typedef double _Complex complex_double;
typedef int vector16 __attribute__((vector_size(16)));
typedef int vector32 __attribute__((vector_size(32)));
typedef int vector64 __attribute__((vector_size(64)));

int main(void) {
  T elements[3];
  touch(elements);
#ifdef FIXED
  T *chosen = hide_pointer(elements + hide(2));
#else
  T *chosen = hide_pointer(elements + hide(3));
#endif
  *chosen = (T){0}; //~ ERROR stack-buffer-overflow
  touch(chosen);
  return 0;
}
