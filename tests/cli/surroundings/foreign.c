// A library that is compiled without checks: calls back, is jumped over, allocates and frees for the program.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int foreign_call(int (*function)(void *), void *argument) {
    int local[10];
    memset(local, 0, sizeof local);
    return function(argument) + local[9];
}
void foreign_jump(jmp_buf *place) { longjmp(*place, 1); }
char *foreign_text(const char *text) {
    char *copy = NULL;
    return asprintf(&copy, "<%s>", text) < 0 ? NULL : copy;
}
void foreign_free(void *block) { free(block); }
char *foreign_grow(char *block, size_t size) { return realloc(block, size); }
static char *last;
void foreign_keep(char *pointer) { last = pointer; }
int foreign_overrun(void) { return last[10]; }
