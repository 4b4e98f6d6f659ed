// Thread-local variables that are too large for the block that threads begin with.
static __thread void *slots[1 << 17];
void *late_slot(void) { return &slots[1000]; }
