// A pointer that the processor cannot have is used.
//@ contains: the address is not one that this processor has
#include "hide.h"

int main(void) {
  static char place;
  unsigned long address = (unsigned long)hide((long)&place);
  unsigned long half = (address >> 32) + 0x88000000;
  return *(volatile char *)(half << 32 | (address & 0xffffffff)); //~ ERROR SEGV
  return place;
}
