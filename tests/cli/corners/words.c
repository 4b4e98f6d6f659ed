// Begins with as many words as the system lets it, and takes its environment away.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char **environ;
static char *arguments[40000], *environment[20001], large[100000];
int main(int count, char **words) {
  if (count < 3) {
    int used = 0;
    memset(large, 'x', sizeof large - 1);
    for (arguments[used++] = words[0]; used < 30000; used++) arguments[used] = "word";
    for (int i = 0; i < 6; i++) arguments[used++] = large;
    for (int i = 0; i < 20000; i++) environment[i] = i % 2 ? "A=b" : "SOMETHINGLONGER=value";
    execve("/proc/self/exe", arguments, environment);
    return 2;
  }
  long letters = 0;
  for (int i = 0; i < count; i++) letters += strlen(words[i]);
  clearenv();
  environ = 0;
  if (setenv("X", "Y", 1) || strcmp(getenv("X"), "Y") || count != 30006 || letters < 600000) return 3;
  puts("done");
  fflush(stdout);
  volatile char *block = malloc(10);
  block[count / 3000] = 1;
  return 0;
}
