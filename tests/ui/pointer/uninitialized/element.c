// An element of an array of pointers is used that was skipped.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'words' of main
#include "hide.h"

int main(void) {
  static char text[] = "abc";
  char *words[8];
#ifdef FIXED
  int last = 8;
#else
  int last = 7;
#endif
  for (int i = 0; i < last; i++)
    words[i] = text + i % 3;
  char *word = words[hide(7)];
  return word[0] != 'b'; //~ ERROR uninitialized-pointer
}
