// The last place of the one that stands farther on.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char first[8] = {0}, second[8] = {0};
  volatile char *chosen = hide(1) ? first + 2 : second;
  return chosen[hide(5) & 7];
}
