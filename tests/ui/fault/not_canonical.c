// A pointer that the processor cannot have is used.
//@ only: x86_64 the addresses are this processor's
//@ contains: the address is not one that this processor has
#include "hide.h"

int main(void) {
  static char place;
  unsigned long address = (unsigned long)hide((long)&place);
#ifdef FIXED
  unsigned long half = (address >> 32) + 0;
  place = *(volatile char *)(half << 32 | (address & 0xffffffff));
#else
  unsigned long half = (address >> 32) + 0x88000000;
  return *(volatile char *)(half << 32 | (address & 0xffffffff)); //~ ERROR SEGV
#endif
  return place;
}
