// A program that lives with a library without checks.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NEED(condition) do { if (!(condition)) { fprintf(stderr, "line %d: %s\n", __LINE__, #condition); exit(9); } } while (0)
int foreign_call(int (*function)(void *), void *argument);
void foreign_jump(jmp_buf *place);
char *foreign_text(const char *text), *foreign_grow(char *block, size_t size);
void foreign_free(void *block), foreign_keep(char *pointer);
int foreign_overrun(void);

static jmp_buf place;
static int *volatile kept;
static int back(void *argument) {
    int local[20];
    kept = local;
    for (int i = 0; i < 20; i++) kept[i] = i;
    return *(int *)argument + local[19];
}
static int leaves(void *argument) {
    char local[100];
    kept = (int *)local;
    memset(local, 1, sizeof local);
    if (argument) foreign_jump(argument);
    longjmp(place, 2);
}
int main(int count, char **arguments) {
    for (int i = 0; i < 1000; i++) {
        NEED(foreign_call(back, &i) == i + 19);
        int how = setjmp(place);
        if (how == 0) foreign_call(leaves, i % 2 ? &place : NULL);
        NEED(how != 0);
    }
    char *text = foreign_text("text");
    NEED(!strcmp(text, "<text>"));
    free(text);
    char *block = malloc(10);
    strcpy(block, "123456789");
    block = foreign_grow(block, 1000);
    NEED(!strcmp(block, "123456789"));
    block[999] = 1;
    foreign_free(block);
    char *line = NULL;
    size_t room = 0;
    FILE *file = fmemopen("one\ntwo\n", 8, "r");
    while (getline(&line, &room, file) > 0) NEED(line[3] == '\n');
    fclose(file);
    free(line);
    free(strdup("copied"));
    free(realpath("/", NULL));
    // What only unchecked code does goes unseen, but never wrong.
    foreign_keep(malloc(10));
    (void)foreign_overrun();
    puts("done");
    return count > 1 ? strdup(arguments[1])[strlen(arguments[1]) + count - 1] : 0;
}
