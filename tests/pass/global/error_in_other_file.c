// The other file uses this file's array.
//@ aux: aux/store.c
#include "hide.h"

char mine[10];

void store(long index);

int main(void) {
  store(hide(9));
  return mine[0];
}
