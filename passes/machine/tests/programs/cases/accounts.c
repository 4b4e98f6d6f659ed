// Users, groups, and what the system is called.
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void show(const struct passwd *user) {
  if (!user)
    puts("nobody");
  else
    printf("%s %s %u %u %s %s %s\n", user->pw_name, user->pw_passwd, user->pw_uid, user->pw_gid, user->pw_gecos, user->pw_dir, user->pw_shell);
}

int main(void) {
  show(getpwuid(0));
  show(getpwnam("daemon"));
  show(getpwnam("no such user"));
  struct group *group = getgrgid(0);
  printf("%s %u %d\n", group->gr_name, group->gr_gid, group->gr_mem[0] == NULL);
  printf("%u\n", getgrnam("daemon")->gr_gid);
  printf("%d\n", getgrnam("no such group") == NULL);
  struct utsname names;
  printf("%d %s %s %s\n", uname(&names), names.sysname, names.machine, names.release);
  char name[65];
  printf("%d %d\n", gethostname(name, sizeof name), strcmp(name, names.nodename));
  char template[] = "accounts.XXXXXX.txt";
  int file = mkstemps(template, 4);
  printf("%d %d\n", file > 2, strcmp(template + 15, ".txt"));
  close(file);
  char wrong[] = "accounts";
  printf("%d\n", mkstemp(wrong));
  return remove(template);
}
