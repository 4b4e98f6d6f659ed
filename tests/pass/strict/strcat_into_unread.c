// The same by strcat.
#include <string.h>

int main(void) {
  char a[8] = "hello";
  strcat(a, "wo");
  return 0;
}
