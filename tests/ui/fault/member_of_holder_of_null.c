// The holder of a member that is null, as lists are walked: what it holds behind that member lies in the zero page.
//@[bad] levels: O1 O2
//@ contains: Hint: address points to the zero page: a null pointer plus an offset.
#include "hide.h"
#include <stddef.h>

struct holder {
  long first, link, second, third;
};

static NOINLINE long third_of(struct holder *holder) {
  return holder->third; //~ ERROR SEGV
}

int main(void) {
  struct holder good = {1, 2, 3, 0};
#ifdef FIXED
  char *link = hide_pointer(&good.link);
#else
  char *link = hide_pointer(hide(1) ? NULL : &good.link);
#endif
  return (int)third_of((struct holder *)(link - offsetof(struct holder, link)));
}
