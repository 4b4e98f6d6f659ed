// Patterns: what fits, what groups match, and what is no pattern.
#define _GNU_SOURCE
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 6 };

static void show(regex_t *pattern, const char *text, int flags) {
  regmatch_t found[GROUPS];
  int status = regexec(pattern, text, GROUPS, found, flags);
  printf(" %s:%d", text, status);
  if (status == 0)
    for (size_t i = 0; i <= pattern->re_nsub && i < GROUPS; i++)
      printf("(%d,%d)", (int)found[i].rm_so, (int)found[i].rm_eo);
}

static void compare(const char *source, int flags, const char *const *texts) {
  regex_t pattern;
  int status = regcomp(&pattern, source, flags);
  printf("%s/%d: %d", source, flags, status);
  if (status) {
    char message[64];
    size_t length = regerror(status, &pattern, message, sizeof message);
    printf(" %d %s\n", (int)length, message);
    return;
  }
  printf(" %d", (int)pattern.re_nsub);
  for (; *texts; texts++)
    show(&pattern, *texts, 0);
  printf("\n");
  regfree(&pattern);
}

static void errors(void) {
  static const char *const none[] = {NULL};
  static const char *const wrong[] = {
      "[", "[^", "[]", "[a", "[[:", "[[:alpha", "[[:none:]]", "[[.space.]]", "[[.a.]", "[z-a]", "[a-[:digit:]]", "[--a]", "[a-z-9]", "(", ")", "(()", "a)", "\\(", "\\)",
      "\\", "a\\", "*a", "a**", "(*a)", "a|*b", "+", "?", "a{", "a{1", "a{1,", "a{,2}", "a{2,1}", "a{x}", "a{1x}", "a{99999}", "a\\{1", "a\\{1\\}\\{2\\}", "\\{1\\}",
      "a\\{2,1\\}", "{1}", "a{1}{2}", "\\1", "(a)\\2", "\\(a\\)\\2", "(\\1)", "(a)|b\\1", "(a|b\\1)", "()", "a||b", "|a", "a|", "", "^*", "^*a", "a*?", "[a-]", "[]-a]", "[[=a=]b]", "[a-a]", "x[---]y", "\\<*", "a{0}", "(a{0})*", "a{0}b"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    compare(wrong[i], 0, none);
    compare(wrong[i], REG_EXTENDED, none);
    compare(wrong[i], REG_EXTENDED | REG_ICASE | REG_NEWLINE, none);
  }
}

static void matches(void) {
  static const char *const texts[] = {"", "a", "b", "ab", "abc", "aabb", "abab", "abcd", "xaby", "foo bar", "Foo_1 9", "a\nb", "aaa", "*a", "a+b", NULL};
  static const char *const sources[] = {
      "a", ".", ".*", "a*", "(a|ab)(c|bcd)(d*)", "(a*)(ab)*(b*)", "(a*)*", "(a*)+", "((a)|b)*", "(a|b)*", "(ab|a)(bc|c)?", "(a?)*", "((a?))*", "(a?b?)*", "(|a)+", "(a|)+", "(a|b|)*c",
      "x*", "(x*)y?", "^", "$", "^$", "^a", "b$", "^(a+)(b*)$", "a{2}", "a{1,2}b", "(a){2}", "(ab){2}", "(ab){1,}", "(a|b){0,2}c", "([ab])\\1", "(a)(b)\\1\\2", "(.*)\\1", "(a*)\\1b", "(.)(.)\\2\\1",
      "[[:alpha:]]+", "[^[:space:]]+ ", "[[:upper:]][[:lower:]]*", "\\<b", "o\\>", "\\bb", "\\Bo", "\\w+", "\\W", "\\s", "\\S+$", "\\`a", "b\\'", "[a-c]*", "[^a-b]", "[]a]", "[a\\]", "(((a)))", "(a)|(b)|(c)",
      "a.b", "a[^x]b", "^b", "a$", "(foo|foo bar)", "(fo|f)(o*)( bar)?", "(a+|b+)*", "(a|ab|abc|abcd)(d|)", "((a|ab)(c|bcd))(d*)", "(a{0,1}){2}", "((a*){2})*", "(b|a{0}){1,3}", "\\*a", "\\(a*\\)b*", "\\(a\\|ab\\)\\(c\\|bcd\\)", "a\\+b", "a\\?b", "*a", "\\(^a\\)", "a\\{2,\\}", "\\([ab]\\)\\1", "\\(a$\\)"};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    for (int flags = 0; flags < 8; flags++)
      compare(sources[i], flags, texts);
}

static unsigned long state = 42;

static unsigned draw(unsigned most) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % most;
}

static void make(char *to, int depth) {
  static const char *const leaves[] = {"a", "b", "c", ".", "[ab]", "[^a]", "ab", "()"};
  static const char *const times[] = {"*", "+", "?", "{2}", "{0,2}", "{1,}"};
  char left[400], right[400];
  switch (depth > 0 ? draw(6) : 0) {
  case 1:
  case 2:
    make(left, depth - 1);
    make(right, depth - 1);
    sprintf(to, "%s%s", left, right);
    break;
  case 3:
    make(left, depth - 1);
    make(right, depth - 1);
    sprintf(to, "(%s|%s)", left, right);
    break;
  case 4:
  case 5:
    make(left, depth - 1);
    sprintf(to, "(%s)%s", left, times[draw(6)]);
    break;
  default:
    strcpy(to, leaves[draw(8)]);
  }
}

static void random_patterns(void) {
  for (int i = 0; i < 150; i++) {
    char source[500], texts[4][9];
    const char *list[5] = {0};
    make(source, 4);
    for (int k = 0; k < 4; k++) {
      int length = draw(8);
      for (int at = 0; at < length; at++)
        texts[k][at] = "abc"[draw(3)];
      texts[k][length] = 0;
      list[k] = texts[k];
    }
    compare(source, REG_EXTENDED, list);
  }
}

static void flags(void) {
  regex_t pattern;
  regmatch_t found[3] = {{5, 6}, {5, 6}, {5, 6}};
  regcomp(&pattern, "^a|b$", REG_EXTENDED);
  show(&pattern, "a", REG_NOTBOL);
  show(&pattern, "b", REG_NOTEOL);
  found[0] = (regmatch_t){1, 3};
  printf(" %d %d\n", regexec(&pattern, "xxbyy", 3, found, REG_STARTEND), (int)found[0].rm_so);
  printf("%d\n", regexec(&pattern, "a", 0, NULL, 0));
  regfree(&pattern);
  regcomp(&pattern, "(a)", REG_EXTENDED | REG_NOSUB);
  found[1].rm_so = 77;
  printf("%d %d\n", regexec(&pattern, "a", 3, found, 0), (int)found[1].rm_so);
  regfree(&pattern);
  char message[8];
  printf("%d", (int)regerror(REG_NOMATCH, NULL, message, sizeof message));
  printf(" %s %d\n", message, (int)regerror(0, NULL, NULL, 0));
}

static void gnu(void) {
  struct re_pattern_buffer pattern = {0};
  struct re_registers registers = {0};
  re_set_syntax(RE_SYNTAX_EMACS);
  printf("%d\n", re_set_syntax(RE_SYNTAX_GREP) == RE_SYNTAX_EMACS);
  printf("%d\n", re_syntax_options == RE_SYNTAX_GREP);
  pattern.fastmap = malloc(256);
  printf("%s\n", re_compile_pattern("\\(a*\\)b", 7, &pattern) ? "wrong" : "right");
  const char *text = "xxaab\nab";
  printf("%d", re_search(&pattern, text, 8, 0, 8, &registers));
  for (unsigned i = 0; i < registers.num_regs; i++)
    printf(" (%d,%d)", registers.start[i], registers.end[i]);
  printf("\n%d", re_search(&pattern, text, 8, 8, -8, &registers));
  printf(" %d", re_match(&pattern, text, 8, 3, &registers));
  printf(" %d %d\n", re_match(&pattern, text, 8, 0, NULL), re_search(&pattern, text, 8, 9, 0, NULL));
  printf("%s\n", re_compile_pattern("^b\\|a$", 6, &pattern) ? "wrong" : "right");
  printf("%d", re_search(&pattern, "xa\nb", 4, 0, 4, NULL));
  pattern.newline_anchor = 0;
  printf(" %d\n", re_search(&pattern, "xa\nb", 4, 0, 4, NULL));
  const char *message = re_compile_pattern("\\(", 2, &pattern);
  printf("%s\n", message ? message : "right");
  re_set_syntax(RE_SYNTAX_POSIX_AWK | RE_ICASE);
  printf("%s\n", re_compile_pattern("a{b|[\\]]+", 9, &pattern) ? "wrong" : "right");
  printf("%d %d\n", re_search(&pattern, "..A{B", 5, 0, 5, NULL), re_search(&pattern, "..]", 3, 0, 3, NULL));
  re_set_syntax(RE_SYNTAX_EGREP | RE_NO_SUB);
  printf("%s\n", re_compile_pattern("(a)\nb", 5, &pattern) ? "wrong" : "right");
  printf("%d %d\n", re_search(&pattern, "xb", 2, 0, 2, NULL), (int)pattern.re_nsub);
  regfree(&pattern);
  free(registers.start);
  free(registers.end);
}

static void letters(void) {
  static const char *const texts[] = {"\u00e4", "\u00c4rger", "x\u20acy", "\xff", "stra\u00dfe", NULL};
  static const char *const sources[] = {"^.$", "^..$", "[\u00e4\u00f6]", "\u00e4", "[^x]", "\\w+", "[[:upper:]]", "[[:alpha:]]*", "(.)y"};
  for (int i = 0; i < 2; i++) {
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
      compare(sources[k], REG_EXTENDED, texts);
      compare(sources[k], REG_EXTENDED | REG_ICASE, texts);
    }
    setlocale(LC_ALL, "C.UTF-8");
  }
}

int main(void) {
  errors();
  matches();
  random_patterns();
  flags();
  gnu();
  letters();
  return 0;
}
