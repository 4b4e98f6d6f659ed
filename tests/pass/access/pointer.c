// Loads a pointer from inside.
#include "hide.h"

int main(void) {
  void *pointers[3] = {0};
  touch(pointers);
  return pointers[hide(2)] == (void *)1;
}
