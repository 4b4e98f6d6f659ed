// A pointer is made of two halves.
#include "hide.h"

int main(void) {
  static char place;
  unsigned long address = (unsigned long)hide((long)&place);
  unsigned long half = (address >> 32) + 0;
  place = *(volatile char *)(half << 32 | (address & 0xffffffff));
  return place;
}
