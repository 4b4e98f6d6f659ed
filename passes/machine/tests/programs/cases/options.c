// getopt, getopt_long and getopt_long_only, with words that are no options among them.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

static void parse(int count, char **words, const char *letters, int is_long) {
    static int flag;
    static const struct option options[] = {{"verbose", no_argument, NULL, 'v'}, {"output", required_argument, NULL, 'o'}, {"level", optional_argument, NULL, 'l'}, {"flag", no_argument, &flag, 7}, {NULL, 0, NULL, 0}};
    optind = 0;
    flag = 0;
    int found, index = -1;
    while ((found = is_long == 2 ? getopt_long_only(count, words, letters, options, &index) : is_long ? getopt_long(count, words, letters, options, &index) : getopt(count, words, letters)) != -1)
        printf("%c(%s,%d) ", found ? found : '0', optarg ? optarg : "-", found == '?' || found == ':' ? optopt : 0);
    printf("| %d %d %d:", optind, flag, index);
    for (int i = 1; i < count; i++)
        printf(" %s", words[i]);
    putchar('\n');
}

#define TRY(letters, is_long, ...) \
    do { \
        char *words[] = {"program", __VA_ARGS__, NULL}; \
        parse(sizeof words / sizeof *words - 1, words, letters, is_long); \
    } while (0)

int main(void) {
    opterr = 0;
    TRY("abo:", 0, "-a", "-b", "-o", "x", "rest");
    TRY("abo:", 0, "-abox", "rest");
    TRY("abo:", 0, "one", "-a", "two", "-o", "arg", "three", "-b", "four");
    TRY("+abo:", 0, "-a", "one", "-b");
    TRY("-abo:", 0, "-a", "one", "-b");
    TRY("abo:", 0, "-a", "--", "-b");
    TRY("abo:", 0, "-x", "-a");
    TRY("abo:", 0, "-o");
    TRY(":abo:", 0, "-o");
    TRY("l::a", 0, "-l5", "-l", "6", "-a");
    TRY("vo:", 1, "--verbose", "--output=file", "--output", "other", "word");
    TRY("vo:", 1, "word", "--verb", "--level=3", "--level", "--flag", "x");
    TRY("vo:", 1, "--unknown", "--verbose=1", "--output");
    TRY("vo:", 1, "a", "-v", "--output", "b", "c", "-o", "d");
    TRY("vo:", 2, "-verbose", "-output", "file", "--output=x", "word", "-o", "y", "-ox");
    TRY("vo:", 2, "-verb", "-level=3", "-l", "-flag", "-v", "-vo", "z");
    TRY("vo:", 2, "-unknown", "-vx", "-verbose=1", "-x", "-o");
    TRY("vo:", 2, "word", "-f", "--", "-v");
    return 0;
}
