// Chunks that library functions make for their caller are freed and used: whoever called is named, though the C library keeps no frame
// pointers.
//@ levels: O2
//@ flags: -D_FILE_OFFSET_BITS=64
//@ defines: MAKE=asprintf(&block,"%zu",size) MAKE=getline(&block,&size,input) MAKE=getdelim(&block,&size,'x',input) MAKE=block=realpath("/",0) MAKE=block=canonicalize_file_name("/") MAKE=block=getcwd(0,0) MAKE=block=get_current_dir_name() MAKE=scandir("/",&entries,0,alphasort) MAKE=sscanf("word","%ms",&block) MAKE=block=(char*)backtrace_symbols(frames,backtrace(frames,3))
//@ contains: in make
#define _GNU_SOURCE
#include "hide.h"
#include <dirent.h>
#include <execinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *input;
static char *block;
static size_t size;
static struct dirent **entries;
static void *frames[3];

static NOINLINE void make(void) {
  MAKE;
  touch(&block);
  touch(&size);
  touch(frames);
}

int main(void) {
  input = fopen(__FILE__, "r");
  make();
  char *made = hide_pointer(entries ? (char *)entries[0] : block);
#ifdef FIXED
  int first = *(volatile char *)made;
  free(made);
  return first == 1000;
#else
  free(made);
  return *(volatile char *)made; //~ ERROR heap-use-after-free
#endif
}
