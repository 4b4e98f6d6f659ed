// The same within bounds.
#include "hide.h"

unsigned long long first[2] = {1, 2};

__attribute__((noinline)) static void set(char *at) {
  *(unsigned long long *)at = 7;
}

int main(void) {
  set((char *)first + hide(0));
  return 0;
}
