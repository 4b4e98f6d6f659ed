// Types whose size in memory is not their number of bits.
//@[bad] levels: O0 O2
//@[fixed] levels: O2
//@ defines: T=bits37 T=bits200 T=half T=vector3
#include "hide.h"

typedef _BitInt(37) bits37;
#if __BITINT_MAXWIDTH__ >= 200
typedef _BitInt(200) bits200;
#else
typedef _BitInt(60) bits200;
#endif
typedef _Float16 half;
typedef int vector3 __attribute__((ext_vector_type(3)));

int main(void) {
  T elements[5];
  touch(elements);
#ifdef FIXED
  T *chosen = hide_pointer(elements + hide(4));
#else
  T *chosen = hide_pointer(elements + hide(5));
#endif
  *chosen = (T)1; //~ ERROR stack-buffer-overflow
  touch(elements);
  return 0;
}
