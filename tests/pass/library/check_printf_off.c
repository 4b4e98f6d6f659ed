// What a format asks for is not checked when nobody wants that.
//@ options: check_printf=0
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(5), to[100];
    for (int i = 0; i < 5; i++)
        text[i] = 'a';
    // The chunk's redzone is not to be relied on for a NUL.
    snprintf(to, sizeof to, "%.6s", text);
    free(text);
    return 0;
}
