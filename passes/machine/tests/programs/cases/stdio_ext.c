// What streams hold.
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
  FILE *file = fopen("stdio_ext.txt", "w+");
  printf("%d %d\n", __freadable(file) != 0, __fwritable(file) != 0);
  fputs("hello\nworld\n", file);
  printf("%d %d\n", (int)__fpending(file), __fwriting(file) != 0);
  __fpurge(file);
  printf("%d\n", (int)__fpending(file));
  fputs("kept\n", file);
  rewind(file);
  printf("%c %d\n", fgetc(file), __freading(file) != 0);
  printf("%d\n", __fsetlocking(file, FSETLOCKING_BYCALLER) == FSETLOCKING_INTERNAL);
  printf("%d\n", __fsetlocking(file, FSETLOCKING_QUERY) == FSETLOCKING_BYCALLER);
  printf("%d %d\n", (int)__fbufsize(file), __flbf(file) != 0);
  fclose(file);
  file = fopen("stdio_ext.txt", "r");
  printf("%d %d %d\n", __freadable(file) != 0, __fwritable(file) != 0, __freading(file) != 0);
  char line[16];
  printf("%s", fgets(line, sizeof line, file));
  fclose(file);
  return remove("stdio_ext.txt");
}
