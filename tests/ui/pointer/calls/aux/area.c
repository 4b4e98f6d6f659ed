long area(int width, int height);

long area(int width, int height) { return (long)width * height; }
