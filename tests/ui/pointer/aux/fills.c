// Writes to an array that another module passes.
void fill(char *text, int count) {
  for (int i = 0; i < count; i++)
    text[i] = 'x'; //~ ERROR sub-object-overflow
}
