// Calls what the other file defines.
int all(const int *numbers, int count);

#ifdef FIXED
int ask_elsewhere(const int *numbers) { return all(numbers, 8); }
#else
int ask_elsewhere(const int *numbers) { return all(numbers, 9); }
#endif
