// malloc_usable_size of what is no chunk is 0, where nobody wants to hear of it.
//@ options: check_malloc_usable_size=0
#include "hide.h"
#include <malloc.h>

int main(void) {
  int local;
  return malloc_usable_size(&local) != 0;
}
