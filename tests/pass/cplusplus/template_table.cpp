// Reads from a table that every unit may define.
//@ aux: aux/template_table_user.cpp
#include "aux/template_table.h"
#include "hide.h"

int main() {
  touch(Table<int>::values);
  return read(hide(9)) + shared_table[hide(3)];
}
