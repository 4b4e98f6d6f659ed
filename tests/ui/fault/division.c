// An integer is divided by zero.
//@ contains: divided by zero
#include "hide.h"

int main(void) {
  int divisor = (int)hide(0);
  return (int)hide(7) / divisor; //~ ERROR FPE
}
