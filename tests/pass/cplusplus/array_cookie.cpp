// Reads the first element of `new[]`.
#include "hide.h"

struct Counted {
  long value = 1;
  ~Counted() { touch(this); }
};

int main() {
  Counted *all = new Counted[hide(4)];
  touch(all);
  long value = all[hide(0)].value;
  delete[] all;
  return value != 1;
}
