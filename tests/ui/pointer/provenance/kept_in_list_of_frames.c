// Records of frames are linked, and one is left in the list when its function returns; the next call has its memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: detect_stack_use_after_return=0
//@ asan: silent the memory is in use again
//@ contains: earlier object that the pointer was derived from
#include "hide.h"

struct frame {
  struct frame *outer;
  long depth;
};

struct frame *innermost, *forgotten;

NOINLINE static void mark(struct frame *frame) {
  frame->depth = 5; //~ ERROR use-after-reuse
}

NOINLINE static void enter(long number) {
  struct frame frame = {innermost, number};
  innermost = &frame;
  if (number == 0) forgotten = &frame;
  if (number == 1) mark(forgotten);
#ifdef FIXED
  if (number == 0) forgotten = 0;
  if (number == 0) innermost = 0;
#endif
  innermost = frame.outer;
}

int main(void) {
#ifdef FIXED
  struct frame own = {0, 0};
#endif
  for (long i = hide(0); i < 2; i++) {
    enter(i);
#ifdef FIXED
    forgotten = &own;
#endif
  }
  return 0;
}
