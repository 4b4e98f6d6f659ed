// An array in a structure without a name in a structure.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct record {
  int kind;
  struct {
    unsigned char digits[5];
    unsigned char sign;
  };
  int end;
};

NOINLINE static void put(struct record *record, int at) {
  record->digits[at] = 9; //~ ERROR sub-object-overflow
}

int main(void) {
  struct record record = {0};
#ifdef FIXED
  put(&record, 4);
#else
  put(&record, 5);
#endif
  return record.end;
}
