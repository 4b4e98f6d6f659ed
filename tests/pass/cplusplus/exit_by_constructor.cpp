// A constructor calls exit(), so a destructor sees a global of another unit that never gets its value.
//@ aux: aux/never_constructed.cpp
//@ options: strict_init_order=1
#include "hide.h"
#include <cstdlib>

extern int never;

struct First {
  ~First() { touch(&never); _Exit(never); }
};

static First first;

struct Second {
  Second() { exit(1); }
};

static Second second;

int main() { return 1; }
