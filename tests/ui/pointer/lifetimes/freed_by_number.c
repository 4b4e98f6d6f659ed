// A chunk is freed twice through two tables, and somebody else has its memory in between.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it frees the chunk of somebody else
#include "hide.h"
#include "reuse.h"

static void *by_name[4], *by_number[4];

NOINLINE static void forget_name(int name) {
  free(by_name[name]);
#ifdef FIXED
  by_number[name] = NULL;
#endif
}

NOINLINE static void forget_number(int number) {
  free(by_number[number]); //~ ERROR double-free
}

int main(void) {
  by_name[1] = by_number[1] = calloc(1, 48);
  void *old = hide_pointer(by_name[1]);
  forget_name((int)hide(1));
  in_place_of(old, 48);
  forget_number(1);
  return 0;
}
