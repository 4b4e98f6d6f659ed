// Streams other than their formats.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <wchar.h>

size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
wchar_t *__fgetws_chk(wchar_t *, size_t, int, FILE *);
wchar_t *__fgetws_unlocked_chk(wchar_t *, size_t, int, FILE *);
char *__gets_chk(char *, size_t);
char *gets(char *);

CASE(fopen) { fopen(text("/dev/null"), "r"); }
CASE(fopen64) { fopen64("/dev/null", text("r")); }
CASE(freopen) { freopen(text("/dev/null"), "r", output()); }
CASE(freopen64) { freopen64("/dev/null", text("r"), output()); }
CASE(fdopen) { fdopen(2, text("w")); }
CASE(popen) { pclose(popen(text("exit 0"), "r")); }
OURS(fmemopen) { fmemopen(block(100), 10, text("w")); }

CASE(open_memstream) {
    size_t size;
    open_memstream(block(sizeof(size_t)), &size);
}

CASE(open_wmemstream) {
    wchar_t *start;
    open_wmemstream(&start, block(sizeof(size_t)));
}

CASE(fread) { fread(block(9), 3, 3, input("0123456789")); }
OURS(fread_unlocked) { fread_unlocked(block(8), 4, 2, input("0123456789")); }
OURS(__fread_chk) { __fread_chk(block(8), -1, 2, 4, input("0123456789")); }
OURS(__fread_chk_case_room) { __fread_chk(block(8), 8 - over, 2, 4, input("0123456789")); }
OURS(__fread_unlocked_chk) { __fread_unlocked_chk(block(8), -1, 2, 4, input("0123456789")); }
CASE(fwrite) { fwrite(block(10), 2, 5, output()); }
OURS(fwrite_unlocked) { fwrite_unlocked(block(10), 2, 5, output()); }
CASE(fgets) { fgets(block(5), 100, input("0123")); }
OURS(fgets_unlocked) { fgets_unlocked(block(5), 5, input("0123456")); }
OURS(__fgets_chk) { __fgets_chk(block(5), -1, 5, input("0123456")); }
OURS(__fgets_unlocked_chk) { __fgets_unlocked_chk(block(5), -1, 5, input("0123456")); }
OURS(fgetws) { fgetws(block(20), 5, input("0123456")); }
OURS(fgetws_unlocked) { fgetws_unlocked(block(20), 5, input("0123456")); }
OURS(__fgetws_chk) { __fgetws_chk(block(20), -1, 5, input("0123456")); }

OURS(gets) {
    stdin = input("0123\n");
    gets(block(5));
}

OURS(__gets_chk) {
    stdin = input("0123\n");
    __gets_chk(block(5), -1);
}

CASE(fputs) { fputs(text("hello"), output()); }
OURS(fputs_unlocked) { fputs_unlocked(text("hello"), output()); }
OURS(fputws) { fputws(wide(L"hello"), output()); }
OURS(fputws_unlocked) { fputws_unlocked(wide(L"hello"), output()); }
CASE(puts) { puts(text("hello")); }
OURS(perror) { perror(text("hello")); }

CASE(getline) {
    size_t size = 0;
    char **line = block(sizeof *line);
    memset(line, 0, sizeof *line - over);
    getline(line, &size, input("0123\n"));
}

CASE(getdelim) {
    char *line = 0;
    size_t *size = block(sizeof *size);
    memset(size, 0, sizeof *size - over);
    getdelim(&line, size, ':', input("0123:"));
}

CASE(__getdelim) {
    ssize_t __getdelim(char **, size_t *, int, FILE *);
    size_t size = 0;
    char **line = block(sizeof *line);
    memset(line, 0, sizeof *line - over);
    __getdelim(line, &size, ':', input("0123:"));
}

CASE(setbuf) { setbuf(output(), block(BUFSIZ)); }
CASE(setbuffer) { setbuffer(output(), block(100), 100); }
CASE(setvbuf) { setvbuf(output(), block(100), _IOFBF, 100); }
OURS(fgetpos) { fgetpos(input("0123"), block(sizeof(fpos_t))); }
OURS(fgetpos64) { fgetpos64(input("0123"), block(sizeof(fpos64_t))); }

OURS(fsetpos) {
    fpos_t place;
    FILE *file = input("0123");
    fgetpos(file, &place);
    fsetpos(file, copy(&place, sizeof place));
}

OURS(fsetpos64) {
    fpos64_t place;
    FILE *file = input("0123");
    fgetpos64(file, &place);
    fsetpos64(file, copy(&place, sizeof place));
}

CASE(tmpnam) {
    char name[L_tmpnam];
    tmpnam(block(strlen(tmpnam(name)) + 1));
}

CASE(tmpnam_r) {
    char name[L_tmpnam];
    tmpnam_r(block(strlen(tmpnam(name)) + 1));
}

CASE(tempnam) { free(tempnam(text("/tmp"), text("x"))); }
OURS(ctermid) { ctermid(block(strlen(ctermid(0)) + 1)); }
OURS(__fgetws_unlocked_chk) { __fgetws_unlocked_chk(block(16), -1, 99, input("ab\ncd")); }
