// The last array of a structure is overrun to the end of the structure and beyond.
//@ contains: 'record'
#include "hide.h"

struct record {
  int length;
  char name[12];
};

int main(void) {
  struct record record = {0};
  touch(&record);
#ifdef FIXED
  record.name[hide(11)] = 'x';
#else
  record.name[hide(12)] = 'x'; //~ ERROR stack-buffer-overflow
#endif
  touch(&record);
  return record.length;
}
