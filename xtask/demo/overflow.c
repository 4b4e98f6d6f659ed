/* Copies a name into a buffer that has no room for its terminating zero. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *name) {
    size_t length = strlen(name);
    char *buffer = malloc(length);
    for (size_t i = 0; i <= length; i++)
        buffer[i] = name[i];
    return buffer;
}

int main(void) {
    char *name = copy("sanecc");
    printf("hello, %s\n", name);
    free(name);
    return 0;
}
