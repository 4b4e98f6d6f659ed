// Returns more than the library's function of this name.
#include <stddef.h>

size_t strnlen(const char *text, size_t most) { return text[0] ? most + 2 : 0; }
