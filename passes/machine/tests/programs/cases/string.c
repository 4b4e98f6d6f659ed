// <string.h>, <strings.h> and <ctype.h>.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int number) { return (number > 0) - (number < 0); }

int main(void) {
    char text[64] = "hello";
    printf("%zu %zu\n", strlen(text), strnlen(text, 3));
    puts(strcat(text, ", world"));
    puts(strncat(text, "!!!!", 2));
    printf("%s %s\n", strchr(text, 'o'), strrchr(text, 'o'));
    printf("%s %d\n", strstr(text, "wor"), strstr(text, "xyz") == NULL);
    printf("%s %s\n", strcasestr(text, "WOR"), strpbrk(text, "xyzw"));
    printf("%zu %zu\n", strspn(text, "elh"), strcspn(text, "rx"));
    printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("a", "a"));
    printf("%d %d %d\n", sign(strncmp("abc", "abd", 2)), sign(strcasecmp("ABC", "abd")), strncasecmp("ABC", "abd", 2));
    printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), sign(strcmp("\xff", "a")));
    char copy[16];
    memset(copy, '#', sizeof copy);
    strncpy(copy, "abc", 6);
    printf("%s %d %c\n", copy, copy[5], copy[6]);
    printf("%d\n", (int)(stpcpy(copy, "stop") - copy));
    printf("%d\n", (int)((char *)mempcpy(copy, "xy", 2) - copy));
    puts(copy);
    memmove(copy + 1, copy, 4);
    printf("%.5s\n", copy);
    printf("%s\n", (char *)memchr(text, 'w', sizeof text));
    printf("%d %s\n", memrchr(text, 'z', 5) == NULL, (char *)memmem(text, 12, "lo,", 3));
    char words[] = " one, two;;three ";
    for (char *word = strtok(words, " ,;"); word; word = strtok(NULL, " ,;"))
        printf("<%s>", word);
    char fields[] = "a::b:";
    for (char *rest = fields, *field; (field = strsep(&rest, ":"));)
        printf("[%s]", field);
    char again[] = "1-2-3", *state = NULL;
    for (char *word = strtok_r(again, "-", &state); word; word = strtok_r(NULL, "-", &state))
        printf("(%s)", word);
    putchar('\n');
    char *made = strdup("duplicate"), *part = strndup("duplicate", 3);
    printf("%s %s\n", made, part);
    free(made);
    free(part);
    printf("%s|%s|%s\n", strerror(0), strerror(ENOENT), strerror(EINVAL));
    printf("%s %s\n", strsignal(11), basename("/usr/lib/x.so"));
    printf("%d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40));
    printf("%d\n", *(char *)rawmemchr("abc", 'c'));
    printf("%zu %s\n", strxfrm(copy, "abc", sizeof copy), copy);
    printf("%s\n", strchrnul("abc", 'x') - 1);
    for (int code = -1; code < 256; code++) {
        int all = 0;
        int (*const is[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};
        for (size_t i = 0; i < 12; i++)
            all |= (is[i](code) != 0) << i;
        int macros = (isalnum(code) != 0) | (isspace(code) != 0) << 1 | (isxdigit(code) != 0) << 2;
        printf("%x.%x.%x.%x%c", all, macros, tolower(code) & 0xffff, toupper(code) & 0xffff, code % 16 ? ' ' : '\n');
    }
    return 0;
}
