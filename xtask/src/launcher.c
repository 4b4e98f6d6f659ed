// Runs a program and writes what it cost: its status as wait4() has it, microseconds of CPU time, peak memory in KiB.
// usage: launcher RESULT PROGRAM [ARGUMENT...]
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[80];
static char *at = text;

static void say(unsigned long number) {
  char digits[24];
  int count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *at++ = digits[--count];
  *at++ = ' ';
}

static unsigned long microseconds(struct timeval time) {
  return (unsigned long)time.tv_sec * 1000000 + (unsigned long)time.tv_usec;
}

int main(int argc, char **argv) {
  struct rusage used;
  int status;
  if (argc < 3)
    return 2;
  int result = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (result < 0)
    return 2;
  pid_t child = fork();
  if (child < 0)
    return 2;
  if (child == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  while (wait4(child, &status, 0, &used) < 0)
    if (errno != EINTR)
      return 2;
  say((unsigned long)status);
  say(microseconds(used.ru_utime) + microseconds(used.ru_stime));
  say((unsigned long)used.ru_maxrss);
  return write(result, text, (size_t)(at - text)) == at - text ? 0 : 2;
}
