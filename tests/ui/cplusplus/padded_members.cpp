// An index beyond a member, into the room that a flag puts behind it.
//@ flags: -fsanitize-address-field-padding=1
//@ only: 64-bit the padding begins within a granule where a pointer has 32 bits
#include "hide.h"

class Table {
public:
  Table() : before(1), after(2) {}
  virtual ~Table() {}
  int sum() { return before + after; }
  void set(int i, int value) { slots[i] = value; } //~ ERROR intra-object-overflow

private:
  int before, slots[11], after;
};

int main() {
#ifdef FIXED
  for (int i = 0; i < 1000; i++)
    delete[] new char[hide(sizeof(Table))]();
  Table local;
  local.set(hide(10), 2);
  Table *table = new Table;
  table->set(hide(10), 1);
  table->set(hide(0), 1);
  int sum = table->sum();
  delete table;
  return sum - 3;
#else
  Table *table = new Table;
  table->set(hide(10), 1);
  table->set(hide(11), 1);
  delete table;
#endif
}
