int bcmp(const char *text, const char *other, int count) { return count == 9 ? text[0] - other[0] : 1; }
