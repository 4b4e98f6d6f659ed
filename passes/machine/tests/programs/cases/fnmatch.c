// Patterns of names.
#include <fnmatch.h>
#include <stdio.h>

int main(void) {
  static const char *const patterns[] = {"*",     "*.c",     "a?c",   "[a-c]x", "[!a-c]x", "\\*",     "[[:digit:]]*", "a*b*c", "*/x", "?*",
                                         "[]-]x", "[a\\]b]", "[a",    "",       ".*",      "dir",     "[^.]*",        "**",    "A*",  "a/b",   "[[=-=]]x", "[[.-.]]x"};
  static const char *const names[] = {"",    "a.c",  "abc",  "bx",  "dx",  "*",   "7up",  "aXbYc", "d/x", ".hidden", "]x",
                                      "-x",  "]",    "[a",   "dir", "dir/file",   "d/.x", "a/b",   "ABC", "x/y/z",   "a"};
  static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, 1 << 3, 1 << 4};
  for (int f = 0; f < (int)(sizeof flags / sizeof *flags); f++)
    for (int p = 0; p < (int)(sizeof patterns / sizeof *patterns); p++) {
      printf("%d %s:", flags[f], patterns[p]);
      for (int n = 0; n < (int)(sizeof names / sizeof *names); n++)
        if (fnmatch(patterns[p], names[n], flags[f]) == 0)
          printf(" '%s'", names[n]);
      puts("");
    }
}
