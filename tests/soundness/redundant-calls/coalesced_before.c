// One check of two members comes before that of a third, and of one that is a member.
//@ levels: O1 O2 O3
#include "hide.h"
#include <stdlib.h>

struct three {
  long first, gap, last;
};

static long ends(const struct three *all) { INLINED_LATE; return all->first + all->last; }
static long last(const struct three *all) { INLINED_LATE; return all->last; }
static long after(const struct three *all) { INLINED_LATE; return all[1].first; } //~ ERROR heap-buffer-overflow

int main(void) {
#ifdef FIXED
  struct three *all = hide_pointer(calloc(hide(2), sizeof *all));
#else
  struct three *all = hide_pointer(calloc(hide(1), sizeof *all));
#endif
  return (int)(ends(all) + last(all) + after(all));
}
