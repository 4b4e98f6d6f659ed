// Copies texts to where another module says.
#include <string.h>

char *kept_text;

void copy_to_kept(const char *text) {
  strcpy(kept_text, text); //~ ERROR sub-object-overflow
}
