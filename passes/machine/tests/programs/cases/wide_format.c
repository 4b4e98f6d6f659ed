// printf and scanf with wide formats, and what else of wide strings and folders was missing.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

static int list(wchar_t *to, size_t most, const wchar_t *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int made = vswprintf(to, most, format, arguments);
  va_end(arguments);
  return made;
}

static int is_own(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int main(void) {
  wchar_t text[40], part[20];
  printf("%d ", swprintf(text, 40, L"%d %s|%ls|%5.2f %c%%", 42, "narrow", L"wide", 1.5, 'x'));
  printf("%ls\n", text);
  printf("%d %d\n", swprintf(text, 4, L"%d", 12345), list(text, 40, L"%x %03d", 255, 7));
  printf("%ls\n", text);
  int number;
  double real;
  char narrow[10];
  printf("%d ", swscanf(L"17 2.5 rest", L"%d %lf %9s", &number, &real, narrow));
  printf("%d %g %s\n", number, real, narrow);
  printf("%td ", wcpcpy(part, L"copied") - part);
  printf("%td ", wmempcpy(part, L"xyz", 2) - part);
  printf("%td %ls\n", wcpncpy(text, part, 10) - text, text);
  wchar_t *twice = wcsdup(part);
  printf("%ls\n", twice);
  free(twice);
  char *name = canonicalize_file_name("/usr/../usr");
  printf("%s %d\n", name, canonicalize_file_name("/no such file") == NULL && errno == ENOENT);
  free(name);
  char folder[40], path[60];
  snprintf(folder, sizeof folder, "/tmp/scanned-%d", (int)getpid());
  if (mkdir(folder, 0700) != 0)
    return 1;
  const char *names[] = {"b", "c", "a"};
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    fclose(fopen(path, "w"));
  }
  struct dirent **entries;
  int count = scandir(folder, &entries, is_own, alphasort);
  printf("%d", count);
  for (int i = 0; i < count; i++) {
    printf(" %s", entries[i]->d_name);
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    unlink(path);
    free(entries[i]);
  }
  free(entries);
  printf(" %d\n", rmdir(folder));
  void *frames[5];
  int depth = backtrace(frames, 5);
  char **lines = backtrace_symbols(frames, depth);
  printf("%d %d\n", depth > 0, lines != NULL);
  free(lines);
  void *pages = pvalloc(5000);
  printf("%d %zu\n", (uintptr_t)pages % 4096 == 0, malloc_usable_size(pages) / 4096);
  free(pages);
}
