// Calls back as often as it is told.
void more(void);

void call_often(int times) {
  while (times-- > 0)
    more();
}
