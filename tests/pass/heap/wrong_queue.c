// A queue in the middle of its room.
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
  char *room = hide_pointer(malloc(32));
  __sanitizer_annotate_double_ended_contiguous_container(room, room + 32, room, room + 32, room + 8, room + 16);
  free(room);
  return 0;
}
