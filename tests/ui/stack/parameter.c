// Behind a structure that was passed by value.
#include "hide.h"
#include <stdio.h>

struct values {
  int value[20];
};

static NOINLINE int at(struct values values, long index) {
  touch(&values);
  return values.value[index]; //~ ERROR stack-buffer-overflow
}

int main(void) {
  struct values values = {{1}};
#ifdef FIXED
  printf("%d\n", at(values, hide(19)));
#else
  printf("%d\n", at(values, hide(20)));
#endif
  return 0;
}
