// The error is in the other file, in this file's array.
//@ aux: aux/store.c
//@ contains: 'mine'
#include "hide.h"

char mine[10];

void store(long index);

int main(void) {
#ifdef FIXED
  store(hide(9));
#else
  store(hide(10));
#endif
  return mine[0];
}
