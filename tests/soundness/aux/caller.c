// Calls what the other file defines.
int all(const int *numbers, int count);

int ask_elsewhere(const int *numbers) { return all(numbers, 9); }
