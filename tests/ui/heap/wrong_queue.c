// A queue that ends before it begins.
//@[bad] asan: any only the last line of its report names the kind
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
  char *room = hide_pointer(malloc(32));
#ifdef FIXED
  __sanitizer_annotate_double_ended_contiguous_container(room, room + 32, room, room + 32, room + 8, room + 16);
#else
  __sanitizer_annotate_double_ended_contiguous_container(room, room + 32, room, room + 32, room + 8, room); //~ ERROR bad-__sanitizer_annotate_double_ended_contiguous_container
#endif
  free(room);
  return 0;
}
