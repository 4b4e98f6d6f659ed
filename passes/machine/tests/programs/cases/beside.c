// Names that are relative to an open folder.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

int main(void) {
  char name[] = "beside.XXXXXX";
  if (!mkdtemp(name))
    return 1;
  int folder = open(name, O_RDONLY | O_DIRECTORY);
  printf("%d\n", mkdirat(folder, "inner", 0755));
  int file = openat(folder, "inner/text", O_WRONLY | O_CREAT, 0640);
  printf("%d\n", (int)write(file, "hello", 5));
  close(file);
  struct stat status;
  printf("%d", fstatat(folder, "inner/text", &status, 0));
  printf(" %d %o\n", (int)status.st_size, status.st_mode);
  printf("%d %o\n", fstatat(folder, "", &status, AT_EMPTY_PATH), status.st_mode & S_IFMT);
  printf("%d\n", symlinkat("text", folder, "inner/link"));
  char text[16] = "";
  printf("%d %s\n", (int)readlinkat(folder, "inner/link", text, sizeof text - 1), text);
  printf("%d %d\n", fstatat(folder, "inner/link", &status, AT_SYMLINK_NOFOLLOW), S_ISLNK(status.st_mode));
  printf("%d\n", linkat(folder, "inner/text", folder, "other", 0));
  printf("%d\n", renameat(folder, "other", folder, "third"));
  printf("%d %d\n", faccessat(folder, "third", R_OK, 0), faccessat(folder, "other", R_OK, 0));
  printf("%d\n", errno == ENOENT);
  printf("%d\n", fchmodat(folder, "third", 0600, 0));
  struct timespec times[2] = {{1000, 0}, {2000, 500}};
  printf("%d %d\n", utimensat(folder, "third", times, 0), fstatat(folder, "third", &status, 0));
  printf("%d %d %o\n", (int)status.st_mtim.tv_sec, (int)status.st_mtim.tv_nsec, status.st_mode);
  DIR *opened = fdopendir(openat(folder, "inner", O_RDONLY));
  int entries = 0;
  while (readdir(opened))
    entries++;
  printf("%d %d\n", entries, dirfd(opened) > 2);
  closedir(opened);
  struct dirent **list;
  int count = scandir(name, &list, NULL, compare);
  for (int i = 0; i < count; i++) {
    puts(list[i]->d_name);
    free(list[i]);
  }
  free(list);
  printf("%d %d\n", openat(file, "x", O_RDONLY), errno == EBADF);
  file = openat(folder, "third", O_RDONLY);
  printf("%d %d\n", openat(file, "x", O_RDONLY), errno == ENOTDIR);
  close(file);
  printf("%d %d", unlinkat(folder, "inner/link", 0), unlinkat(folder, "inner/text", 0));
  printf(" %d %d\n", unlinkat(folder, "third", 0), unlinkat(folder, "inner", AT_REMOVEDIR));
  printf("%d\n", unlinkat(AT_FDCWD, name, AT_REMOVEDIR));
  close(folder);
  int ends[2];
  printf("%d", pipe2(ends, O_CLOEXEC | O_NONBLOCK));
  printf(" %d %d\n", (int)read(ends[0], text, 1), errno == EAGAIN);
  char path[4096];
  printf("%d\n", realpath(".", path) == path);
}
