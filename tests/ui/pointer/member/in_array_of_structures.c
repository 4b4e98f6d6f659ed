// The structure with the array is an element of an array of its own.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

static struct person {
  char name[12];
  int age;
} people[10];

NOINLINE static void name(int person, int at, char letter) {
  people[person].name[at] = letter; //~ ERROR sub-object-overflow
}

int main(void) {
#ifdef FIXED
  name(4, 11, 'x');
#else
  name(4, 12, 'x');
#endif
  return people[4].age;
}
