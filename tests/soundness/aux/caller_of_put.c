// Calls what the other file defines.
void put_here(long *numbers);

void call_elsewhere(long *numbers) { put_here(numbers); }
