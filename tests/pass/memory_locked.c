// A user with little rights locks all memory that there is and will be, which is less than the limit but for the shadow.
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return 2;
  if (limit.rlim_cur > 64 << 20) limit.rlim_cur = 64 << 20;
  if (setrlimit(RLIMIT_MEMLOCK, &limit) != 0) return 3;
  // For root there is no limit, and the system would fill all of the shadow.
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 4;
  if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) return 5;
  char *block = malloc(1 << 20);
  if (block == NULL) return 6;
  memset(block, (int)hide(1), 1 << 20);
  touch(block);
  free(block);
  errno = 0;
  if (mlockall(0) != -1 || errno != EINVAL) return 7;
  return munlockall() == 0 ? 0 : 8;
}
