// A container that fills its room.
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
  char *room = hide_pointer(malloc(32));
  __sanitizer_annotate_contiguous_container(room, room + 32, room + 32, room + 32);
  free(room);
  return 0;
}
