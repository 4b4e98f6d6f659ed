// Calls what has another name elsewhere.
void pool_take(int *block);
int *other_ask(void);

void ask_other(void) { pool_take(other_ask()); }
