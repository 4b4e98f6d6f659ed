// Another unit.
int index(int first, int second) { return first + second; }
long strlcpy(char *to, long count) {
  to[0] = 'x';
  return count;
}
void wcscpy(char *to) { to[1] = 'y'; }
