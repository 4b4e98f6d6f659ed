// The holder of a member, as lists are walked.
#include "hide.h"
#include <stddef.h>

struct holder {
  long first, link, second, third;
};

static NOINLINE long third_of(struct holder *holder) {
  return holder->third;
}

int main(void) {
  struct holder good = {1, 2, 3, 0};
  char *link = hide_pointer(&good.link);
  return (int)third_of((struct holder *)(link - offsetof(struct holder, link)));
}
