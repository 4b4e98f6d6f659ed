int limit(int number) { return number; }
