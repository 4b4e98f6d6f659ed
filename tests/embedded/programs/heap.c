// A message is written behind the end of its chunk.
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *message(size_t bytes) { return malloc(bytes); }

int main(void)
{
    char *text = message(12);
#ifdef FIXED
    strcpy(text, "eleven byte");
#else
    strcpy(text, "twelve bytes");
#endif
    free(text);
    return 0;
}
