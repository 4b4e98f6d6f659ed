// A table keeps its own copies of keys, but for the ones that it takes over from a caller who frees them.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"
#include <string.h>

struct entry {
  struct entry *next;
  const char *key;
  long value;
};

static struct entry *buckets[16];

NOINLINE static unsigned bucket_of(const char *key) { return (unsigned char)key[0] % 16; }

NOINLINE static void insert(const char *key, long value) {
  struct entry *entry = malloc(sizeof *entry);
#ifdef FIXED
  key = strdup(key);
#endif
  *entry = (struct entry){buckets[bucket_of(key)], key, value};
  buckets[bucket_of(key)] = entry;
}

NOINLINE static long find(char letter) {
  for (struct entry *entry = buckets[(unsigned char)letter % 16]; entry; entry = entry->next)
    if (entry->key[0] == letter) return entry->value; //~ ERROR use-after-reuse
  return 0;
}

int main(void) {
  char *key = malloc(32);
  strcpy(key, "key");
  insert(key, hide(4));
  long found = find('k');
  void *old = hide_pointer(key);
  free(key);
  in_place_of(old, 32);
  return find('k') + found == 77;
}
