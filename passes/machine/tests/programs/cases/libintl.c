// Messages without catalogues.
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  setlocale(LC_ALL, "C");
  puts(textdomain(NULL));
  puts(bindtextdomain("program", NULL));
  puts(bindtextdomain("program", "/opt/locale"));
  puts(bindtextdomain("program", NULL));
  puts(bindtextdomain("other", NULL));
  puts(textdomain("program"));
  puts(textdomain(NULL));
  puts(textdomain(""));
  puts(bind_textdomain_codeset("program", "UTF-8"));
  const char *message = "a message";
  printf("%d %d\n", gettext(message) == message, dgettext("program", message) == message);
  puts(dcgettext("program", message, LC_MESSAGES));
  for (unsigned long n = 0; n < 3; n++)
    printf("%s %s %s\n", ngettext("one", "many", n), dngettext("program", "file", "files", n),
           dcngettext("program", "byte", "bytes", n, LC_MESSAGES));
  return bindtextdomain("", "/") != NULL;
}
