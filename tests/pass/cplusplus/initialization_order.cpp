// Uses a global of another unit that has its value from the start, by a function, or after its constructor.
//@ aux: aux/order_later.cpp aux/order_evaluated.cpp
//@ levels: O1 O2
//@ asan: any it takes a variable that LLVM has evaluated for one that waits for its value
//@ options: check_initialization_order=1
#include "hide.h"

extern int constant, evaluated, later;
int &at_first_use();

int own = 4;
int doubled() { return 2 * (constant + evaluated + at_first_use() + own); }
int sooner = doubled();
int after = sooner + own;

int main() { return later == 3 && sooner == 2 * (1 + 2 + 3 + 4) && after == sooner + 4 ? 0 : 1; }
