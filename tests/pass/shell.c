// Commands of the shell, and what they print and read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

int main(void) {
  if (system(NULL) == 0 || WEXITSTATUS(system("exit 3")) != 3)
    return 1;
  setenv("WORD", "hello", 1);
  FILE *command = popen("echo $WORD; exit 4", "r");
  char line[16];
  if (!fgets(line, sizeof line, command) || strcmp(line, "hello\n"))
    return 2;
  if (WEXITSTATUS(pclose(command)) != 4)
    return 3;
  command = popen("read word; test \"$word\" = there", "w");
  fputs("there\n", command);
  return pclose(command);
}
