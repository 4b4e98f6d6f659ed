// Locales by category, and those that the environment names.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static const char *name(int category) {
  const char *name = setlocale(category, NULL);
  return name ? name : "none";
}

int main(void) {
  printf("%s %s\n", name(LC_ALL), name(LC_MESSAGES));
  printf("%s %d\n", setlocale(LC_CTYPE, "C.UTF-8"), (int)MB_CUR_MAX);
  printf("%s\n%s %s\n", name(LC_ALL), name(LC_CTYPE), name(LC_TIME));
  printf("%s %d\n", setlocale(LC_ALL, "POSIX"), (int)MB_CUR_MAX);
  unsetenv("LC_ALL");
  unsetenv("LC_CTYPE");
  unsetenv("LC_MESSAGES");
  setenv("LANG", "C.UTF-8", 1);
  printf("%s %d\n", setlocale(LC_CTYPE, "") ? name(LC_CTYPE) : "none", (int)MB_CUR_MAX);
  printf("%s\n", name(LC_MESSAGES));
  setenv("LC_ALL", "C", 1);
  printf("%s %d\n", setlocale(LC_CTYPE, ""), (int)MB_CUR_MAX);
  unsetenv("LC_ALL");
  setenv("LC_MESSAGES", "C", 1);
  setlocale(LC_ALL, "");
  printf("%s %s\n", name(LC_CTYPE), name(LC_MESSAGES));
  printf("%d %d\n", setlocale(LC_ALL, "no_LAND") == NULL, setlocale(99, "C") == NULL);
  printf("%s\n", name(LC_CTYPE));
}
