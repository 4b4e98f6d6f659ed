// The program has a function of its own by the name of one that allocates: what it is passed is no size.
//@ only: 64-bit an int is no size there
//@ levels: O2
//@ flags: -Wno-incompatible-library-redeclaration
//@ aux: aux/own_memalign.c
struct value {
  long kind, number;
};

struct value *memalign(int kind, int number);
void free_value(struct value *value);

int main(void) {
  struct value *value = memalign(3, 2);
  int is_other = value->number != 2;
  free_value(value);
  return is_other;
}
