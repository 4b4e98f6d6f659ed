// Regular expressions of POSIX and GNU: each pattern with each way to compile it, on each text.
#define _GNU_SOURCE
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void posix(const char *pattern, int flags, const char *text, int how) {
  regex_t compiled;
  char message[60];
  int number = regcomp(&compiled, pattern, flags);
  printf("'%s' %d '%s' %d:", pattern, flags, text, how);
  if (number) {
    size_t bytes = regerror(number, &compiled, message, sizeof message);
    printf(" error %d %zu %s\n", number, bytes, message);
    return;
  }
  regmatch_t found[12] = {{1, 3}};
  int result = regexec(&compiled, text, 12, found, how);
  printf(" %zu groups, %d", compiled.re_nsub, result);
  if (result == 0 && !(flags & REG_NOSUB))
    for (size_t n = 0; n <= compiled.re_nsub + 1; n++)
      printf(" (%d,%d)", (int)found[n].rm_so, (int)found[n].rm_eo);
  puts("");
  regfree(&compiled);
}

static void gnu(const char *pattern, reg_syntax_t syntax, const char *text, int length) {
  struct re_pattern_buffer buffer;
  struct re_registers registers;
  memset(&buffer, 0, sizeof buffer);
  re_set_syntax(syntax);
  const char *error = re_compile_pattern(pattern, strlen(pattern), &buffer);
  printf("gnu '%s' %lx: %s", pattern, (unsigned long)re_syntax_options, error ? error : "ok");
  if (!error) {
    printf(" %zu", buffer.re_nsub);
    printf(" %d", re_search(&buffer, text, length, 0, length, &registers));
    int last = re_search(&buffer, text, length, length, -length, &registers);
    printf(" %d", last);
    if (last >= 0) {
      for (unsigned n = 0; n < registers.num_regs; n++)
        printf(" (%d,%d)", registers.start[n], registers.end[n]);
      free(registers.start);
      free(registers.end);
    }
    printf(" %d %d", re_match(&buffer, text, length, 0, NULL), re_match(&buffer, text, length, length / 2, NULL));
  }
  puts("");
  regfree(&buffer);
}

static const char *const patterns[] = {
    "abc", "a*", "a+", "a?b", "a\\+", "a\\?b", "(a|ab)(c|bcd)(d*)", "\\(a\\|ab\\)\\(c\\|bcd\\)\\(d*\\)", "(a*)*", "(a*)+", "((a?)b)*", "(a?)*",
    "a**", "a*\\{2\\}", "a{1", "a{,2}", "a{2,1}", "a{2}", "a{2,}", "a{1,3}b", "a\\{1,2\\}b", "*a", "\\(*a\\)", "()|a", "(a)|b\\1", "(a)\\1", "\\(a*\\)b\\1",
    "\\(.\\)\\(.\\)\\2\\1", "^abc", "abc$", "^$", "a^b", "a$b", "(^a)", "(a$)", "x^", "^*", "\\(^a\\)", "[[:alpha:]]+", "[[:foo:]]", "[b-a]", "[a", "[]a]+", "[^]a]+",
    "[a-]+", "[--/]", "[[.a.]-c]+", "[[=a=]b]+", "[[.hyphen.]]", "[[:digit:]-z]", "[^a-c]+", "a.c", "a\\.c", "\\", "a\\", "(", ")", "\\(", "\\)", "(a", "a)", "\\(a",
    "a|b", "a||b", "|a", "a|", "a|*b", "(|a)b", "\\<b", "b\\>", "\\bab", "b\\B", "\\w+", "\\W", "\\s\\S", "\\`a", "c\\'", "(((a)|b){0,2})", "(a|b)*c|(a|ab)*c",
    "(a){0}b", "((a)|(b))*", "(ab|a)(bc|c)?", "(.*)(b+)(.*)", "x*", "(x*)", "([a-c])([a-c])?", "(a+)(b*)(c?)$", "A[B-D]", "\\(a\\{2\\}\\)\\{1,2\\}", "a{32768}", "a{1a}", "a{1,2}{2}",
    "(foo|foobar)(bar)?", "[a\\]+", "\\n", "\\.", "{", "}", "a{", "\\{1\\}", "(*b)", "+a", "?", "(a*)(ab)*(b*)", "(()|ab)*a", "(a|(b))+",
};

static const char *const texts[] = {"",     "abc",   "abcd",  "aab",   "abb",   "xxabcabc", "aXbc",    "abba",     "ABC", "a\nb\nabc", "foo bar_1",
                                    "a^b$", "a{1,}", "a.c*+", "]-[a]", "aaaab", "foobar",   "bab aba", "(a)|\\{b}"};

int main(void) {
  static const int flags[] = {0, REG_EXTENDED, REG_EXTENDED | REG_ICASE, REG_EXTENDED | REG_NEWLINE, REG_NEWLINE | REG_NOSUB};
  for (int p = 0; p < (int)(sizeof patterns / sizeof *patterns); p++)
    for (int f = 0; f < (int)(sizeof flags / sizeof *flags); f++)
      for (int t = 0; t < (int)(sizeof texts / sizeof *texts); t++) {
        if ((p + t) % 3 == 0 || f == 1)
          posix(patterns[p], flags[f], texts[t], t % 2 ? REG_NOTBOL : REG_NOTEOL);
        if ((p + t) % 4 == 0)
          posix(patterns[p], flags[f], texts[t], strlen(texts[t]) >= 3 ? REG_STARTEND : 0);
      }
  for (int p = 0; p < (int)(sizeof patterns / sizeof *patterns); p++) {
    const char *text = texts[p % (int)(sizeof texts / sizeof *texts)];
    gnu(patterns[p], RE_SYNTAX_GREP, text, (int)strlen(text));
    gnu(patterns[p], RE_SYNTAX_EGREP, text, (int)strlen(text));
    gnu(patterns[p], RE_SYNTAX_EMACS, text, (int)strlen(text));
    gnu(patterns[p], RE_SYNTAX_POSIX_AWK | RE_ICASE, text, (int)strlen(text));
  }
  gnu("a.b", RE_SYNTAX_EMACS, "xa\0b", 4);
  if (!setlocale(LC_ALL, "C.UTF-8"))
    return 1;
  posix("(.)\\1", REG_EXTENDED, "a\xc3\xa4\xc3\xa4z", 0);
  posix("[\xc3\xa4\xc3\xb5]+", REG_EXTENDED, "a\xc3\xa4\xc3\xb5z", 0);
  posix("\xc3\x84.*z", REG_EXTENDED | REG_ICASE, "a\xc3\xa4\xc3\xb5z", 0);
  posix("^.$", REG_EXTENDED, "\xc3\xa4", 0);
  posix("[[:alpha:]]*", REG_EXTENDED, "\xc3\xa4\xc3\xb5 z", 0);
  return 0;
}
