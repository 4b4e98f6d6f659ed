// A container that ends behind its room.
//@[bad] asan: any only the last line of its report names the kind
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
  char *room = hide_pointer(malloc(32));
#ifdef FIXED
  __sanitizer_annotate_contiguous_container(room, room + 32, room + 32, room + 32);
#else
  __sanitizer_annotate_contiguous_container(room, room + 32, room + 32, room + 33); //~ ERROR bad-__sanitizer_annotate_contiguous_container
#endif
  free(room);
  return 0;
}
