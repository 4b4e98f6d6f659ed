// A checked library with globals that are registered when it is loaded.
static int table[10];
int *volatile pointer = table;
static __thread char own[100];
int use(int index) {
  static char local[37];
  local[index] = 1;
  own[index] = 2;
  return pointer[index] + local[index];
}
__attribute__((constructor)) static void begin(void) { use(3); }
__attribute__((destructor)) static void end(void) { use(4); }
