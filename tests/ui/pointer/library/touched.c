// A function of the library touches an object by a pointer to another one.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ defines: CALL=COPY CALL=APPEND CALL=COMPARE CALL=FIND CALL=MEASURE CALL=PRINT CALL=PRINT_INTO CALL=READ_NUMBER CALL=SCAN CALL=WRITE_OUT
//@ asan: silent the object there is another one, and alive
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPY(at) strcpy(at, "x")
#define APPEND(at) strcat(at, "x")
#define COMPARE(at) sum += strcmp(at, "other") == 7
#define FIND(at) sum += strchr(at, '?') != NULL
#define MEASURE(at) sum += strlen(at) > 15
#define PRINT(at) printf("%s\n", at)
#define PRINT_INTO(at) snprintf(at, 5, "%ld", hide(77))
#define READ_NUMBER(at) sum += atoi(at)
#define SCAN(at) sum += sscanf(at, "%d", &sum) == 7
#define WRITE_OUT(at) fwrite(at, 1, 3, stdout)

int main(void) {
  int sum = 0;
  char *one = calloc(1, 16), *other = calloc(1, 16);
  strcpy(other, "other");
  long distance = other - one;
#ifdef FIXED
  distance = 4;
#endif
  char *at = one + hide(distance);
  CALL(at); //~ ERROR cross-object-access
  free(one);
  free(other);
  return sum;
}
