// Loads a library and unloads it, many times; what lies there afterwards is no global's any more.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long resident(void) {
  long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2) exit(2);
  fclose(file);
  return pages * 4;
}
int main(int count, char **arguments) {
  int rounds = 400;
  long warm = 0;
  for (int round = 0; round < rounds; round++) {
    void *library = dlopen("./library.so", RTLD_NOW);
    if (!library) return puts(dlerror()), 3;
    int (*use)(int) = (int (*)(int))dlsym(library, "use");
    use(5);
    if (count > 1 && round == rounds - 1) return use(atoi(arguments[1]));
    dlclose(library);
    if (dlopen("./nowhere.so", RTLD_NOW) || !dlerror()) return 4;
    if (round == rounds / 4) warm = resident();
  }
  if (resident() > warm + 1024) return printf("%ld KiB, then %ld\n", warm, resident()), 5;
  puts("done");
  return 0;
}
