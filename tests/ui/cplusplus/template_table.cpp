// Reads past the end of a table that every unit may define.
//@ aux: aux/template_table_user.cpp
//@ asan: silent Variables that several units may define have no redzones there.
#include "aux/template_table.h"
#include "hide.h"

int main() {
  touch(Table<int>::values);
#ifdef FIXED
  return read(hide(9)) + shared_table[hide(3)];
#else
  return read(hide(10)) + shared_table[hide(3)];
#endif
}
