// The same by strcpy, on the stack.
#include <string.h>

int main(void) {
  char a[4];
  strcpy(a, "hel");
  return 0;
}
