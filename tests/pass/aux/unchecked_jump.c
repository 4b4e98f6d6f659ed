// Is not checked, jumps out of checked frames, and then has objects of its own where they were.
#include <setjmp.h>
#include <string.h>

jmp_buf unchecked_place;

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

UNCHECKED void unchecked_jump(void) { longjmp(unchecked_place, 1); }

UNCHECKED int unchecked_objects(int (*sum)(const char *first, int count)) {
  char own[6000];
  memset(own, 1, sizeof own);
  return sum(own, sizeof own);
}
