// An integer is divided.
#include "hide.h"

int main(void) {
  int divisor = (int)hide(3);
  return (int)hide(7) / divisor - 2;
}
