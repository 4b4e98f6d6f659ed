// Unchecked: one pointer in a global variable, one in a thread-local one.
static void *kept;
static __thread void *slot;
void library_keep(void *block) { kept = block; }
void *library_tls_slot(void) { return &slot; }
