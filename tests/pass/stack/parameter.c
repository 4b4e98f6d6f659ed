// A structure that was passed by value.
#include "hide.h"
#include <stdio.h>

struct values {
  int value[20];
};

static NOINLINE int at(struct values values, long index) {
  touch(&values);
  return values.value[index];
}

int main(void) {
  struct values values = {{1}};
  printf("%d\n", at(values, hide(19)));
  return 0;
}
