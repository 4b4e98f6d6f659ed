// The last array of a structure.
#include "hide.h"

struct record {
  int length;
  char name[12];
};

int main(void) {
  struct record record = {0};
  touch(&record);
  record.name[hide(11)] = 'x';
  touch(&record);
  return record.length;
}
