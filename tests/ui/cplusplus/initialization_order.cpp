// Uses a global of another unit before its constructor has run.
//@[bad] aux: aux/order_later.cpp
//@[fixed] aux: aux/order_later.cpp aux/order_evaluated.cpp
//@ options: check_initialization_order=1
//@[fixed] levels: O1 O2
//@[fixed] flags: -fno-sanecc-strict
//@[fixed] asan: any it takes a variable that LLVM has evaluated for one that waits for its value
#include "hide.h"

#ifdef FIXED
extern int constant, evaluated, later;
int &at_first_use();

int own = 4;
int doubled() { return 2 * (constant + evaluated + at_first_use() + own); }
int sooner = doubled();
int after = sooner + own;

int main() { return later == 3 && sooner == 2 * (1 + 2 + 3 + 4) && after == sooner + 4 ? 0 : 1; }
#else
extern int later;

int doubled() {
  return 2 * later;  //~ ERROR initialization-order-fiasco
}

int sooner = doubled();

int main() { return sooner - later * 2; }
#endif
