// A recursion with more frames than the fake stack has slots goes on upon the real one.
//@ only: hosted the stack of a board is short
//@ asan: any its frames are larger
#include "hide.h"
#include <stddef.h>

#if defined(__OPTIMIZE__) || defined(__x86_64__) || defined(__aarch64__)
enum { DEPTH = 30000 };
#else // Frames are large: more of them would fill 8 MiB.
enum { DEPTH = 12000 };
#endif

struct frame {
  struct frame *caller;
  long number;
};

static NOINLINE long descend(struct frame *caller, long depth) {
  struct frame own = {caller, depth};
  if (depth == 0) {
    long frames = 0;
    for (struct frame *at = &own; at != NULL; at = at->caller)
      frames += at->number == frames;
    return frames;
  }
  struct frame *volatile kept = &own;
  long frames = descend(kept, depth - 1);
  return frames + (own.caller != caller);
}

int main(void) {
  for (int i = 0; i < 3; i++)
    if (descend(NULL, hide(DEPTH)) != DEPTH + 1)
      return 1;
  return 0;
}
