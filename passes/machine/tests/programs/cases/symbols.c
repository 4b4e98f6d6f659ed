// What the system makes of symbols that nobody defines, and of mappings that are none.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

extern int nowhere[] __attribute__((weak));
extern void never(int) __attribute__((weak));
__attribute__((weak)) int here = 3;
static void (*const table[2])(int) = {never, 0};

extern char *__progname;

int main(int argc, char **argv) {
  printf("%d\n", strcmp(program_invocation_name, argv[0]));
  char *slash = strrchr(argv[0], '/');
  printf("%d %d\n", strcmp(__progname, slash ? slash + 1 : argv[0]), program_invocation_short_name == __progname);
  program_invocation_name = "another";
  printf("%s %d\n", program_invocation_name, argc);
  printf("%d %d %d\n", nowhere == 0, never == 0, here);
  printf("%d\n", table[0] == table[1]);
  if (never)
    never(1);
  char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pages[8191] = 1;
  printf("%d\n", munmap(pages, 8192));
  printf("%d\n", munmap(pages, 8192));
}
